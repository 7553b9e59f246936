"""A map of words: near on paper what is near in many dimensions, with labels that can be read."""

from lessons.l03_word2vec.measure import unit_rows

from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
import numpy as np
from jaxtyping import Float
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.text import Annotation, Text
from matplotlib.transforms import Bbox
from sklearn.manifold import TSNE

from bertlab.before.word2vec.word_vectors import WordVectors

MARKERS = "os^Dv*P"
NEAR, FAR = 6, 66  # points from a mark to its label, at least and at most


def draw_map(vectors: WordVectors, kinds: Mapping[str, Sequence[str]], title: str) -> Figure:
    """Draw words of several kinds on a t-SNE map: a color and a shape for each kind."""
    points = TSNE(2, perplexity=8, init="pca", random_state=0).fit_transform(
        unit_rows(vectors, kinds)
    )
    figure, axes = plt.subplots(figsize=(6.4, 6))
    start = 0
    for number, (name, words) in enumerate(kinds.items()):
        x, y = points[start : start + len(words)].T
        axes.plot(x, y, MARKERS[number], color=f"C{number}", markersize=8, label=name)
        start += len(words)
    axes.set(xticks=[], yticks=[])
    axes.margins(0.12, 0.08)
    axes.set_title(title)
    axes.spines[:].set_visible(False)
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, 0), ncols=3, fontsize=12)
    write_apart(axes, points, [word for words in kinds.values() for word in words])
    return figure


def write_apart(
    axes: Axes, points: Float[np.ndarray, "N 2"], words: Sequence[str]
) -> list[Annotation]:
    """Write a word beside each point, so that no label covers another or a mark.

    Each label goes to the nearest free place around its mark; from far away, a line leads back.

    Args:
        axes: Where the marks are drawn already.
        points: Their places, in data coordinates.
        words: One for each.

    Raises:
        ValueError: If there is no free place for a word.
    """
    figure = axes.figure
    figure.canvas.draw()
    marks = [Bbox.from_bounds(x - 7, y - 7, 14, 14) for x, y in axes.transData.transform(points)]
    taken: list[Bbox] = []
    labels = []
    for place, (word, point) in enumerate(zip(words, points, strict=True)):
        others = [*marks[:place], *marks[place + 1 :], *taken]
        label, box = _beside(axes, word, point, others)
        taken.append(box)
        labels.append(label)
    return labels


def _beside(
    axes: Axes, word: str, point: Float[np.ndarray, " 2"], others: Sequence[Bbox]
) -> tuple[Annotation, Bbox]:
    """Write a word at the first of many places where it meets nothing."""
    for far in range(NEAR, FAR, 5):
        for turn in (0, 4, 2, 6, 1, 3, 5, 7):
            angle = turn * np.pi / 4
            x, y = np.cos(angle), np.sin(angle)
            across = "left" if x > 0.1 else "right" if x < -0.1 else "center"
            up = "bottom" if y > 0.1 else "top" if y < -0.1 else "center"
            line = {"arrowstyle": "-", "color": "0.6", "linewidth": 0.8} if far > 10 else None
            label = axes.annotate(
                word,
                tuple(point),
                xytext=(far * x, far * y),
                textcoords="offset points",
                ha=across,
                va=up,
                fontsize=12,
                arrowprops=line,
            )
            label.get_window_extent()  # puts the word where it belongs
            box = Text.get_window_extent(label)  # of the word alone, without its line
            inside = axes.get_window_extent().padded(2)
            fits = inside.containsx(box.x0) and inside.containsx(box.x1)
            fits = fits and inside.containsy(box.y0) and inside.containsy(box.y1)
            if fits and not any(box.overlaps(other) for other in others):
                return label, box
            label.remove()
    raise ValueError(f"expected a free place for {word!r} within {FAR} points of its mark")
