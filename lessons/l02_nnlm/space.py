"""What the rows of C hold: directions that words share, and what happens without them."""

from lessons.l02_nnlm.figures import legend_above

import html
from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
import numpy as np
import torch
from jaxtyping import Float
from matplotlib.figure import Figure
from torch import Tensor, nn

from bertlab.predecessors.ngrams.corpus import Vocabulary

NUMBERS = [
    *("two", "three", "four", "five", "six", "seven"),
    *("eight", "nine", "ten", "eleven", "twelve"),
]


def other_words(vocabulary: Vocabulary) -> list[str]:
    """Return the words that are no number words, and as frequent as these."""
    rarest = min(vocabulary.counts[vocabulary.index(word)] for word in NUMBERS)
    frequent = [word for word in range(3, len(vocabulary)) if vocabulary.counts[word] >= rarest]
    return [word for word in vocabulary.decode(frequent) if word not in {*NUMBERS, "<num>"}]


def side_by_side(columns: Mapping[str, Sequence[tuple[str, float]]], above: str) -> str:
    """Lay out columns of words with a number each as a table in HTML, below a line of text."""
    head = "".join(f"<th>{html.escape(name)}</th>" for name in columns)
    rows = zip(*columns.values(), strict=True)
    cells = [[f"<td>{html.escape(word)} {value:.2f}</td>" for word, value in row] for row in rows]
    body = "".join(f"<tr>{''.join(row)}</tr>" for row in cells)
    return f"<p>{html.escape(above)}</p><table><tr>{head}</tr>{body}</table>"


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


def draw_taken(
    taken: Mapping[str, float], controls: Mapping[str, Sequence[float]], marks: Mapping[str, float]
) -> Figure:
    """Draw the probability of *million* after each piece was taken, above that of controls.

    Args:
        taken: What was taken away, and the probability without it.
        controls: For each kind of control the probability after each change.
        marks: Probabilities to compare with, each at a dashed line.
    """
    figure, axes = plt.subplots(figsize=(5.2, 4.2))
    for place, values in enumerate(controls.values(), len(taken)):
        heights = place + np.random.default_rng(0).uniform(-0.25, 0.25, len(values))
        axes.semilogx(values, heights, "o", color="0.6", markersize=3, alpha=0.7)
    for place, value in enumerate(taken.values()):
        axes.plot(value, place, "o", color="C1", markersize=9)
        axes.annotate(f"{value:.4f}", (value, place - 0.25), va="bottom", ha="center", fontsize=10,
                      bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.5})  # fmt: skip
    axes.axvline(next(iter(taken.values())), color="0.4", ls=":", zorder=0)
    for name, value in marks.items():
        axes.axvline(value, color="0.4", ls="--", zorder=0)
        axes.annotate(name, (value, -0.8), (-4, 0), textcoords="offset points", fontsize=10,
                      va="center", ha="right")  # fmt: skip
    axes.set_yticks(range(len(taken) + len(controls)), [*taken, *controls])
    axes.set(xlabel="P(million), log scale", ylabel="what is taken away from eight")
    axes.set_ylim(len(taken) + len(controls) - 0.5, -1.3)
    axes.set_xticks([1e-4, 1e-3, 1e-2], ["0.0001", "0.001", "0.01"])
    axes.minorticks_off()
    axes.set_xlim(5e-5, 0.05)
    axes.set_title("No random change goes as low")
    return figure


def along(table: Float[Tensor, "V m"], group: Sequence[int]) -> Float[np.ndarray, " V"]:
    """Return the cosine of every row with the mean of a group's rows; a word's own is left out.

    Args:
        table: C.
        group: The words whose mean gives the direction.
    """
    rows = nn.functional.normalize(table.detach(), dim=1)
    mean = table.detach()[list(group)].mean(dim=0)
    cosines = rows @ nn.functional.normalize(mean, dim=0)
    for word in group:
        rest = table.detach()[[other for other in group if other != word]].mean(dim=0)
        cosines[word] = rows[word] @ nn.functional.normalize(rest, dim=0)
    return cosines.numpy()


def draw_along(
    places: Mapping[str, Float[np.ndarray, "N 2"]], named: Mapping[str, Sequence[float]]
) -> Figure:
    """Draw words by their cosines with two directions; the first kind of words is gray.

    Args:
        places: For each kind of words the two cosines of each.
        named: Words that are written beside their points.
    """
    figure, axes = plt.subplots(figsize=(5.2, 5.2))
    (others, gray), *kinds = places.items()
    axes.plot(*gray.T, ".", color="0.75", markersize=3, zorder=0, label=others)
    for number, (name, points) in enumerate(kinds):
        axes.plot(*points.T, "os"[number], ls="", color=f"C{number}", markersize=6, label=name)
    for word, (x, y) in named.items():
        axes.annotate(word, (x, y), (7, 0), textcoords="offset points", va="center", fontsize=11,
                      bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.5, "alpha": 0.8},
                      )  # fmt: skip
    axes.set(xlabel="cosine with the other number words", ylabel="cosine with the other months")
    axes.set(xlim=(-0.65, 1), ylim=(-0.65, 1), aspect="equal")
    axes.set_title("Number words right, months above")
    legend_above(axes, columns=3)
    return figure
