"""The figures of sections 4, 7 and 8: a flow, groups, a search, and evenness against scores."""

from lessons.l13_sentence_vectors.figures import color_of
from lessons.l13_sentence_vectors.measure import Snippet

from collections.abc import Mapping, Sequence
from textwrap import fill, shorten

import matplotlib.pyplot as plt
import numpy as np
import torch
from jaxtyping import Float
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from torch import Tensor


def draw_flow(states: Sequence[Float[Tensor, "N 2"]], number: int) -> Figure:
    """Draw some points before the first layer of a flow, and after a number of layers."""
    figure, panels = plt.subplots(1, 2, figsize=(6, 3.6), sharex=True, sharey=True)
    order = states[0][:, 0].argsort()
    colors = torch.empty(len(states[0]))
    colors[order] = torch.linspace(0, 1, len(order))
    angle = np.linspace(0, 2 * np.pi, 100)
    for axes, points in zip(panels, (states[0], states[number]), strict=True):
        axes.scatter(points[:, 0], points[:, 1], c=colors, s=6)
        axes.plot(2 * np.cos(angle), 2 * np.sin(angle), color="0.4", linewidth=1)
        axes.set(xlim=(-3.5, 3.5), ylim=(-3.5, 5), aspect="equal")
    panels[0].set_title("before: a banana", fontsize=11)
    last = number == len(states) - 1
    after = "after the last layer" if last else f"after layer {number}"
    panels[1].set_title(after if number else "before: a banana", fontsize=11)
    return figure


def draw_isotropy(points: Mapping[str, tuple[float, float]]) -> Figure:
    """Draw how well neighbors are found against the mean cosine of random pairs."""
    figure, axes = plt.subplots(figsize=(6, 4.6))
    highest = 1.12 * max(score for _, score in points.values())
    for name, (cosine, score) in points.items():
        marker = "D" if "SimCSE" in name or "no dropout" in name else "o"
        axes.plot(cosine, score, marker, color=color_of(name), markersize=7)
    left = [name for name, (cosine, _) in points.items() if cosine < 0.3]
    heights = spread([points[name][1] for name in left], highest / 17)
    for name, height in zip(left, heights, strict=True):
        _named(axes, name, points[name], (0.21, height))
    for name, (cosine, score) in points.items():
        if name not in left:
            _named(axes, name, (cosine, score), (cosine + 0.03, score))
    axes.set(xlabel="mean cosine of random pairs", ylabel="mean reciprocal rank, editorials")
    axes.set(xlim=(-0.06, 1.06), ylim=(0, highest))
    axes.set_title("With a mean cosine near 0, scores still differ")
    return figure


def _named(axes: Axes, name: str, point: tuple[float, float], beside: tuple[float, float]) -> None:
    words = name.replace("minilm-words, ", "").replace("minilm, mean", "minilm")
    line = {"arrowstyle": "-", "color": "0.6", "linewidth": 0.8}
    axes.annotate(words, point, xytext=beside, va="center", fontsize=10, arrowprops=line)


def spread(values: Sequence[float], gap: float) -> list[float]:
    """Return heights near some values, in their order, of which no two are nearer than a gap."""
    order = np.argsort(values, kind="stable")
    heights = np.asarray(values, dtype=float)[order]
    for _ in range(500):
        near = np.maximum(gap * 1.001 - np.diff(heights), 0) / 2
        heights[:-1] -= near
        heights[1:] += near
    heights += max(gap / 2 - heights[0], 0) if len(heights) else 0
    back = np.argsort(order)
    return [float(one) for one in heights[back]]


def draw_groups(found: Mapping[str, Sequence[float]]) -> Figure:
    """Draw how well groups found without labels agree with the sources, over several starts."""
    figure, axes = plt.subplots(figsize=(6, 0.5 * len(found) + 1.3))
    means = {name: float(np.mean(values)) for name, values in found.items()}
    colors = [color_of(name) for name in found]
    axes.barh(range(len(found)), list(means.values()), color=colors, alpha=0.5)
    for place, (name, values) in enumerate(found.items()):
        axes.plot(values, [place] * len(values), "o", color="black", markersize=4)
        axes.text(max(values) + 0.02, place, f"{means[name]:.2f}", va="center", fontsize=10)
    axes.set_yticks(range(len(found)), [name.replace("minilm-words, ", "") for name in found])
    axes.invert_yaxis()
    axes.set(xlim=(0, 1), xlabel="adjusted Rand index (0: chance, 1: perfect)")
    worst = min(means, key=lambda name: means[name])
    words = f"Least like the sources: the groups of {worst.replace('minilm-words, ', '')}"
    figure.suptitle(fill(words, 56), x=0.01, ha="left", fontsize=13, fontweight="bold")
    return figure


def draw_hits(question: str, hits: Mapping[str, Sequence[tuple[float, Snippet]]]) -> Figure:
    """Draw what a question finds, for several kinds of vectors."""
    figure, panels = plt.subplots(len(hits), 1, figsize=(6, 1.25 * len(hits) + 0.6))
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
