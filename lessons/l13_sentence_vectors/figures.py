"""The figures of sections 1 to 3, and those of all ways with their intervals."""

from lessons.l13_sentence_vectors.measure import value_of

from collections.abc import Mapping, Sequence
from textwrap import fill, shorten
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import torch
from jaxtyping import Float
from matplotlib.figure import Figure
from torch import Tensor

MEASURES = {
    "editorials": "neighboring sentences of editorials\n(mean reciprocal rank)",
    "paraphrases": "generated paraphrases\n(mean reciprocal rank)",
    "lee": "news articles, agreement with people\n(rank correlation)",
}


def draw_opening(
    query: str, right: int, wrong: int, found: Mapping[str, Sequence[float]], title: str
) -> Figure:
    """Draw the cosines of a sentence with others, in several kinds of vectors.

    Args:
        query: The sentence.
        right: Place of the one that says the same.
        wrong: Place of one that says the contrary.
        found: The cosines, for each kind of vectors.
        title: The finding.
    """
    figure, axes = plt.subplots(figsize=(6, 0.62 * len(found) + 1.5))
    looks = {right: ("D", "C1", "says the same"), wrong: ("s", "C0", "longs to possess")}
    for row, cosines in enumerate(found.values()):
        for place, value in enumerate(cosines):
            marker, color, label = looks.get(place, ("o", "0.6", "others"))
            height = row + _aside(place, cosines)
            axes.plot(value, height, marker, color=color, markersize=8, label=label)
    axes.set_yticks(range(len(found)), list(found))
    axes.set(ylim=(len(found) - 0.4, -0.6), xlim=(-0.25, 1.02))
    axes.set_xlabel(f"cosine with “{shorten(query, 60)}”")
    handles, names = axes.get_legend_handles_labels()
    axes.legend(handles[:3], names[:3], ncols=3, loc="upper left", bbox_to_anchor=(-0.3, -0.28))
    figure.suptitle(fill(title, 56), x=0.01, ha="left", fontsize=13, fontweight="bold")
    return figure


def _aside(place: int, cosines: Sequence[float], near: float = 0.035) -> float:
    """Return how far a point moves up or down, so that no earlier one hides it."""
    before = sum(abs(one - cosines[place]) < near for one in cosines[:place])
    return (0.0, 0.22, -0.22, 0.22)[min(before, 3)]


def draw_layers(found: Mapping[str, Sequence[float]]) -> Figure:
    """Draw the mean cosine of random pairs of sentences after each layer, for each model."""
    figure, axes = plt.subplots(figsize=(6, 3.2))
    for (name, values), marker in zip(found.items(), "os^", strict=False):
        axes.plot(range(len(values)), values, marker=marker, label=name)
    axes.set(xlabel="after layer (0: embeddings)", ylabel="mean cosine of two sentences")
    axes.set_ylim(0, 1)
    highest = max(max(values) for values in found.values())
    axes.set_title(f"Two sentences at random: a cosine of up to {highest:.2f}")
    axes.legend(loc="upper left")
    return figure


def draw_steps(steps: Sequence[Float[Tensor, "N 2"]]) -> Figure:
    """Draw the points of a toy as they come, and after each step of whitening."""
    names = ("as they come", "1. centered", "2. turned to their axes", "3. divided by the spread")
    figure, panels = plt.subplots(2, 2, figsize=(6, 5.8), sharex=True, sharey=True)
    for axes, name, points in zip(panels.flat, names, steps, strict=True):
        axes.axhline(0, color="0.7", linewidth=1)
        axes.axvline(0, color="0.7", linewidth=1)
        axes.plot(points[:, 0], points[:, 1], "o", markersize=3, alpha=0.6)
        for place in (0, 1, 2):
            x, y = points[place].tolist()
            axes.annotate("", (x, y), (0, 0), arrowprops={"arrowstyle": "->", "color": "C1"})
        axes.set(xlim=(-6, 9), ylim=(-6, 8), aspect="equal")
        axes.set_title(f"{name}:\nmean cosine {_mean_cosine(points):.2f}", fontsize=11)
    return figure


def _mean_cosine(points: Float[Tensor, "N D"]) -> float:
    unit = torch.nn.functional.normalize(points, dim=1)
    number = len(unit)
    value = ((unit.sum(dim=0).square().sum() - number) / (number * (number - 1))).item()
    return value if abs(value) >= 0.005 else 0.0


def draw_ways(rows: Mapping[str, Mapping[str, Any]], title: str, measure: str) -> Figure:
    """Draw what some ways reach by one measure, each with its interval."""
    figure, axes = plt.subplots(figsize=(6, 0.36 * len(rows) + 1.6))
    for place, (name, row) in enumerate(rows.items()):
        value, low, high = value_of(row, measure)
        color = color_of(name)
        axes.plot([low, high], [place, place], color=color, linewidth=3, alpha=0.45)
        axes.plot(value, place, "o", color=color, markersize=7)
        axes.text(high + 0.012, place, f"{value:.2f}", va="center", fontsize=10)
    axes.set_yticks(range(len(rows)), [name.replace("minilm-words, ", "") for name in rows])
    axes.invert_yaxis()
    highest = max(value_of(row, measure)[2] for row in rows.values())
    axes.set(xlim=(0, highest + 0.1), xlabel=MEASURES[measure] + ", 95% intervals")
    figure.suptitle(fill(title, 56), x=0.01, ha="left", fontsize=13, fontweight="bold")
    return figure


def color_of(name: str) -> str:
    """Return the color of a way: counted words, the tuned encoder, or the untuned one."""
    if name.startswith("TF-IDF"):
        return "0.4"
    return "C2" if name.startswith("minilm,") else "C0"


def draw_dims(
    curves: Mapping[str, Mapping[int, tuple[float, float, float]]], plain: Mapping[str, float]
) -> Figure:
    """Draw three measures with intervals against the dimensions kept; dashed: not whitened."""
    figure, axes = plt.subplots(figsize=(6, 3.8))
    for place, (measure, values) in enumerate(curves.items()):
        dims = sorted(values)
        label = MEASURES[measure].split("\n")[0]
        score, low, high = (np.array([values[one][part] for one in dims]) for part in range(3))
        where = np.arange(len(dims)) + 0.06 * (place - 1)
        axes.errorbar(
            where, score, (score - low, high - score), marker="os^"[place], capsize=3, label=label
        )
        axes.axhline(plain[measure], color=f"C{place}", linestyle="--", linewidth=1)
    axes.set_xticks(range(len(dims)), [str(one) for one in dims])
    axes.set(xlabel="dimensions kept (dashed: not whitened)", ylabel="score, 95% intervals")
    axes.set_ylim(bottom=0)
    best = {max(values, key=lambda one: values[one][0]) for values in curves.values()}
    each = "The three scores are highest at different numbers"
    axes.set_title(each if len(best) == len(curves) else "Some scores are highest at one number")
    axes.legend(loc="upper center", bbox_to_anchor=(0.45, -0.22))
    return figure


def draw_fit_sizes(found: Mapping[str, Mapping[str, Mapping[str, float]]], plain: float) -> Figure:
    """Draw how well neighbors are found by whitenings that were fitted on few or many sentences."""
    sizes = sorted(int(size) for size in found)
    figure, axes = plt.subplots(figsize=(6, 3.4))
    every = sorted({int(dims) for each in found.values() for dims in each}, reverse=True)
    for place, dims in enumerate(every):
        known = [size for size in sizes if str(dims) in found[str(size)]]
        values = [found[str(size)][str(dims)]["editorials"] for size in known]
        axes.plot(known, values, marker="os^vD"[place % 5], label=f"{dims} dimensions")
    axes.axhline(plain, color="0.4", linestyle="--", label="not whitened")
    axes.set_xscale("log")
    axes.set_xticks(sizes, [f"{size:,}" for size in sizes])
    axes.minorticks_off()
    axes.set(xlabel="sentences that the whitening is fitted on", ylabel="mean reciprocal rank")
    axes.set_ylim(bottom=0)
    axes.set_title("Many dimensions need many sentences")
    axes.legend(loc="lower right", fontsize=9)
    return figure
