"""Figures: one style for all lessons, and a text alternative for each picture."""

import io
from importlib.resources import files

import matplotlib.pyplot as plt
from IPython.display import display
from matplotlib.figure import Figure


def use_style() -> None:
    """Apply the fonts, colors and sizes that all lessons share (``bertlab/lesson.mplstyle``)."""
    plt.style.use(str(files("bertlab") / "lesson.mplstyle"))


def png(figure: Figure) -> bytes:
    """Draw a figure as PNG bytes and close it, so that nothing shows it a second time."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", metadata={"Software": None})
    plt.close(figure)
    return buffer.getvalue()


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
