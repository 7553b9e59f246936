"""What the rows of C hold: which words are near each other, a map, and what happens without."""

from collections.abc import Sequence

import matplotlib.pyplot as plt
import numpy as np
import torch
from jaxtyping import Float
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from torch import Tensor, nn


def nearness(
    table: Float[Tensor, "V m"], word: int, others: Sequence[int]
) -> tuple[list[float], list[int]]:
    """Return the cosine of a word's row with those of others, and its place among all words.

    Args:
        table: C.
        word: The word; its own place is 0.
        others: What it is compared with.
    """
    rows = nn.functional.normalize(table.detach(), dim=1)
    cosines = rows @ rows[word]
    places = [int((cosines > cosines[other]).sum()) for other in others]
    return cosines[list(others)].tolist(), places


@torch.no_grad()
def probability_without(
    network: nn.Module, window: Sequence[int], word: int, others: Sequence[int]
) -> float:
    """Return P(word) after a window whose last row of C lost the direction of other words' rows.

    Args:
        network: Has ``embedding``, C, which is as before when this returns.
        window: Ids of the words before.
        word: The word to predict.
        others: The direction is that of their rows' mean; without any, nothing is taken away.
    """
    table = network.get_parameter("embedding.weight")
    kept = table[window[-1]].clone()
    if others:
        direction = nn.functional.normalize(table[list(others)].mean(dim=0), dim=0)
        table[window[-1]] = kept - (kept @ direction) * direction
    probability = network(torch.tensor([list(window)])).softmax(dim=1)[0, word].item()
    table[window[-1]] = kept
    return probability


def random_directions(
    network: nn.Module, window: Sequence[int], word: int, size: int, times: int
) -> list[float]:
    """Return ``probability_without`` for random sets of words, a control."""
    draw = np.random.default_rng(0)
    count = len(network.get_parameter("embedding.weight"))
    sets = [draw.choice(count, size, replace=False).tolist() for _ in range(times)]
    return [probability_without(network, window, word, one) for one in sets]


def draw_map(rows: Float[np.ndarray, "N m"], groups: Sequence[Sequence[str]], title: str) -> Figure:
    """Draw words in the two directions in which their vectors differ most.

    Args:
        rows: The vectors, group after group.
        groups: The words of each group.
        title: What the map shows.
    """
    flat = flat_map(rows)
    figure, axes = plt.subplots(figsize=(7, 4.6))
    names = [word for group in groups for word in group]
    first = len(groups[0])
    for marker, part in zip("os", (slice(None, first), slice(first, None)), strict=True):
        axes.plot(*flat[part].T, marker, ls="", markersize=6)
    _label_apart(axes, names[:first], flat[:first], 1)
    _label_apart(axes, names[first:], flat[first:], -1)
    axes.set(xlabel="first direction", ylabel="second direction", title=title)
    axes.set(xlim=(flat[:, 0].min() - 0.5, flat[:, 0].max() + 0.4))
    axes.set(ylim=(flat[:, 1].min() - 0.15, flat[:, 1].max() + 0.15))
    return figure


def _label_apart(
    axes: Axes, words: Sequence[str], flat: Float[np.ndarray, "N 2"], side: int
) -> None:
    """Write each word beside its point; where points crowd, the words stand above each other."""
    apart = 0.065
    order = np.argsort(flat[:, 1])
    heights = flat[order, 1].copy()
    for _ in range(100):
        for lower in range(len(heights) - 1):
            missing = apart - (heights[lower + 1] - heights[lower])
            if missing > 0:
                heights[lower] -= missing / 2
                heights[lower + 1] += missing / 2
    for place, height in zip(order, heights, strict=True):
        x, y = flat[place]
        axes.annotate(
            words[place], (x, y), (x + 0.08 * side, height), va="center", fontsize=10,
            ha="left" if side > 0 else "right",
            arrowprops={"arrowstyle": "-", "color": "0.6", "lw": 0.7, "shrinkA": 1},
        )  # fmt: skip


def flat_map(rows: Float[np.ndarray, "N m"]) -> Float[np.ndarray, "N 2"]:
    """Return the first two principal components; the first row lies at the right and above."""
    centered = rows - rows.mean(axis=0)
    _, _, directions = np.linalg.svd(centered, full_matrices=False)
    flat = centered @ directions[:2].T
    return flat * np.where(flat[0] < 0, -1, 1)
