"""The figures of this lesson."""

from lessons.l13_sentence_vectors.measure import Snippet, value_of

from collections.abc import Mapping, Sequence
from textwrap import fill, shorten
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import torch
from jaxtyping import Float
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from torch import Tensor

MEASURES = {
    "editorials": "neighboring sentences of editorials\n(mean reciprocal rank)",
    "paraphrases": "generated paraphrases\n(mean reciprocal rank)",
    "lee": "news articles, agreement with people\n(rank correlation)",
}


def draw_opening(query: str, right: int, found: Mapping[str, Sequence[float]]) -> Figure:
    """Draw the cosines of a sentence with others, in several kinds of vectors.

    Args:
        query: The sentence.
        right: Place of the one that says the same.
        found: The cosines, for each kind of vectors.
    """
    figure, axes = plt.subplots(figsize=(6, 3.1))
    for row, cosines in enumerate(found.values()):
        others = [value for place, value in enumerate(cosines) if place != right]
        axes.plot(others, [row] * len(others), "o", color="0.6", markersize=8, label="others")
        axes.plot(cosines[right], row, "D", color="C1", markersize=9, label="says the same")
    axes.set_yticks(range(len(found)), list(found))
    axes.set(ylim=(len(found) - 0.4, -0.6), xlim=(-0.25, 1.02))
    axes.set_xlabel(f"cosine with “{shorten(query, 60)}”")
    handles, names = axes.get_legend_handles_labels()
    axes.legend(handles[:2], names[:2], ncols=2, loc="upper left", bbox_to_anchor=(0, -0.25))
    averaged = next(cosines for name, cosines in found.items() if name.startswith("BERT, av"))
    words = f"Averaged BERT: {min(averaged):.2f} even for unrelated ones"
    figure.suptitle(words, x=0.01, ha="left", fontsize=13, fontweight="bold")
    return figure


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


def draw_steps(steps: Sequence[Float[Tensor, "N 2"]], number: int) -> Figure:
    """Draw the points of a toy after some steps of whitening."""
    names = ("as they come", "1. centered", "2. turned to their axes", "3. divided by the spread")
    figure, axes = plt.subplots(figsize=(4.6, 4.2))
    points = steps[number]
    axes.axhline(0, color="0.7", linewidth=1)
    axes.axvline(0, color="0.7", linewidth=1)
    axes.plot(points[:, 0], points[:, 1], "o", markersize=3, alpha=0.6)
    for place in (0, 1, 2):
        x, y = points[place].tolist()
        axes.annotate("", (x, y), (0, 0), arrowprops={"arrowstyle": "->", "color": "C1"})
    axes.set(xlim=(-6, 9), ylim=(-6, 8), aspect="equal")
    axes.set_title(f"{names[number]}: mean cosine {_mean_cosine(points):.2f}")
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
        color = _color(name)
        axes.plot([low, high], [place, place], color=color, linewidth=3, alpha=0.45)
        axes.plot(value, place, "o", color=color, markersize=7)
        axes.text(high + 0.012, place, f"{value:.2f}", va="center", fontsize=10)
    axes.set_yticks(range(len(rows)), [name.replace("minilm-words, ", "") for name in rows])
    axes.invert_yaxis()
    highest = max(value_of(row, measure)[2] for row in rows.values())
    axes.set(xlim=(0, highest + 0.1), xlabel=MEASURES[measure] + ", 95% intervals")
    figure.suptitle(fill(title, 56), x=0.01, ha="left", fontsize=13, fontweight="bold")
    return figure


def _color(name: str) -> str:
    if name.startswith("TF-IDF"):
        return "0.4"
    return "C2" if name.startswith("minilm,") else "C0"


def draw_dims(curves: Mapping[str, Mapping[int, float]], plain: Mapping[str, float]) -> Figure:
    """Draw three measures against the dimensions that whitening keeps; dashed: not whitened."""
    figure, axes = plt.subplots(figsize=(6, 3.6))
    for place, (measure, values) in enumerate(curves.items()):
        dims = sorted(values)
        label = MEASURES[measure].split("\n")[0]
        axes.plot(range(len(dims)), [values[one] for one in dims], marker="os^"[place], label=label)
        axes.axhline(plain[measure], color=f"C{place}", linestyle="--", linewidth=1)
    axes.set_xticks(range(len(dims)), [str(one) for one in dims])
    axes.set(xlabel="dimensions kept (dashed: not whitened)", ylabel="score")
    axes.set_ylim(bottom=0)
    best = [max(values, key=lambda one: values[one]) for values in curves.values()]
    words = "The best number of dimensions depends on the task"
    axes.set_title(words if len(set(best)) > 1 else f"{best[0]} dimensions are best for all three")
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


def draw_flow(states: Sequence[Float[Tensor, "N 2"]], number: int) -> Figure:
    """Draw where some points are after a number of layers of a flow."""
    figure, axes = plt.subplots(figsize=(4.6, 4.2))
    points = states[number]
    order = states[0][:, 0].argsort()
    colors = torch.empty(len(points))
    colors[order] = torch.linspace(0, 1, len(points))
    axes.scatter(points[:, 0], points[:, 1], c=colors, s=7)
    angle = np.linspace(0, 2 * np.pi, 100)
    axes.plot(2 * np.cos(angle), 2 * np.sin(angle), color="0.4", linewidth=1)
    axes.set(xlim=(-3.5, 3.5), ylim=(-3.5, 5), aspect="equal")
    last = number == len(states) - 1
    bent = "before the first layer: a banana" if number == 0 else f"after layer {number}"
    axes.set_title("after the last layer: nearly a Gaussian" if last else bent)
    return figure


def draw_isotropy(points: Mapping[str, tuple[float, float]]) -> Figure:
    """Draw how well neighbors are found against the mean cosine of random pairs."""
    figure, axes = plt.subplots(figsize=(6, 3.8))
    for name, (cosine, score) in points.items():
        axes.plot(cosine, score, "o", color=_color(name), markersize=8)
    for name in _labelled(points):
        cosine, score = points[name]
        right = cosine > 0.6
        axes.annotate(
            name.replace("minilm-words, ", ""),
            (cosine, score),
            xytext=(-7 if right else 7, 5),
            textcoords="offset points",
            ha="right" if right else "left",
            fontsize=10,
        )
    axes.set(xlabel="mean cosine of random pairs", ylabel="mean reciprocal rank, editorials")
    axes.set(xlim=(-0.06, 1), ylim=(0, 1.15 * max(score for _, score in points.values())))
    axes.set_title("Even directions alone do not make good vectors")
    return figure


def _labelled(points: Mapping[str, tuple[float, float]]) -> list[str]:
    """Return names whose labels do not overlap: from high scores to low."""
    shown: list[str] = []
    span = max(score for _, score in points.values())
    for name in sorted(points, key=lambda one: -points[one][1]):
        cosine, score = points[name]
        near = [
            abs(points[other][1] - score) < 0.07 * span and abs(points[other][0] - cosine) < 0.5
            for other in shown
        ]
        if not any(near):
            shown.append(name)
    return shown


def draw_groups(found: Mapping[str, float]) -> Figure:
    """Draw how well groups found without labels agree with the sources of snippets."""
    figure, axes = plt.subplots(figsize=(6, 0.5 * len(found) + 1.2))
    labels = [name.replace("minilm-words, ", "") for name in found]
    bars = axes.barh(labels, list(found.values()), color=[_color(name) for name in found])
    axes.bar_label(bars, [f"{value:.2f}" for value in found.values()], padding=3)
    axes.invert_yaxis()
    axes.set(xlim=(0, 1), xlabel="adjusted Rand index (0: chance, 1: perfect)")
    best = max(found, key=lambda name: found[name])
    words = f"Nearest to the sources: {best.replace('minilm-words, ', '')}"
    figure.suptitle(fill(words, 56), x=0.01, ha="left", fontsize=13, fontweight="bold")
    return figure


def draw_hits(question: str, hits: Mapping[str, Sequence[tuple[float, Snippet]]]) -> Figure:
    """Draw what a question finds, for several kinds of vectors."""
    figure, panels = plt.subplots(len(hits), 1, figsize=(6, 1.75 * len(hits) + 0.5))
    for axes, (name, found) in zip(np.atleast_1d(panels), hits.items(), strict=True):
        _hits(axes, name, found)
    figure.suptitle(
        fill(f"“{shorten(question, 90)}”", 52), x=0.01, ha="left", fontsize=13, fontweight="bold"
    )
    return figure


def _hits(axes: Axes, name: str, found: Sequence[tuple[float, Snippet]]) -> None:
    for row, (cosine, snippet) in enumerate(found):
        words = shorten(snippet.text, 64, placeholder=" ...")
        axes.text(0, row, f"{cosine:.2f}  [{snippet.source}] {words}", va="center", fontsize=10)
    axes.set(ylim=(len(found) - 0.4, -0.6), xlim=(0, 1), xticks=[], yticks=[])
    axes.spines[:].set_visible(False)
    axes.set_title(name, fontsize=11)
