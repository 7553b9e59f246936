"""Letters for Chinese texts: in figures, and in pages that bring a font of their own."""

import base64
import io
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, cast

import matplotlib.pyplot as plt
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from matplotlib import font_manager

from bertlab.datasets import cjk_font

FIRST_CJK = "\u2e80"  # from here on, matplotlib's own font has no characters


def chinese(texts: Iterable[str]) -> str:
    """Return the Chinese, Japanese and Korean characters of some texts, each once, in order."""
    return "".join(sorted({letter for text in texts for letter in text if letter >= FIRST_CJK}))


@cache
def _family() -> str:
    """Give matplotlib a font with Chinese characters, and return the family's name."""
    path = str(cjk_font())
    font_manager.fontManager.addfont(path)
    return font_manager.FontProperties(fname=path).get_name()


@contextmanager
def letters_for(texts: Iterable[str]) -> Iterator[None]:
    """Draw figures within it with a font that has the letters of some texts.

    Only Chinese, Japanese or Korean ones need (and fetch) another font than matplotlib's own. The
    figure has to be finished (``png``) within it.
    """
    settings: dict[str, object] = {}
    if chinese(texts):
        settings["font.family"] = [*plt.rcParams["font.family"], _family()]
        settings["axes.titleweight"] = "normal"  # that font has no other weight
    with plt.rc_context(cast(Any, settings)):
        yield


def font_style(texts: Iterable[str], family: str) -> str:
    """Return CSS that brings the Chinese letters of some texts, for readers who have none.

    Args:
        texts: What will be shown.
        family: The name that the page's other rules call the font by.

    Returns:
        An ``@font-face`` rule, a few hundred bytes a letter; empty if there is no such letter.
    """
    letters = chinese(texts)
    if not letters:
        return ""
    return (
        f'@font-face {{ font-family: "{family}"; '
        f"src: url(data:font/otf;base64,{font_with(letters)}); }}"
    )


@cache
def font_with(letters: str) -> str:
    """Return an OpenType font with some letters only, in base64."""
    options = Options(hinting=False, layout_features=[], name_IDs=[], desubroutinize=True)
    subsetter = Subsetter(options)
    subsetter.populate(text=letters)
    file = io.BytesIO()
    with TTFont(cjk_font(), lazy=True, recalcTimestamp=False) as font:
        subsetter.subset(font)
        font.save(file)
    return base64.b64encode(file.getvalue()).decode("ascii")
