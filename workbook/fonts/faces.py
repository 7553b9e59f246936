"""The fonts of everything we show, none of them the machine's: text, code, signs, Chinese.

Text is FiraGO, code DejaVu Sans Mono, and what FiraGO lacks (✓, ☃) is DejaVu Sans; both of these
come with matplotlib. Chinese is Noto Sans CJK. Its file draws characters as in Taiwan unless a text
says that its language is that of the mainland, which no figure can. So a copy is made whose
*default* shapes are the mainland's: the font's own substitutions for simplified Chinese, applied to
its table of characters.
"""

import io
from functools import cache
from pathlib import Path
from typing import Any

import matplotlib
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables.DefaultTable import DefaultTable

from bertlab.datasets import cjk_font, sans_font
from bertlab.datasets.fetching.integrity import is_cached, keep
from bertlab.datasets.fetching.releases import cache_folder, release_of

CHINESE_FAMILY = "Bertlab Chinese"  # of the copy: no font of the machine has this name
_STYLES_OF_DEJAVU = {
    "regular": "",
    "bold": "-Bold",
    "italic": "-Oblique",
    "bold italic": "-BoldOblique",
}
_VERSION = "simplified 2"  # of the copy; change it when ``_remapped`` changes


def font_bytes(name: str, style: str = "regular") -> bytes:
    """Return a font as a file's bytes.

    Args:
        name: ``"sans"``, ``"mono"``, ``"signs"`` or ``"chinese"``.
        style: ``"regular"``, ``"bold"``, ``"italic"`` or ``"bold italic"``; Chinese has the first.

    Raises:
        ValueError: If there is no such font.
    """
    if name == "sans":
        return sans_font(style)
    if name == "chinese" and style == "regular":
        return simplified_font().read_bytes()
    files = {"mono": "DejaVuSansMono", "signs": "DejaVuSans"}
    if name not in files or style not in _STYLES_OF_DEJAVU:
        raise ValueError(f"expected sans, mono, signs or (regular) chinese, got {name!r}, {style}")
    folder = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
    return (folder / f"{files[name]}{_STYLES_OF_DEJAVU[style]}.ttf").read_bytes()


@cache
def characters_of(name: str) -> frozenset[str]:
    """Return all characters that a font of ``font_bytes`` has."""
    with TTFont(io.BytesIO(font_bytes(name)), lazy=True) as font:
        return frozenset(map(chr, font.getBestCmap()))


@cache
def simplified_font() -> Path:
    """Return the path of a font whose Chinese characters have the mainland's shapes.

    It is made of ``cjk_font`` once, in a second or two, and kept in the cache.
    """
    path = cache_folder() / "fonts" / "BertlabChinese.otf"
    origin = f"{release_of('cjk_font').sha256}:{_VERSION}"
    if not is_cached(path, origin):
        keep(path, origin, _remapped(cjk_font()))
    return path


def simplified_forms(font: TTFont) -> dict[str, str]:
    """Return which glyphs a font replaces in simplified Chinese (OpenType ``locl``, ``ZHS``).

    Raises:
        ValueError: If the font has no such substitutions.
    """
    table = font["GSUB"].table
    records = table.FeatureList.FeatureRecord
    numbers = [
        number
        for script in table.ScriptList.ScriptRecord
        if script.ScriptTag == "hani"
        for language in script.Script.LangSysRecord
        if language.LangSysTag == "ZHS "
        for index in language.LangSys.FeatureIndex
        if records[index].FeatureTag == "locl"
        for number in records[index].Feature.LookupListIndex
    ]
    if not numbers:
        raise ValueError("expected a font with 'locl' forms for ZHS, got one without")
    forms: dict[str, str] = {}
    for number in numbers:  # one after the other: a later one replaces what an earlier one put
        step = _substitutions(table.LookupList.Lookup[number])
        forms = {glyph: step.get(form, form) for glyph, form in forms.items()}
        forms = {**step, **forms}
    return forms


def _substitutions(lookup: Any) -> dict[str, str]:
    """Return the single substitutions of a lookup; its tables may be wrapped as extensions."""
    found: dict[str, str] = {}
    for subtable in lookup.SubTable:
        found |= getattr(subtable, "ExtSubTable", subtable).mapping
    return found


def _remapped(path: Path) -> bytes:
    """Return a font whose characters lead to the shapes of simplified Chinese at once."""
    file = io.BytesIO()
    with TTFont(path, lazy=True, recalcTimestamp=False, recalcBBoxes=False) as font:
        forms = simplified_forms(font)
        for table in font["cmap"].tables:
            if table.format != 14:  # variation sequences name their shapes themselves
                table.cmap = {code: forms.get(name, name) for code, name in table.cmap.items()}
        for record in font["name"].names:
            if record.nameID in (1, 4, 16):
                record.string = CHINESE_FAMILY
        for tag in ("GSUB", "GPOS"):  # nothing changes the shapes a second time
            del font[tag]
        outlines = DefaultTable("CFF ")  # as they are: to write 65,535 of them anew takes a minute
        outlines.data = font.reader["CFF "]
        font["CFF "] = outlines
        font.save(file)
    return file.getvalue()
