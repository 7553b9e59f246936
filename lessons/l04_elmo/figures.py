"""Pictures of the lesson on ELMo: what was measured, as bars, curves and maps."""

from lessons.l04_elmo.controls import Strip
from lessons.l04_elmo.measure import Scores

from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from jaxtyping import Float
from matplotlib.figure import Figure
from numpy.typing import NDArray
from torch import Tensor

WIDTH = 6  # inches: a phone shrinks the labels of a wide figure
COLUMNS = 6, 58, 94  # points at the right of the strips, where their numbers stand


def draw_static(
    verbs: Mapping[str, float], months: Mapping[str, float], others: Mapping[str, float]
) -> Figure:
    """Draw the cosines of one word2vec vector with verbs, with months, and with other words."""
    figure, axes = plt.subplots(figsize=(WIDTH, 4.6))
    values = {**verbs, **months, **others}
    colors = ["C0"] * len(verbs) + ["C1"] * len(months) + ["0.6"] * len(others)
    axes.barh(range(len(values)), list(values.values()), color=colors)
    names = [*verbs, *(month.title() for month in months), *others]
    axes.set_yticks(range(len(values)), names, fontsize=12)
    axes.invert_yaxis()
    axes.axvline(0, color="0.3", linewidth=0.8)
    axes.set(xlabel="cosine with the word2vec vector of “may”", xlim=(-0.3, 1))
    axes.set_title("The one vector for “may” lies with the verbs")
    return figure


def draw_dice(curves: Mapping[str, Float[Tensor, "seeds steps"]], faces: int) -> Figure:
    """Plot perplexities on dice against the training step, a thin line for each seed."""
    figure, axes = plt.subplots(figsize=(WIDTH, 2.9))
    for number, (name, rows) in enumerate(curves.items()):
        for seed, row in enumerate(rows):
            axes.semilogy(row, color=f"C{number}", linewidth=1.2, label="" if seed else name)
    axes.axhline(faces, color="0.4", linestyle=":", label=f"{faces}: the best without looking")
    axes.set_yticks([1, 2, 5, 10, 20], ["1", "2", "5", "10", "20"])
    axes.minorticks_off()
    axes.set(xlabel="training step", ylabel="perplexity, new throws")
    axes.set_title("Layers that see both sides copy the answer")
    axes.legend(loc="lower left", fontsize=11)
    return figure


def draw_controls(found: Mapping[str, Sequence[float]], title: str, color: str) -> Figure:
    """Draw how often the nearest use is of the same kind, from chance, with a dot for each seed."""
    figure, axes = plt.subplots(figsize=(WIDTH, 0.29 * len(found) + 1.05))
    for place, values in enumerate(found.values()):
        percent = 100 * np.array(values)
        axes.barh(place, percent.mean() - 50, left=50, color=color)
        if len(percent) > 1:
            axes.scatter(percent, [place] * len(percent), color="0.15", s=16, zorder=3)
        axes.text(102, place, f"{percent.mean():.1f}%", va="center", fontsize=11)
    axes.axvline(50, color="0.3", linewidth=0.8)
    names = list(map(_two_lines, found))
    axes.set_yticks(range(len(found)), names, fontsize=11, linespacing=0.85)
    axes.invert_yaxis()
    axes.set_xlabel("nearest use is of the same kind, %\n(trained: one run; dots: three seeds)")
    axes.set(xlim=(45, 112), xticks=range(50, 101, 10))
    axes.set_title(title, x=1, ha="right")
    return figure


def _two_lines(name: str) -> str:
    """Break the name of a kind of vectors at its comma."""
    return name.replace(", ", ",\n")


def draw_strips(found: Mapping[str, Sequence[Strip]]) -> Figure:
    """Draw each use as a dot: to the right of 0 it lies with the months."""
    rows = [(name, seed, strip) for name, some in found.items() for seed, strip in enumerate(some)]
    figure, axes = plt.subplots(figsize=(WIDTH, 0.55 * len(rows) + 1.9))
    jitter = np.random.default_rng(0)
    beside: dict[str, Any] = {"xycoords": axes.get_yaxis_transform(), "textcoords": "offset points"}
    for place, (_, _, strip) in enumerate(rows):
        values = strip.values.numpy() / strip.values.abs().max().item()
        month = strip.month.numpy()
        axes.axhspan(place - 0.43, place + 0.43, color="0.95", zorder=0)
        kinds = (month, -0.2, "C1", "months"), (~month, 0.2, "C0", "verbs")
        for kind, shift, color, name in kinds:
            heights = place + shift + jitter.uniform(-0.15, 0.15, kind.sum())
            label = "" if place else f"{kind.sum()} uses as {name}"
            axes.scatter(values[kind], heights, s=12, color=color, alpha=0.7, label=label)
        months, verbs = strip.right_of_0
        for shift, text in zip(COLUMNS, (months, verbs, f"{strip.ordered:.0%}"), strict=True):
            axes.annotate(str(text), (1, place), (shift, 0), va="center", fontsize=11, **beside)
    heads = "above 0:\nmonths", "verbs", "AUC"
    for shift, head in zip(COLUMNS, heads, strict=True):
        axes.annotate(head, (1, -0.5), (shift, 3), va="bottom", fontsize=11, **beside)
    axes.axvline(0, color="0.3", linewidth=0.8)
    names = [f"{name} {seed + 1}" if len(found[name]) > 1 else name for name, seed, _ in rows]
    axes.set_yticks(range(len(rows)), list(map(_two_lines, names)), fontsize=11)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xticks([-1, -0.5, 0, 0.5, 1], ["−1", "−0.5", "0", "0.5", "1"])
    axes.set(xlim=(-1.1, 1.1))
    axes.set_xlabel("cosine with a month less cosine with\na verb (divided by the row’s largest)")
    figure.suptitle("Every row orders the uses, but 0 moves", fontweight="bold")
    figure.legend(loc="outside lower center", ncols=2, markerscale=2, fontsize=11)
    return figure


def draw_hits(
    found: Mapping[str, Mapping[str, Sequence[int]]],
    chance: Mapping[str, float],
    most: int,
    title: str,
) -> Figure:
    """Draw how many hits have the sense asked for, a dot for each network, and a tick for chance.

    Args:
        found: The hits of each network, by the sense and the kind of vectors.
        chance: The hits of a search that draws its hits, by the sense.
        most: The number of all hits.
        title: What is found.
    """
    figure, axes = plt.subplots(figsize=(WIDTH, 2.95))
    for row, (asked, hits) in enumerate(found.items()):
        axes.axhspan(row - 0.45, row + 0.45, color="0.95", zorder=0)
        axes.plot([chance[asked]] * 2, [row - 0.45, row + 0.45], color="0.3", linestyle=":",
                  label="" if row else "chance")  # fmt: skip
        for place, (name, values) in enumerate(hits.items()):
            heights = [row + 0.27 * (place - (len(hits) - 1) / 2) * 0.9] * len(values)
            style: dict[str, Any] = {"marker": "soD^"[place], "color": f"C{place}", "s": 36}
            axes.scatter(
                _side_by_side(values), heights, alpha=0.8, label="" if row else name, **style
            )
    axes.set_yticks(range(len(found)), [f"“{name}”" for name in found], fontsize=12)
    axes.set_ylim(len(found) - 0.5, -0.5)
    axes.set(xlim=(-0.5, most + 0.5), xlabel=f"hits of {most} (a dot for each seed)")
    axes.grid(False, axis="y")
    axes.set_title(title, x=1, ha="right")
    figure.legend(loc="outside lower center", ncols=2, fontsize=11)
    return figure


def _side_by_side(values: Sequence[int], step: float = 0.4) -> list[float]:
    """Move equal values a little apart, so that no dot covers another."""
    return [
        value + step * (values[:place].count(value) - (values.count(value) - 1) / 2)
        for place, value in enumerate(values)
    ]


def draw_training(curves: Mapping[str, Float[Tensor, "steps readers"]]) -> Figure:
    """Plot the perplexity of both readers on letters, one panel for each kind of targets."""
    figure, panels = plt.subplots(len(curves), 1, figsize=(WIDTH, 2.5 * len(curves)), sharex=True)
    for axes, (name, curve) in zip(panels, curves.items(), strict=True):
        for reader, (values, style) in enumerate(zip(curve.T, ("-", "--"), strict=True)):
            label = ("forward reader", "backward reader")[reader]
            axes.semilogy(values, style, color=f"C{reader}", label=label)
        axes.set_yticks([1, 3, 10, 30], ["1", "3", "10", "30"])
        axes.minorticks_off()
        axes.set(ylabel="perplexity", ylim=(0.9, 35))
        axes.set_title(name)
    panels[0].legend(loc="lower left", fontsize=11)
    panels[-1].set(xlabel="training step")
    return figure


def draw_classifier(scores: Scores, counts: NDArray[np.float64]) -> Figure:
    """Plot accuracies against the number of labels."""
    figure, above = plt.subplots(figsize=(WIDTH, 3.2))
    sizes = scores.sizes
    kinds = list(scores.accuracies.items())
    shifts = np.linspace(0.82, 1.22, len(kinds))
    for shift, marker, (name, values) in zip(shifts, "so^D", kinds, strict=True):
        mean, deviation = 100 * values.mean(axis=1), 100 * values.std(axis=1, ddof=1)
        places = [size * shift for size in sizes]
        above.errorbar(places, mean, deviation, marker=marker, capsize=2, label=name)
    listed = 100 * counts.mean(axis=1)
    above.plot(sizes, listed, "x--", color="0.3")
    above.plot(sizes, [100 * scores.majority] * len(sizes), ":", color="0.4")
    beside: dict[str, Any] = {"textcoords": "offset points", "fontsize": 11, "color": "0.3"}
    above.annotate("word list", (sizes[-1], listed[-1]), (8, 0), va="center", **beside)
    above.annotate("majority", (sizes[-1], 100 * scores.majority), (8, 0), va="center", **beside)
    above.set(xscale="log", xlabel="training snippets", ylim=(50, 78))
    above.set(ylabel="test accuracy, %\n(bars: SD, 5 seeds)")
    above.set(xlim=(sizes[0] * 0.7, sizes[-1] * 2.2))
    above.set_xticks(sizes, [f"{size:,}" for size in sizes])
    above.minorticks_off()
    above.legend(loc="lower right", bbox_to_anchor=(1, 0.44), fontsize=10, labelspacing=0.2)
    above.set_yticks([50, 60, 70])
    above.set_title("A list of the words beats all our vectors", x=1, ha="right")
    return figure


def draw_gains(scores: Scores) -> Figure:
    """Draw the intervals of the gain of the mix over each single layer."""
    figure, below = plt.subplots(figsize=(WIDTH, 2.8))
    sizes, heights, names = scores.sizes, [], []
    beside: dict[str, Any] = {"textcoords": "offset points", "fontsize": 11, "color": "0.3"}
    for number, ((size, other), (low, mean, high)) in enumerate(scores.intervals.items()):
        heights.append(number + 0.5 * sizes.index(size))  # apart from those of another size
        below.plot([low, high], [heights[-1]] * 2, color="C3", linewidth=2)
        below.scatter(mean, heights[-1], color="C3", s=28)
        names.append(f"over {other}")
    rivals = len(names) // len(sizes)
    for group, size in enumerate(sizes):
        middle = float(np.mean(heights[group * rivals : (group + 1) * rivals]))
        place = (1, middle), (8, 0)
        beside["xycoords"] = below.get_yaxis_transform()
        below.annotate(f"{size:,}\nsnippets", *place, va="center", **beside)
    below.axvline(0, color="0.3", linewidth=0.8)
    below.set_yticks(heights, names, fontsize=11)
    below.invert_yaxis()
    below.set(xlabel="gain of the mix, points (95% interval)")
    clear = sum(low > 0 or high < 0 for low, _, high in scores.intervals.values())
    below.set_title(f"{clear} of {len(names)} intervals lies clear of 0, barely", x=1, ha="right")
    return figure


def draw_reach(maps: Mapping[str, Float[Tensor, "T T"]], words: Sequence[str]) -> Figure:
    """Draw maps of gradients on a log scale; what is exactly 0 stays white."""
    figure, panels = plt.subplots(1, len(maps), figsize=(WIDTH, 4), sharey=True)
    for axis, (name, values) in zip(panels, maps.items(), strict=True):
        largest = values.amax(dim=1, keepdim=True)
        shown = np.ma.masked_equal((values / largest).numpy(), 0)
        image = axis.imshow(shown, cmap="viridis", norm="log", vmin=1e-3, vmax=1)
        axis.set_title(name, fontsize=12)
        tokens = ["(start)", *words, "(end)"]
        axis.set_xticks(range(len(tokens)), tokens, rotation=90, fontsize=11)
        axis.set_yticks(range(len(tokens)), tokens, fontsize=11)
        axis.set_xlabel("word that changes", fontsize=11)
        axis.grid(False)
    panels[0].set_ylabel("state of this token", fontsize=11)
    bar = figure.colorbar(image, ax=panels, location="bottom", aspect=30)
    bar.set_label("gradient, divided by the largest of its row\n(white: exactly 0)")
    figure.suptitle("Each reader sees one side, a BERT layer both\n", fontweight="bold")
    return figure


def draw_gaps(filled: Mapping[str, float]) -> Figure:
    """Draw the proportion of gaps that each reader fills."""
    figure, axes = plt.subplots(figsize=(WIDTH, 2.3))
    percent = [100 * value for value in filled.values()]
    axes.barh(range(len(percent)), percent, color=["C0", "C1", "C2"])
    for place, value in enumerate(percent):
        axes.text(value + 0.4, place, f"{value:.0f}%", va="center", fontsize=11)
    axes.set_yticks(range(len(percent)), list(filled), fontsize=11)
    axes.invert_yaxis()
    axes.set(xlabel="missing words that are the first guess, %", xlim=(0, max(percent) + 4))
    axes.set_title("Both sides fill more gaps than either", x=1, ha="right")
    return figure
