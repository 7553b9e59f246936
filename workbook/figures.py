"""Figures: one style for all lessons, and a text alternative for each picture."""

from importlib.resources import files

import matplotlib.pyplot as plt
from IPython.display import display
from matplotlib.figure import Figure

from bertlab.datasets.fonts.figures import png


def use_style() -> None:
    """Apply the fonts, colors and sizes that all lessons share (``workbook/lesson.mplstyle``)."""
    plt.style.use(str(files("workbook") / "lesson.mplstyle"))


def show(figure: Figure, alt: str) -> None:
    """Show a figure in a notebook, with words for those who cannot see it.

    The words are the output's plain text and the image's ``alt`` in exported pages.

    Args:
        figure: What to draw; it is closed afterwards.
        alt: One or two sentences that say what the picture shows.

    Raises:
        ValueError: If the text alternative is empty.
    """
    if not alt.strip():
        raise ValueError("a figure needs a text alternative, got an empty one")
    data = {"image/png": png(figure), "text/plain": alt}
    display(data, metadata={"image/png": {"alt": alt}}, raw=True)
