"""The figures of the path."""

from lessons.l19_training_at_scale import live

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from statistics import fmean
from typing import Any

import matplotlib.pyplot as plt
from jaxtyping import Bool, Float
from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch
from torch import Tensor

from bertlab.training.loop import Line
from workbook.captions import Captioned, figure
from workbook.charts import headed
from workbook.claims import check
from workbook.diagrams.roles import role_of

# From below: what a box says, and its color.
OLD = (
    ("word + position", "embedding"),
    ("attention: all see all", "query"),
    ("add, then norm", "layer"),
    ("wide, GELU, narrow", "key"),
    ("add, then norm", "layer"),
)
NEW = (
    ("word", "embedding"),
    ("norm", "layer"),
    ("attention: rotated, a window", "query"),
    ("add", "layer"),
    ("norm", "layer"),
    ("wide x gate, narrow", "key"),
    ("add", "layer"),
)
GRAY = "0.55"
DRAWN = ("BERT of 2018", "window", "30% masked", "rotary", "all")


def two_layers() -> Captioned:
    """Show a layer of BERT and a layer of ModernBERT side by side."""
    drawn, both = plt.subplots(1, 2, figsize=(8, 3.8), layout="constrained")
    for axes, boxes, year in zip(both, (OLD, NEW), ("2018", "today"), strict=True):
        _stack(axes, boxes)
        axes.set_xlabel(year, fontsize=14)
    return figure(
        headed(drawn, "A layer of 2018, and a layer of today"),
        "19.1",
        "From below: what enters, and a layer of BERT and of ModernBERT (Warner et al. 2024), "
        "which also has no biases, and a last norm above all layers. At the side: what is added.",
        alt="Two stacks of boxes. Left: word plus position, attention, add and norm, feed-forward, "
        "add and norm. Right: word, norm, attention with a window, add, norm, gate, add. A line "
        "goes past attention and past the feed-forward network to each add.",
    )


def _stack(axes: Axes, boxes: Sequence[tuple[str, str]]) -> None:
    """Draw boxes, one above the other, with arrows between them."""
    step = 7 / len(boxes)
    for number, (words, name) in enumerate(boxes):
        role, low = role_of(name), number * step
        shape = "round,pad=0,rounding_size=0.03"
        box = FancyBboxPatch((0.05, low), 0.9, 0.6 * step, boxstyle=shape)
        box.set(facecolor=role.fill, edgecolor=role.edge)
        axes.add_patch(box)
        axes.text(0.5, low + 0.3 * step, words, ha="center", va="center", color=role.ink)
        if number:
            axes.annotate("", (0.5, low), (0.5, low - 0.4 * step), arrowprops={"arrowstyle": "->"})
    heights = [(number + 0.3) * step for number in range(len(boxes))]
    adds = [number for number, (words, _) in enumerate(boxes) if words.startswith("add")]
    for begin, end in pairwise([0, *adds]):
        low, high = heights[begin] + 0.12 * step, heights[end] - 0.12 * step
        axes.plot([0.95, 1.02, 1.02], [low, low, high], color="0.3", linewidth=1)
        arrow = {"arrowstyle": "->", "color": "0.3"}
        axes.annotate("", (0.95, high), (1.02, high), arrowprops=arrow)
    axes.set(xlim=(0, 1.05), ylim=(-0.1, 7), xticks=[], yticks=[])
    axes.spines[:].set_visible(False)


def step_lengths(found: Mapping[str, tuple[float, float]]) -> Captioned:
    """Show how long a step is beside its matrix, with AdamW and with the reader's LAMB.

    Args:
        found: Both lengths, as parts of the matrix's, by the name of the matrix.
    """
    spread = [max(values) / min(values) for values in zip(*found.values(), strict=True)]
    check("AdamW's steps differ, LAMB's do not", spread[0] > 1.5 and spread[1] < 1.01)
    drawn, axes = plt.subplots(figsize=(8, 3.2), layout="constrained")
    for place, name in enumerate(("AdamW", "LAMB (yours)")):
        values = [both[place] for both in found.values()]
        values = [value / fmean(values) for value in values]
        rows = [row + 0.38 * place for row in range(len(found))]
        axes.barh(rows, values, height=0.36, label=name)
    axes.set_yticks([row + 0.19 for row in range(len(found))], list(found))
    axes.invert_yaxis()
    axes.set(xlabel="relative length of the step")
    axes.legend()
    return figure(
        headed(drawn, "One rate for all, or a step for each matrix"),
        "19.2",
        "How long a step is beside the weights it changes (of `bert-mini-en`), over the mean of "
        "all: each number moves as far, as at AdamW's first step.",
        alt="Pairs of bars. AdamW's steps have different lengths, LAMB's are all the same.",
    )


def dials(angles: Float[Tensor, "T P"]) -> Captioned:
    """Show how planes of a vector are turned, position after position.

    Args:
        angles: In radians, of some positions in some planes.
    """
    drawn, axes = plt.subplots(1, angles.shape[1], figsize=(8, 2.6), layout="constrained")
    for one, turns in zip(axes, angles.T.tolist(), strict=True):
        for position, turn in enumerate(turns):
            tip = (math.cos(turn), math.sin(turn))
            arrow = {"arrowstyle": "->", "color": f"C{position}", "linewidth": 2}
            one.annotate("", tip, (0, 0), arrowprops=arrow)
            one.text(1.25 * tip[0], 1.25 * tip[1], str(position), ha="center", va="center")
        one.set(xlim=(-1.5, 1.5), ylim=(-1.5, 1.5), xticks=[], yticks=[], aspect="equal")
        one.set_xlabel(f"{math.degrees(turns[1]):.0f}° for each position")
        one.spines[:].set_visible(False)
    return figure(
        headed(drawn, "Fast hands and slow hands"),
        "19.3",
        "Three of the planes of a vector, at the positions 0 to 3.",
        alt="Three dials with arrows for the positions 0 to 3: far apart, closer, almost the same.",
    )


def diagonals(scores: Float[Tensor, "T T"]) -> Captioned:
    """Show the scores of one query and one key at all pairs of positions."""
    T = len(scores)
    same = max(float(scores.diagonal(k).std(correction=0)) for k in range(-T + 1, T))
    check("a score depends on the distance alone", same < 1e-3)
    drawn, axes = plt.subplots(figsize=(5, 4), layout="constrained")
    most = scores.abs().max().item()
    drawn.colorbar(axes.imshow(scores.numpy(), cmap="PuOr", vmin=-most, vmax=most))
    axes.set(xlabel="position of the key", ylabel="position of the query")
    return figure(
        headed(drawn, "Only the distance counts, with its direction"),
        "19.4",
        f"The same query and the same key at all pairs of {T} positions, turned by your `rotate`: "
        "their score.",
        alt="A square of colors: stripes along the diagonals, each of one color.",
    )


def windows(near: Bool[Tensor, "T T"], everywhere: Bool[Tensor, "T T"]) -> Captioned:
    """Show which tokens see each other, in a window and without one."""
    drawn, both = plt.subplots(1, 2, figsize=(6, 3), layout="constrained")
    for axes, mask, name in zip(both, (near, everywhere), ("window of 8", "all"), strict=True):
        axes.imshow(mask.numpy(), cmap="Blues", vmin=0, vmax=1.5)
        axes.set(xlabel=f"token that is seen ({name})", ylabel="token that looks")
    part = near.double().mean().item() / everywhere.double().mean().item()
    check("a window saves most of the scores", part < 0.5)
    return figure(
        headed(drawn, "Most layers see a band"),
        "19.5",
        f"Your `window_mask` for {len(near)} tokens: {part:.0%} of the scores are left.",
        alt="Two squares: at the left a band along the diagonal is blue, at the right everything.",
    )


def curves(number: str, title: str, learned: Mapping[str, Sequence[Line]]) -> Captioned:
    """Show the held-out loss of some models while they learn.

    Args:
        number: Of the figure.
        title: What is to be seen.
        learned: Their lines by name: the layer of 2018, the reader's layer, and others.
    """
    drawn, axes = plt.subplots(figsize=(8, 3.2), layout="constrained")
    for name, lines in learned.items():
        losses = [line["held_out_masked_lm"] for line in lines]
        style = ":" if name == "your choice" else "-"
        steps, label = [line["step"] for line in lines], f"{name} ({losses[-1]:.2f} at the end)"
        axes.plot(steps, losses, style, label=label)
    old, new, *_ = (lines[-1]["held_out_masked_lm"] for lines in learned.values())
    check("the new layer learns sooner", live.on_gpu() or new < old - 0.3)
    axes.set(xlabel="steps", ylabel="held-out loss (nats)")
    axes.legend()
    return figure(
        headed(drawn, title),
        number,
        "Models of two layers, 128 wide, one seed; 15% of the characters of Wikipedia articles are "
        "hidden.",
        alt=f"Curves: {', '.join(learned)}. That of 2018 stays level longest.",
    )


def switches(
    differences: Mapping[str, Sequence[float]],
    intervals: Mapping[str, tuple[float, float]],
    record: Mapping[str, Any],
) -> Captioned:
    """Show what each change does to the loss, with the reader's intervals, and when it does so."""
    drawn, (rows, curves) = plt.subplots(
        1, 2, figsize=(9, 4), layout="constrained", width_ratios=(1.5, 1)
    )
    for row, (name, values) in enumerate(differences.items()):
        rows.plot(intervals[name], (row, row), color=GRAY, linewidth=2)
        rows.plot(values, [row] * len(values), "o", color="C0")
        rows.text(fmean(values), row - 0.25, f"{fmean(values):+.2f}", ha="center", fontsize=10)
    rows.axvline(0, color=GRAY, linewidth=1)
    rows.set_yticks(range(len(differences)), list(differences))
    rows.set_ylim(len(differences) - 0.4, -0.7)
    rows.set(xlabel="difference of loss to 2018 (nats)")
    for name in DRAWN:
        lines = zip(*(run["curve"] for run in record["results"][name]), strict=True)
        points = [
            (same[0]["step"], fmean(one["held_out_masked_lm"] for one in same)) for same in lines
        ]
        curves.plot(*zip(*points, strict=True), label=name)
    curves.set(xlabel="updates", ylabel="held-out loss (nats)")
    curves.legend()
    return figure(
        headed(drawn, "Three of seven changes help"),
        "19.7",
        "Left: each change alone, all seven together, and all but rotary (left is better): a dot "
        "for each of three seeds, and your interval. Right: some of them while they learned, mean "
        "of three seeds.",
        alt="Left: rows of dots with intervals around zero; those with rotary positions are far "
        "left. Right: the loss of BERT of 2018 stays level longest.",
    )
