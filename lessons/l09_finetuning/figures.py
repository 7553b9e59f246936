"""Pictures of the lesson on fine-tuning; each title states what its numbers say.

Scores are shares of texts put into the right class, one for each seed.
"""

from collections.abc import Mapping, Sequence
from statistics import mean
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from jaxtyping import Int
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from sklearn.metrics import confusion_matrix

from workbook.claims import mean_sd

Scores = Mapping[str, Sequence[float]]  # for each name a score of each seed
COLORS = ListedColormap(["white", "#d9d9d9", "#0072B2"])  # nothing, padding, text
Batches = Sequence[tuple[np.ndarray, int]]  # for each batch its texts' lengths, and its width


def percent(scores: Sequence[float]) -> str:
    """Write one score, or the mean and standard deviation of several: ``"41.2 ± 0.3%"``."""
    points = [100 * score for score in scores]
    return f"{mean_sd(points) if len(points) > 1 else f'{points[0]:.1f}'}%"


def by_mean(scores: Scores) -> list[str]:
    """Return the names, the highest mean first; of equal ones the first."""
    return sorted(scores, key=lambda name: -mean(scores[name]))


def lead(scores: Scores, ahead: str, behind: str) -> float:
    """Return by how many points the mean of one is above that of another."""
    return 100 * (mean(scores[ahead]) - mean(scores[behind]))


def differences(scores: Scores, standard: str) -> dict[str, list[float]]:
    """Return how many points each kind is above the standard, paired by seed.

    Raises:
        ValueError: If a kind has another number of seeds than the standard.
    """
    found = {}
    for name, seeds in scores.items():
        if len(seeds) != len(scores[standard]):
            raise ValueError(f"expected {len(scores[standard])} seeds of {name}, got {len(seeds)}")
        if name != standard:
            pairs = zip(seeds, scores[standard], strict=True)
            found[name] = [100 * (one - base) for one, base in pairs]
    return found


def method_scores(results: Mapping[str, Any]) -> dict[str, list[float]]:
    """Return the test scores of each method, of the experiments ``sentiment`` and like it."""
    simple = {name: [score] for name, score in results["baselines"].items()}
    return {**simple, "fine-tuned": [run["test"] for run in results["fine_tuned"]]}


def methods_title(scores: Scores) -> str:
    """Say which method is best, and by how much."""
    best, second, *_ = by_mean(scores)
    gap = lead(scores, best, second)
    return f"Best: {best}, {gap:.1f} points above {second}"


def draw_methods(scores: Scores, part: str = "test") -> Figure:
    """Draw the scores of several methods side by side, a dot for each seed."""
    figure, axes = plt.subplots(figsize=(8, 3.4))
    _bars(axes, scores)
    axes.set_xlabel(f"{part} texts put into the right class")
    axes.set_title(methods_title(scores))
    return figure


def _bars(axes: Axes, scores: Scores) -> None:
    """Draw a bar for each mean and a dot for each seed."""
    for height, seeds in enumerate(scores.values()):
        axes.barh(height, mean(seeds), color="C0", alpha=0.5)
        if len(seeds) > 1:
            axes.plot(seeds, [height] * len(seeds), "k.", markersize=6)
        axes.annotate(
            percent(seeds), (max(seeds), height), (6, 0), textcoords="offset points", va="center"
        )
    axes.set(yticks=range(len(scores)), xlim=(0, 1.2 * max(map(max, scores.values()))))
    axes.set_yticklabels(list(scores))
    axes.invert_yaxis()


def knobs_title(scores: Scores, standard: str = "standard") -> str:
    """Say how many knobs move the score the same way with every seed."""
    found = differences(scores, standard).values()
    up = sum(min(points) > 0 for points in found)
    down = sum(max(points) < 0 for points in found)
    return f"{len(found)} changes: with every seed {up} better, {down} worse"


def draw_knobs(scores: Scores, standard: str = "standard") -> Figure:
    """Draw by how many points each knob moves the score, paired by seed."""
    found = differences(scores, standard)
    figure, axes = plt.subplots(figsize=(8, 4.2))
    for height, points in enumerate(found.values()):
        axes.plot(points, [height] * len(points), "o", color="C0", markersize=5, alpha=0.6)
        axes.plot(mean(points), height, "|", color="k", markersize=16, markeredgewidth=2)
    axes.axvline(0, color="0.5", linewidth=1)
    axes.set(yticks=range(len(found)), xlabel=f"points above the run called {standard}")
    axes.set_yticklabels(list(found))
    axes.invert_yaxis()
    axes.set_title(knobs_title(scores, standard))
    return figure


def clinic_title(scores: Scores, printed: str = "as printed", mended: str = "mended") -> str:
    """Say what mending brings, and which flaw alone costs most."""
    worst = by_mean({name: scores[name] for name in scores if name not in (printed, mended)})[-1]
    gain, loss = lead(scores, mended, printed), lead(scores, mended, worst)
    return f"Mending brings {gain:+.1f} points; {worst}: {-loss:+.1f}"


def draw_clinic(scores: Scores, chance: float = 0.5) -> Figure:
    """Draw the scores of a recipe as printed, mended, and with each flaw alone."""
    figure, axes = plt.subplots(figsize=(8, 3.2))
    _bars(axes, scores)
    axes.axvline(chance, color="C1", linestyle="--", label="a coin")
    axes.set_xlabel("validation texts put into the right class")
    axes.legend(loc="lower right")
    axes.set_title(clinic_title(scores))
    return figure


def winner_title(scores: Scores) -> str:
    """Say whether one kind beats all others with every seed."""
    best, second, *_ = by_mean(scores)
    behind = differences(scores, best).values()
    gap = lead(scores, best, second)
    if all(max(points) < 0 for points in behind):
        return f"{best.capitalize()} wins with every seed, by {gap:.1f} points on average"
    return f"None wins with every seed; {best} is {gap:.1f} points ahead on average"


def draw_truncation(scores: Scores) -> Figure:
    """Draw the scores on long texts of which one end, the other or both are kept."""
    figure, axes = plt.subplots(figsize=(8, 2.8))
    _bars(axes, scores)
    axes.set_xlabel("long validation texts put into the right class")
    axes.set_title(winner_title(scores))
    return figure


def confusions(labels: Sequence[int], guesses: Sequence[int], classes: int) -> np.ndarray:
    """Return how many texts of each class (rows) were put into each (columns), (C, C)."""
    return confusion_matrix(labels, guesses, labels=range(classes))


def confusion_title(counts: Int[np.ndarray, "C C"], names: Sequence[str]) -> str:
    """Say which class is most often taken for which."""
    shares = counts / counts.sum(axis=1, keepdims=True)
    wrong = np.where(np.eye(len(names), dtype=bool), -1.0, shares)
    true, guess = divmod(int(wrong.argmax()), len(names))
    return f"{shares[true, guess]:.1%} of class {names[true]} is taken for {names[guess]}"


def draw_confusion(counts: Int[np.ndarray, "C C"], names: Sequence[str]) -> Figure:
    """Draw which share of each class was put into which."""
    figure, axes = plt.subplots(figsize=(6.5, 4))
    shares = counts / counts.sum(axis=1, keepdims=True)
    image = axes.imshow(shares, vmin=0, vmax=1)
    for (true, guess), share in np.ndenumerate(shares):
        color = "k" if share > 0.5 else "w"
        axes.text(guess, true, f"{share:.1%}", ha="center", va="center", color=color)
    axes.set(xticks=range(len(names)), yticks=range(len(names)))
    axes.set_xticklabels(names)
    axes.set_yticklabels(names)
    axes.set(xlabel="put into", ylabel="class")
    figure.colorbar(image, label="share of the class")
    axes.set_title(confusion_title(counts, names))
    return figure


def text_share(batches: Batches) -> float:
    """Return which share of the tokens that a model reads is text, and not padding."""
    texts = sum(int(lengths.sum()) for lengths, _ in batches)
    return texts / sum(len(lengths) * width for lengths, width in batches)


def padding_title(ways: Mapping[str, Batches]) -> str:
    """Say how much of what is read is text, for each way of making batches."""
    shares = [f"{text_share(batches):.0%}" for batches in ways.values()]
    return f"Of what the model reads, {', '.join(shares[:-1])} and {shares[-1]} is text"


def draw_padding(ways: Mapping[str, Batches]) -> Figure:
    """Draw the tokens of the same texts in batches: a row for each text, filled where it has text.

    Args:
        ways: For each way of making batches: the lengths of each batch's texts, and its width.
    """
    longest = max(width for batches in ways.values() for _, width in batches)
    figure, panels = plt.subplots(1, len(ways), figsize=(8, 3.2), squeeze=False, sharey=True)
    for axes, (name, batches) in zip(panels[0], ways.items(), strict=True):
        places = np.arange(longest)
        rows = [
            np.where(places < length, 2, np.where(places < width, 1, 0))
            for lengths, width in batches
            for length in lengths
        ]
        axes.imshow(np.array(rows), aspect="auto", cmap=COLORS, vmin=0, vmax=2)
        axes.set_title(f"{name}: {text_share(batches):.0%}", fontsize="medium")
        axes.set(xlabel="token")
    panels[0][0].set_ylabel("text")
    keys = [Patch(color=COLORS(place), label=key) for place, key in ((2, "text"), (1, "padding"))]
    panels[0][-1].legend(handles=keys, loc="upper right", frameon=True)
    figure.suptitle(padding_title(ways))
    return figure
