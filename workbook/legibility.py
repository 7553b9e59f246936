"""What nobody can read in a figure: words on others or beyond the paper, letters no font has.

A build refuses such a figure, so each notebook that is built has tested its figures. In a reader's
own session it is shown all the same: there, a picture with two words too close helps more than an
error.
"""

import os
import warnings
from collections.abc import Callable
from itertools import combinations

from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.path import Path
from matplotlib.text import Text
from matplotlib.transforms import Affine2D, Bbox

STRICT = "BERTLAB_FIGURES"  # set to "strict" in the environment of a build
TOUCH = 2.0  # pixels of a page by which the frames of two words may overlap: they hold some air


def refuse(find: Callable[[], list[str]]) -> None:
    """Refuse in a build what a reader could not read; elsewhere, do not even look for it.

    Args:
        find: Returns the faults.

    Raises:
        ValueError: If there is a fault, and a build is going on.
    """
    if os.environ.get(STRICT) == "strict" and (faults := find()):
        raise ValueError(f"a reader cannot read this figure: {'; '.join(faults)}")


def untitled(figure: Figure) -> list[str]:
    """Return that a figure has no title, if so: neither above it nor above any of its axes."""
    above = [figure.get_suptitle(), *(text.get_text() for text in figure.texts)]
    titles = (axes.get_title(loc) for axes in figure.axes for loc in ("left", "center", "right"))
    return [] if any(words.strip() for words in (*above, *titles)) else ["it has no title"]


def unreadable(figure: Figure) -> list[str]:
    """Return which words of a figure lie on others, leave the paper, or are empty boxes."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        figure.draw_without_rendering()
    missing = {str(one.message) for one in caught if str(one.message).startswith("Glyph")}
    texts = _texts(figure)
    frames = [(text.get_text(), _frame(text)) for text in texts]
    outlines = [(text.get_text(), _outline(text)) for text in texts]
    paper = figure.bbox.padded(TOUCH)
    return (
        sorted(missing)
        + [
            f"{words!r} leaves the paper"
            for words, frame in frames
            if not (paper.containsx(frame.x0) and paper.containsx(frame.x1))
            or not (paper.containsy(frame.y0) and paper.containsy(frame.y1))
        ]
        + [
            f"{words!r} lies on {others!r}"
            for (words, outline), (others, other) in combinations(outlines, 2)
            if outline.intersects_path(other, filled=True)
        ]
    )


def _frame(text: Text) -> Bbox:
    frame = Text.get_window_extent(text).padded(-TOUCH)  # of an annotation, without its arrow
    lines = text.get_text().split("\n")
    empty = len(lines) - len(text.get_text().rstrip("\n").split("\n"))  # below a title: air
    return Bbox.from_extents(
        frame.x0, frame.y0 + frame.height * empty / len(lines), frame.x1, frame.y1
    )


def _outline(text: Text) -> Path:
    """Return the corners of a text's frame; a slanted text's frame is slanted, too."""
    angle, frame = text.get_rotation(), _frame(text)
    if angle % 90 == 0 or text.get_rotation_mode() != "anchor":
        return Path(frame.corners()[[0, 1, 3, 2, 0]], closed=True)
    text.set_rotation(0)
    level = Path(_frame(text).corners()[[0, 1, 3, 2, 0]], closed=True)
    text.set_rotation(angle)
    x, y = text.get_transform().transform(text.get_position())
    return Affine2D().rotate_deg_around(x, y, angle).transform_path(level)


def _texts(figure: Figure) -> list[Text]:
    """Return the words that a figure shows; matplotlib also keeps labels of ticks out of sight."""
    axes = [axis for one in figure.axes for axis in (one.xaxis, one.yaxis)]
    out_of_sight = {id(label) for axis in axes for label in _labels_out_of_sight(axis)}
    return [
        text
        for text in figure.findobj(Text)
        if text.get_visible() and text.get_text().strip() and id(text) not in out_of_sight
    ]


def _labels_out_of_sight(axis: Axis) -> list[Text]:
    low, high = sorted(axis.get_view_interval())
    shown = axis.axes.axison and axis.get_visible()
    return [
        label
        for tick in (*axis.get_major_ticks(), *axis.get_minor_ticks())
        for label in (tick.label1, tick.label2)
        if not (shown and low <= tick.get_loc() <= high)
    ]
