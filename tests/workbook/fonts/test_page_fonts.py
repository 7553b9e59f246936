"""The fonts in a style sheet: the letters asked for, in every style, the same bytes each time."""

import base64
import io
import re

import pytest
from fontTools.ttLib import TTFont

from workbook.fonts.pages import ALWAYS, _subset, chinese, page_fonts, view_fonts


def fonts_in(css: str) -> dict[tuple[str, str, str], TTFont]:
    """Return the fonts of a style sheet by family, weight and style."""
    found = re.findall(
        r'@font-face \{ font-family: "([^"]*)"; font-weight: ([\d ]+); font-style: (\w+);'
        r'[^}]*?base64,([^"]*)"\); \}',
        css,
    )
    assert len(found) == css.count("@font-face")
    return {
        (family, weight, style): TTFont(io.BytesIO(base64.b64decode(data)))
        for family, weight, style, data in found
    }


def letters_of(font: TTFont) -> set[str]:
    return set(map(chr, font.getBestCmap()))


def test_chinese_letters_once_and_in_order():
    assert chinese("老爸叫买酱油，the cat油") == "买叫油爸老酱，"


def test_each_letter_is_in_the_font_that_has_it():
    fonts = fonts_in(view_fonts("老爸 Č ☃ the").css)
    assert {family for family, *_ in fonts} == {"Bertlab Chinese", "Bertlab Signs", "Bertlab Sans"}
    assert letters_of(fonts["Bertlab Chinese", "100 900", "normal"]) == set("老爸")
    assert letters_of(fonts["Bertlab Signs", "100 900", "normal"]) == {"☃"}
    assert letters_of(fonts["Bertlab Sans", "400", "normal"]) == {*ALWAYS, "Č"}


def test_a_page_has_text_and_code_in_four_styles_with_kerning():
    fonts = fonts_in(page_fonts("only English").css)
    styles = {("400", "normal"), ("700", "normal"), ("400", "italic"), ("700", "italic")}
    families = ("Bertlab Sans", "Bertlab Mono")
    marks = ("Bertlab Signs", "100 900", "normal")
    assert set(fonts) == {marks, *((family, *style) for family in families for style in styles)}
    assert letters_of(fonts[marks]) == set("✓✗")
    sans, mono = fonts["Bertlab Sans", "400", "normal"], fonts["Bertlab Mono", "400", "normal"]
    assert [f.FeatureTag for f in sans["GPOS"].table.FeatureList.FeatureRecord] == ["kern"]
    assert len({mono["hmtx"][glyph][0] for glyph in mono.getBestCmap().values()}) == 1


def test_the_same_text_gives_the_same_bytes():
    first = view_fonts("中 é ☃")
    _subset.cache_clear()
    assert view_fonts("中 é ☃") == first


def test_views_of_one_page_do_not_share_names():
    fonts = view_fonts("a", "letters-1")
    assert '"letters-1 Sans"' in fonts.css and "Bertlab" not in fonts.css + fonts.sans


@pytest.mark.parametrize(("text", "most"), [("the cat", 13_000), ("老爸叫小宏去买酱油", 20_000)])
def test_a_view_stays_small(text, most):
    assert len(view_fonts(text).css) < most
