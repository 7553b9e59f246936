"""Figures: letters for Chinese texts in them, which matplotlib's own font lacks, and their PNG."""

import io
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, cast

import matplotlib.pyplot as plt
from matplotlib import font_manager
from matplotlib.figure import Figure

from bertlab.datasets.fonts.faces import CHINESE_FAMILY, simplified_font
from bertlab.datasets.fonts.pages import chinese


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


def png(figure: Figure) -> bytes:
    """Draw a figure as PNG bytes and close it, so that nothing shows it a second time."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", metadata={"Software": None})
    plt.close(figure)
    return buffer.getvalue()
