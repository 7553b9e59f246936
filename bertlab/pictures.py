"""Pictures and pages: figures as PNG, and which letters they are written in.

A page in the reader's browser finds letters on the reader's machine, and a figure has those of
matplotlib's own font, which knows no Chinese. Whoever wants the same letters everywhere, such as
the workbook, brings fonts along: ``install_letters``.
"""

import io
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from typing import NamedTuple

import matplotlib.pyplot as plt
from matplotlib.figure import Figure
from PIL import Image

COLORS = 64
# With these, Chromium sets each letter where the font says, and rounds no width to whole pixels.
EXACT = "text-rendering: geometricPrecision; font-variant-ligatures: none;"


class PageFonts(NamedTuple):
    """Fonts for a page.

    Attributes:
        css: The ``@font-face`` rules, with the fonts inside.
        sans: What ``font-family`` has to be for text.
        mono: What ``font-family`` has to be for code.
    """

    css: str = ""
    sans: str = "sans-serif"
    mono: str = "monospace"


class Letters(NamedTuple):
    """Where views take their letters from; as it is, from the machine that shows them.

    Attributes:
        of_view: Makes of all words of a view, and a name for its families, the fonts it carries.
        of_figure: Makes of some texts a context in which a figure has their letters.
    """

    of_view: Callable[[str, str], PageFonts] = lambda words, name: PageFonts()
    of_figure: Callable[[Iterable[str]], AbstractContextManager[None]] = lambda texts: nullcontext()


_installed = [Letters()]


def install_letters(letters: Letters) -> None:
    """Let all views that are made from now on take their letters from there."""
    _installed[:] = [letters]


def installed_letters() -> Letters:
    """Return where views take their letters from."""
    return _installed[0]


def png(figure: Figure) -> bytes:
    """Draw a figure as PNG bytes and close it, so that nothing shows it a second time.

    It gets a palette of ``COLORS``: a third of the bytes, and a chart looks the same.
    """
    drawn, kept = io.BytesIO(), io.BytesIO()
    figure.savefig(drawn, format="png")
    plt.close(figure)
    pixels = Image.open(drawn)
    # Not the median cut: it gives small dots the color of what is large beside them.
    palette = pixels.convert("RGB").quantize(
        COLORS, Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE
    )
    palette.save(kept, format="PNG", optimize=True, dpi=pixels.info["dpi"])
    return kept.getvalue()
