"""Fonts that a page carries inside: its own letters and no others, whatever the machine has.

A page that brings its fonts is laid out alike everywhere. Each font is cut down to the letters that
the page shows (9 kB for a view, some 150 kB for a deck) and stands in the style sheet.
"""

import base64
import io
from functools import cache

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from bertlab.pictures import PageFonts
from workbook.fonts.faces import characters_of, font_bytes

# Scripts may write these; and pages that need no others share one set of fonts.
ALWAYS = "".join(map(chr, range(0x20, 0x7F))) + "µ×±áäéèöïüýß–—‘’“”…→−≤≥≈"
MARKS = "✓✗"  # of quizzes and exercises
FIRST_CJK = "\u2e80"  # Chinese, Japanese and Korean characters begin here
STYLES = ("regular", "bold", "italic", "bold italic")
_RULE = (
    '@font-face {{ font-family: "{family}"; font-weight: {weight}; font-style: {style}; '
    'font-display: block; {extent}src: url("data:font/{kind};base64,{data}"); }}'
)
_CJK_EXTENT = "unicode-range: U+2E80-FFEF, U+20000-3FFFF; "


def chinese(text: str) -> str:
    """Return the Chinese, Japanese and Korean characters of a text, each once, in order."""
    return "".join(sorted({letter for letter in text if letter >= FIRST_CJK}))


def page_fonts(text: str, name: str = "Bertlab") -> PageFonts:
    """Return fonts for text and code in all styles, with kerning: for a deck or a page.

    Args:
        text: All that the page may show; its HTML will do.
        name: What the names of the families begin with.
    """
    letters = frozenset(ALWAYS + MARKS + text)
    rules = [
        _rule(
            f"{name} {family.title()}",
            family,
            style,
            letters & characters_of(family),
            kerned=family == "sans",
        )
        for family in ("sans", "mono")
        for style in STYLES
    ]
    css = "\n".join([*_others(name, letters), *rules])
    first, last = f'"{name} Chinese"', f'"{name} Signs"'
    return PageFonts(
        css,
        f'{first}, "{name} Sans", {last}, sans-serif',
        f'{first}, "{name} Mono", {last}, monospace',
    )


def view_fonts(text: str, name: str = "Bertlab") -> PageFonts:
    """Return the smallest fonts for a view: text in one weight; its code looks like text.

    Args:
        text: All words of the view.
        name: What the names of the families begin with; views in one page need different ones.
    """
    letters = frozenset(ALWAYS + text)
    sans = _rule(f"{name} Sans", "sans", "regular", letters & characters_of("sans"))
    css = "\n".join([*_others(name, letters), sans])
    stack = f'"{name} Chinese", "{name} Sans", "{name} Signs", sans-serif'
    return PageFonts(css, stack, stack)


def _others(name: str, letters: frozenset[str]) -> list[str]:
    """Return rules for what neither text nor code has: Chinese, and then signs."""
    chinese_letters = frozenset(chinese("".join(letters))) & characters_of("chinese")
    signs = letters - characters_of("sans") - chinese_letters
    found = []
    for family, own in (("chinese", chinese_letters), ("signs", signs & characters_of("signs"))):
        if own:
            found.append(_rule(f"{name} {family.title()}", family, "regular", own))
    return found


def _rule(family: str, font: str, style: str, letters: frozenset[str], kerned: bool = False) -> str:
    """Return the ``@font-face`` rule of a font with some letters only."""
    one_weight = font in ("chinese", "signs")  # and no browser thickens them
    return _RULE.format(
        family=family,
        weight="100 900" if one_weight else "700" if "bold" in style else "400",
        style="italic" if "italic" in style else "normal",
        extent=_CJK_EXTENT if font == "chinese" else "",
        kind="otf" if font == "chinese" else "ttf",
        data=_subset(font, style, "".join(sorted(letters)), kerned),
    )


@cache
def _subset(font: str, style: str, letters: str, kerned: bool) -> str:
    """Return a font with some letters only, in base64."""
    options = Options(
        hinting=False,
        layout_features=["kern"] if kerned else [],
        name_IDs=[1, 2, 6],  # so that a browser can tell which font it used
        desubroutinize=True,
        notdef_outline=True,
    )
    options.drop_tables += ["FFTM"]  # a note of the editor that drew the font
    if not kerned:
        options.drop_tables += ["GDEF", "GPOS", "GSUB", "kern"]
    subsetter = Subsetter(options)
    subsetter.populate(text=letters)
    file = io.BytesIO()
    with TTFont(io.BytesIO(font_bytes(font, style)), lazy=True, recalcTimestamp=False) as whole:
        subsetter.subset(whole)
        whole.save(file)
    return base64.b64encode(file.getvalue()).decode("ascii")
