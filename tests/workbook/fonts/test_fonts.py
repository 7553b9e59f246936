"""Our fonts: simplified Chinese by default, and every letter of the lessons is in one of them."""

import json
import re
from pathlib import Path

import matplotlib.pyplot as plt
import pytest
from fontTools.pens.recordingPen import RecordingPen
from fontTools.ttLib import TTFont
from matplotlib import font_manager

from bertlab.datasets import cjk_font
from workbook.figures import use_style
from workbook.fonts.faces import (
    CHINESE_FAMILY,
    characters_of,
    font_bytes,
    simplified_font,
    simplified_forms,
)
from workbook.fonts.figures import letters_for

LESSONS = sorted((Path(__file__).resolve().parents[3] / "notebooks").glob("*.ipynb"))
DIFFERENT = "删骨角返老"  # drawn in another way in Taiwan than on the mainland
ALIKE = "直关门中文"


def outline(font: TTFont, glyph: str) -> list:
    pen = RecordingPen()
    font.getGlyphSet()[glyph].draw(pen)
    return pen.value


@pytest.fixture(scope="module")
def whole():
    with TTFont(cjk_font(), lazy=True) as font:
        yield font


@pytest.fixture(scope="module")
def simplified():
    with TTFont(simplified_font(), lazy=True) as font:
        yield font


@pytest.mark.parametrize("letter", DIFFERENT + ALIKE)
def test_default_shapes_are_those_of_the_mainland(letter, whole, simplified):
    default = whole.getBestCmap()[ord(letter)]
    mainland = simplified_forms(whole).get(default, default)
    drawn = outline(simplified, simplified.getBestCmap()[ord(letter)])
    assert drawn == outline(whole, mainland)
    assert (drawn == outline(whole, default)) == (letter in ALIKE)


def test_the_copy_lost_no_character_and_has_a_name_of_its_own(whole, simplified):
    assert set(simplified.getBestCmap()) == set(whole.getBestCmap())
    assert simplified["name"].getDebugName(1) == "Bertlab Chinese"


def test_a_font_without_simplified_forms_is_refused(whole, monkeypatch):
    monkeypatch.setattr(whole["GSUB"].table.ScriptList, "ScriptRecord", [])
    with pytest.raises(ValueError, match="expected a font with 'locl' forms for ZHS"):
        simplified_forms(whole)


def test_there_is_no_other_font():
    with pytest.raises(ValueError, match="got 'serif', regular"):
        font_bytes("serif")
    with pytest.raises(ValueError, match="got 'chinese', bold"):
        font_bytes("chinese", "bold")


def test_figures_use_the_fonts_that_matplotlib_ships_and_this_one():
    with plt.rc_context():
        use_style()
        for family in ("sans-serif", "monospace"):
            properties = font_manager.FontProperties(family=[family])
            path = Path(font_manager.findfont(properties))
            assert path.is_relative_to(plt.matplotlib.get_data_path())
            assert path.name.startswith("DejaVuSans")
        with letters_for(["删"]):
            assert font_manager.findfont(CHINESE_FAMILY) == str(simplified_font())


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_every_letter_of_a_lesson_is_in_our_fonts(lesson):
    text = "".join(_texts(json.loads(lesson.read_text(encoding="utf-8"))["cells"]))
    ours = characters_of("sans") | characters_of("chinese") | characters_of("signs")
    letters = {letter for letter in re.sub(r"base64,[\w+/=]*", "", text) if letter > "~"}
    assert {letter for letter in letters - ours if not letter.isspace()} == set()


def _texts(value):
    """Yield the texts of cells and outputs, and not the pictures."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for child in value:
            yield from _texts(child)
    elif isinstance(value, dict):
        for key, child in value.items():
            if not key.startswith("image/"):
                yield from _texts(child)
