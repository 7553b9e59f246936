"""Figures: letters for Chinese texts in them, which matplotlib's own font lacks."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, cast

import matplotlib.pyplot as plt
from matplotlib import font_manager

from bertlab.pictures import Letters, install_letters
from workbook.fonts.faces import CHINESE_FAMILY, simplified_font
from workbook.fonts.pages import chinese, view_fonts


@cache
def _family() -> str:
    """Give matplotlib a font with Chinese characters, and return the family's name."""
    font_manager.fontManager.addfont(str(simplified_font()))
    return CHINESE_FAMILY


@contextmanager
def letters_for(texts: Iterable[str]) -> Iterator[None]:
    """Draw figures within it with a font that has the letters of some texts.

    Only Chinese, Japanese or Korean ones need (and fetch) another font than matplotlib's own. The
    figure has to be finished (``png``) within it.
    """
    settings: dict[str, object] = {}
    if chinese("".join(texts)):
        settings["font.family"] = [*plt.rcParams["font.family"], _family()]
        settings["axes.titleweight"] = "normal"  # that font has no other weight
    with plt.rc_context(cast(Any, settings)):
        yield


def bring_fonts() -> None:
    """Let the views of ``bertlab`` carry our fonts: they look alike on every machine."""
    install_letters(Letters(view_fonts, letters_for))
