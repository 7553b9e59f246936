"""The figures of sections 1, 3, 4 and 7: layers, steps, a flow, a search."""

from lessons.l13_sentence_vectors.measure import Snippet

import html
import re
from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
import numpy as np
import torch
from jaxtyping import Float
from matplotlib.figure import Figure
from torch import Tensor

ARROWS = ("#8C2D04", "#6A51A3", "#00684A")  # of three points of a toy


def draw_layers(found: Mapping[str, Sequence[float]]) -> Figure:
    """Draw the mean cosine of random pairs of sentences after each layer, for each model."""
    figure, axes = plt.subplots(figsize=(6.5, 3.4))
    for (name, values), marker in zip(found.items(), "os^", strict=False):
        color, label = ("C2", f"{name} (tuned on pairs)") if name == "minilm" else ("C0", name)
        axes.plot(range(len(values)), values, marker=marker, color=color, label=label)
    axes.set(xlabel="after layer (0: embeddings)", ylabel="mean cosine of two sentences")
    axes.set_ylim(0, 1)
    highest = max(max(values) for values in found.values())
    axes.set_title(f"Two sentences at random: a cosine of up to {highest:.2f}")
    axes.legend(loc="upper left")
    return figure


def draw_steps(steps: Sequence[Float[Tensor, "N 2"]]) -> Figure:
    """Draw the points of a toy as they come, and after each step of whitening."""
    names = ("as they come", "1. centered", "2. turned to their axes", "3. divided by the spread")
    figure, panels = plt.subplots(2, 2, figsize=(6.5, 7.6))
    across, up = steps[2].T  # along the axes: two points far out, and one beside them
    shown = [int(across.argmax()), int(across.argmin()), int(up.argmax())]
    arrow = {"arrowstyle": "-|>,head_width=0.35,head_length=0.7", "shrinkA": 0, "shrinkB": 0}
    for axes, name, points in zip(panels.flat, names, steps, strict=True):
        axes.axhline(0, color="0.7", linewidth=1)
        axes.axvline(0, color="0.7", linewidth=1)
        axes.plot(points[:, 0], points[:, 1], "o", color="#A9CBE3", markersize=4)
        for place, letter, color in zip(shown, "abc", ARROWS, strict=True):
            look = {**arrow, "color": color, "linewidth": 2.5}
            tip = points[place]
            axes.annotate("", tip.tolist(), (0, 0), arrowprops=look, zorder=5)
            x, y = (tip + 0.75 * torch.nn.functional.normalize(tip, dim=0)).tolist()
            look = {"color": color, "fontsize": 13, "fontweight": "bold", "zorder": 6}
            axes.text(x, y, letter, ha="center", va="center", **look)
        start = -1 if name == names[0] else -5.5  # all panels have one scale
        axes.set(xlim=(start, start + 11), ylim=(-5.5, 5.5), aspect="equal")
        if name == names[0]:
            axes.set_ylim(-3, 8)
        wide, high = points.var(dim=0).tolist()
        angle = torch.cosine_similarity(points[shown[0]], points[shown[2]], dim=0).item()
        words = f"{name}\nmean cosine {_mean_cosine(points):.2f}; a and c: {angle:.2f}"
        words += f"\nvariances {wide:.1f} and {high:.1f}"
        axes.set_title(words, fontsize=11, fontweight="normal", pad=14)
    return figure


def _mean_cosine(points: Float[Tensor, "N D"]) -> float:
    unit = torch.nn.functional.normalize(points, dim=1)
    number = len(unit)
    value = ((unit.sum(dim=0).square().sum() - number) / (number * (number - 1))).item()
    return value if abs(value) >= 0.005 else 0.0


def draw_flow(states: Sequence[Float[Tensor, "N 2"]], number: int) -> Figure:
    """Draw some points before the first layer of a flow, and after a number of layers."""
    figure, panels = plt.subplots(1, 2, figsize=(6.5, 3.8), sharex=True, sharey=True)
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


def hits_html(question: str, hits: Mapping[str, Sequence[tuple[float, Snippet]]]) -> str:
    """Return what a question finds, by several kinds of vectors; long words they share are bold."""
    words = set(re.findall(r"\w{4,}", question.lower()))

    def marked(found: re.Match[str]) -> str:
        word = found.group()
        return f"<b>{word}</b>" if word.lower() in words else word

    parts = [f"<p><b>“{html.escape(question)}”</b></p>"]
    for name, found in hits.items():
        lines = [
            f"<li>{cosine:.2f} ({html.escape(snippet.source)}): "
            + re.sub(r"\w+", marked, html.escape(snippet.text, quote=False))
            + "</li>"
            for cosine, snippet in found
        ]
        parts.append(f"<p>{html.escape(name)}</p>\n<ol>\n" + "\n".join(lines) + "\n</ol>")
    return "\n".join(parts)
