"""Figures: one style for all lessons, and a picture that is kept together with its words.

A picture is shown as HTML, ``<img alt="...">`` with its bytes inside: of an image alone, JupyterLab
and exported pages drop the words. ``picture_in`` reads it back, for pages and slides that size it.
"""

import base64
import html
import re
from importlib.resources import files
from typing import NamedTuple

import matplotlib.pyplot as plt
from IPython.display import display
from matplotlib.figure import Figure

from bertlab.pictures import png
from workbook.fonts.figures import bring_fonts
from workbook.legibility import refuse, unreadable, untitled

PIXELS_PER_INCH = 100  # on a page, however finely a figure is drawn
PICTURE = re.compile(
    r'<img class="bertlab-figure" style="max-width: 100%; height: auto" width="(?P<width>\d+)"'
    r' alt="(?P<alt>[^"]*)" src="data:image/png;base64,(?P<data>[^"]*)">'
)


class Picture(NamedTuple):
    """A figure as a page has it: PNG in base64, its words, and its width in pixels of a page."""

    data: str
    alt: str
    width: int


def use_style() -> None:
    """Apply the fonts, colors and sizes that all lessons share (``workbook/lesson.mplstyle``)."""
    bring_fonts()
    plt.style.use(str(files("workbook") / "lesson.mplstyle"))


def show(figure: Figure, alt: str) -> None:
    """Show a figure in a notebook, with words for those who cannot see it.

    The words are the picture's ``alt`` wherever HTML is shown, and the output's plain text.

    Args:
        figure: What to draw; it is closed afterwards.
        alt: One or two sentences that say what the picture shows.

    Raises:
        ValueError: If the text alternative is empty; in a build also if the figure has no title, or
            words that nobody can read.
    """
    display({"text/html": picture_html(figure, alt), "text/plain": alt}, raw=True)


def picture_html(figure: Figure, alt: str) -> str:
    """Draw a figure, close it, and return it as an ``<img>`` that is never wider than its column.

    Raises:
        ValueError: As ``show`` does.
    """
    if not alt.strip():
        raise ValueError("a figure needs a text alternative, got an empty one")
    refuse(lambda: untitled(figure) + unreadable(figure))
    width = round(figure.get_size_inches()[0] * PIXELS_PER_INCH)
    data = base64.b64encode(png(figure)).decode("ascii")
    return (
        f'<img class="bertlab-figure" style="max-width: 100%; height: auto" width="{width}"'
        f' alt="{html.escape(alt)}" src="data:image/png;base64,{data}">'
    )


def picture_in(page: str) -> Picture | None:
    """Return the picture that ``picture_html`` made, or None if the HTML is anything else."""
    found = PICTURE.fullmatch(page.strip())
    if found is None:
        return None
    return Picture(found["data"], html.unescape(found["alt"]), int(found["width"]))
