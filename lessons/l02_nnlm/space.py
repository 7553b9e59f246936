"""What the rows of C hold: which words are near each other, a map, and what happens without."""

import html
from collections.abc import Mapping, Sequence

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


def side_by_side(columns: Mapping[str, Sequence[tuple[str, float]]]) -> str:
    """Lay out columns of words with a number each as a table in HTML."""
    head = "".join(f"<th>{html.escape(name)}</th>" for name in columns)
    rows = zip(*columns.values(), strict=True)
    cells = [[f"<td>{html.escape(word)} {value:.2f}</td>" for word, value in row] for row in rows]
    body = "".join(f"<tr>{''.join(row)}</tr>" for row in cells)
    return f"<table><tr>{head}</tr>{body}</table>"


@torch.no_grad()
def probability_with(
    network: nn.Module, window: Sequence[int], word: int, row: Float[Tensor, " m"]
) -> float:
    """Return P(word) after a window whose last word has another row of C.

    Args:
        network: Has ``embedding``, C, which is as before when this returns.
        window: Ids of the words before.
        word: The word to predict.
        row: What stands in the place of the last word's row.
    """
    table = network.get_parameter("embedding.weight")
    kept = table[window[-1]].clone()
    table[window[-1]] = row
    probability = network(torch.tensor([list(window)])).softmax(dim=1)[0, word].item()
    table[window[-1]] = kept
    return probability


def equal_changes(
    network: nn.Module, window: Sequence[int], word: int, length: float, times: int
) -> list[float]:
    """Return ``probability_with`` after changes of one length in random directions, a control."""
    row = network.get_parameter("embedding.weight")[window[-1]].detach()
    steps = np.random.default_rng(0).standard_normal((times, len(row)))
    steps *= length / np.linalg.norm(steps, axis=1, keepdims=True)
    changes = torch.from_numpy(steps).to(row.dtype)
    return [probability_with(network, window, word, row + change) for change in changes]


def draw_taking() -> Figure:
    """Draw a vector that loses its part along a direction u."""
    figure, axes = plt.subplots(figsize=(4.6, 2.9))
    arrows = {"row": (3, 2), "its part along u": (3, 0), "what remains": (0, 2)}
    for number, (x, y) in enumerate(arrows.values()):
        axes.annotate("", (x, y), (0, 0), arrowprops={"color": f"C{number}", "width": 2,
                      "headwidth": 9, "shrink": 0})  # fmt: skip
    axes.plot([0, 4.3], [0, 0], color="0.6", lw=1, zorder=0)
    axes.plot([3, 3], [0, 2], ":", color="0.4")
    texts = (1.2, 1.25, "row"), (0.7, -0.45, "its part along u"), (0.1, 2.15, "what remains")
    for number, (left, height, words) in enumerate(texts):
        axes.text(left, height, words, color=f"C{number}", fontsize=12)
    axes.text(4.1, 0.15, "u", fontsize=12)
    axes.set(xlim=(-0.3, 4.5), ylim=(-0.7, 2.6), aspect="equal")
    axes.axis("off")
    axes.set_title("A row loses a direction")
    return figure


def draw_taken(taken: Mapping[str, float], controls: Sequence[float]) -> Figure:
    """Draw the probability of *million* after each piece was taken, above that of controls.

    Args:
        taken: What was taken away, and the probability without it.
        controls: The probability after each random change.
    """
    figure, axes = plt.subplots(figsize=(5.8, 3.4))
    heights = np.random.default_rng(0).uniform(-0.3, 0.3, len(controls))
    axes.semilogx(controls, len(taken) + heights, "o", color="0.6", markersize=3, alpha=0.7)
    for place, value in enumerate(taken.values()):
        axes.plot(value, place, "o", color="C1", markersize=9)
        label = f"  {value:.4f}"
        axes.annotate(label, (value, place), va="center", ha="left", fontsize=10)
    axes.axvline(next(iter(taken.values())), color="0.4", ls=":")
    axes.set_yticks(range(1 + len(taken)), [*taken, f"{len(controls)} random\nchanges\nas long"])
    axes.set(ylabel="taken away", xlabel="P(million | ... eight), log scale")
    axes.invert_yaxis()
    axes.set_xticks([0.002, 0.005, 0.01, 0.02, 0.05], ["0.002", "0.005", "0.01", "0.02", "0.05"])
    axes.minorticks_off()
    axes.set_title("“million” needs the shared direction")
    return figure


def draw_map(
    rows: Float[np.ndarray, "N m"],
    groups: Sequence[Sequence[str]],
    title: str,
    others: Float[np.ndarray, "K m"],
) -> Figure:
    """Draw words in the two directions in which their vectors differ most.

    Args:
        rows: The vectors, group after group.
        groups: The words of each group.
        title: What the map shows.
        others: Vectors of other words, drawn as gray dots in the same directions.
    """
    flat = flat_map(rows)
    figure, axes = plt.subplots(figsize=(6, 4.8))
    axes.plot(*flat_map(rows, others).T, ".", color="0.75", markersize=4, zorder=0)
    names = [word for group in groups for word in group]
    first = len(groups[0])
    for marker, part in zip("os", (slice(None, first), slice(first, None)), strict=True):
        axes.plot(*flat[part].T, marker, ls="", markersize=6)
    _label_apart(axes, names[:first], flat[:first], 1)
    _label_apart(axes, names[first:], flat[first:], -1)
    axes.set(xlabel="direction 1 of 32", ylabel="direction 2 of 32", title=title)
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


def flat_map(
    rows: Float[np.ndarray, "N m"], others: Float[np.ndarray, "K m"] | None = None
) -> Float[np.ndarray, "K 2"]:
    """Return the first two principal components; the first row lies at the right and above.

    Args:
        rows: Those that the directions are computed from.
        others: Those that are laid into these directions; the rows themselves by default.
    """
    center = rows.mean(axis=0)
    _, _, directions = np.linalg.svd(rows - center, full_matrices=False)
    flat = ((rows if others is None else others) - center) @ directions[:2].T
    return flat * np.where((rows[0] - center) @ directions[:2].T < 0, -1, 1)
