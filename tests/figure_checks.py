"""What tests read off figures, and the test of those that a lesson draws.

A build refuses a figure without a title or with words that nobody can read (``workbook.figures``).
Left for a test is what only its numbers tell: a value that is derived, an order, a title that
depends on the data.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle


def lines(axes: Axes) -> dict[str, list[float]]:
    """Return the heights of each line by its name; of equal names the last."""
    return {line.get_label(): list(line.get_ydata()) for line in axes.lines}


def title(axes: Axes) -> str:
    """Return the title, wherever the style puts it."""
    return "".join(axes.get_title(loc=place) for place in ("left", "center", "right"))


READ: dict[str, Callable[[Axes], list]] = {
    "titles": lambda axes: [title(axes)],
    "texts": lambda axes: [text.get_text() for text in axes.texts if text.get_text()],
    "rows": lambda axes: [label.get_text() for label in axes.get_yticklabels()],
    "columns": lambda axes: [label.get_text() for label in axes.get_xticklabels()],
    "limits": lambda axes: [axes.get_xlim(), axes.get_ylim()],
    "x": lambda axes: [list(line.get_xdata()) for line in axes.lines],
    "y": lambda axes: [list(line.get_ydata()) for line in axes.lines],
    "widths": lambda axes: [bar.get_width() for bar in _bars(axes)],
    "heights": lambda axes: [bar.get_height() for bar in _bars(axes)],
    "starts": lambda axes: [bar.get_x() for bar in _bars(axes)],
    "images": lambda axes: [np.ma.filled(one.get_array(), np.nan) for one in axes.images],
    "legend": lambda axes: [one.get_text() for one in _legend(axes)],
}


def reading(figure: Figure, what: str) -> object:
    """Return something that a figure shows.

    Args:
        figure: Any.
        what: ``"title"``, the one above all; ``"lines"``, heights by name; or a key of ``READ``, of
            all axes one after the other.
    """
    if what == "title":
        return figure.get_suptitle()
    if what == "lines":
        return {name: y for axes in figure.axes for name, y in lines(axes).items()}
    return [value for axes in figure.axes for value in READ[what](axes)]


class Case(NamedTuple):
    """How a figure is drawn, and some of what it has to show."""

    draw: Callable[[], Figure]
    expected: Mapping[str, object]


def shows(draw: Callable[[], Figure], **expected: object) -> Case:
    """Return a case of ``figure_tests``.

    Args:
        draw: Draws a figure.
        **expected: By the names of ``reading``, all values in their order, or a set of texts or
            dict of lines that are among them.
    """
    return Case(draw, expected)


def figure_tests(cases: Mapping[str, Case]) -> Callable:
    """Return the test of a lesson's figures, each with what its name says."""

    @pytest.mark.usefixtures("lesson_style")
    @pytest.mark.parametrize(
        ("draw", "expected"), [pytest.param(*case, id=name) for name, case in cases.items()]
    )
    def test(draw: Callable[[], Figure], expected: Mapping[str, object]) -> None:
        figure = draw()
        for what, value in expected.items():
            found = reading(figure, what)
            assert _agree(found, value), f"{what}: expected {value}, got {found}"

    return test


def _agree(found: object, expected: object) -> bool:
    if isinstance(expected, set):
        return expected <= set(found)
    if isinstance(expected, Mapping):
        return all(name in found and _agree(found[name], expected[name]) for name in expected)
    if isinstance(expected, str):
        return found == expected
    if isinstance(expected, Sequence | np.ndarray):
        return len(found) == len(expected) and all(map(_agree, found, expected))
    return found == pytest.approx(expected, nan_ok=True)


def _bars(axes: Axes) -> list[Rectangle]:
    return [patch for patch in axes.patches if isinstance(patch, Rectangle)]


def _legend(axes: Axes) -> list:
    legend = axes.get_legend()
    return legend.get_texts() if legend else []
