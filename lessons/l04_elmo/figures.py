"""Pictures of the lesson on ELMo: what was measured, as bars, curves and maps."""

from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from jaxtyping import Float
from matplotlib.figure import Figure
from torch import Tensor

WIDTH = 6  # inches: a phone shrinks the labels of a wide figure


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
