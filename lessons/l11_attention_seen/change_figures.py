"""Pictures of what becomes of predictions when heads are silenced or weights replaced."""

from lessons.l11_attention_seen.measure_figures import tick_heads

from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import torch
from jaxtyping import Float
from matplotlib.figure import Figure
from torch import Tensor

LARGE = 0.1  # nats: what a head costs alone, to be counted in the title


def draw_alone(records: Mapping[str, Mapping[str, Any]]) -> Figure:
    """Map what each head costs when it is silenced alone, in nats; the title counts a few.

    Args:
        records: For each model the results of the experiment ``head_removal``.
    """
    figure, panels = plt.subplots(len(records), 1, figsize=(6, 4.1), squeeze=False)
    large = []
    for axes, (model, found) in zip(panels[:, 0], records.items(), strict=True):
        costs = costs_alone(found)
        image = axes.imshow(costs.numpy(), cmap="viridis", vmin=0, aspect="auto")
        figure.colorbar(image, ax=axes, label="rise of the\nloss, nats")
        tick_heads(axes, costs)
        brightest = float(costs.max())
        for layer, head in (costs > brightest / 2).nonzero().tolist():
            cost = round(float(costs[layer, head]), 3)  # 0.055 is a little less as a float32
            words = f"{cost:.2f}".removeprefix("0")
            axes.text(head, layer, words, ha="center", va="center", fontsize=9)
        axes.set(xlabel="head", ylabel="layer")
        axes.set_title(f"{model} (a scale of its own)", fontsize=11)
        large.append(f"{int((costs > LARGE).sum())} of {costs.numel()}")
    figure.suptitle(
        f"Heads that cost over {LARGE} nats alone: {', '.join(large)}", weight="bold", fontsize=12
    )
    return figure


def costs_alone(found: Mapping[str, Any], kind: str = "nats") -> Float[Tensor, "L H"]:
    """Return what each head of a model costs alone, from the experiment ``head_removal``."""
    return torch.tensor([head[kind] for head in found["alone"]]).view(*found["heads"])


def sums_alone(found: Mapping[str, Any]) -> list[float]:
    """Return what the first 1, 2, ... heads in the order would cost if their costs added up."""
    costs = costs_alone(found)
    ordered = [float(costs[layer, head]) for layer, head in found["order"]]
    return [sum(ordered[: number + 1]) for number in range(len(ordered))]


def draw_together(
    records: Mapping[str, Mapping[str, Any]],
    stars: Mapping[str, tuple[int, float]] | None = None,
) -> Figure:
    """Draw what more and more silenced heads cost: in their order, at random, and added up.

    Args:
        records: For each model the results of the experiment ``head_removal``.
        stars: For some models one more number of heads in this order, and what they cost.
    """
    stars_of = {model: [star] for model, star in (stars or {}).items()}
    figure, panels = plt.subplots(len(records), 1, figsize=(6, 5.6), squeeze=False)
    for axes, (model, found) in zip(panels[:, 0], records.items(), strict=True):
        numbers = [0, *found["numbers"]]
        for way, costs in found["together"].items():
            nats = [0.0, *(cost["nats"] for cost in costs)]
            errors = [0.0, *(2 * cost["error"] for cost in costs)]  # about a 95% interval
            if way.startswith("random"):
                label = "in random orders" if way == "random 0" else ""
                axes.plot(numbers, nats, "C1", marker=".", lw=1, label=label)
            else:
                starred = [*zip(numbers, nats, strict=True), *stars_of.get(model, ())]
                axes.plot(*zip(*sorted(starred), strict=True), "C0", marker="o", label=way)
            color = "C1" if way.startswith("random") else "C0"
            axes.errorbar(numbers, nats, errors, fmt="none", ecolor=color, elinewidth=1, capsize=2)
        axes.plot([0.0, *sums_alone(found)], "C0:", label="their costs alone, added up")
        for star in stars_of.get(model, ()):
            axes.plot(*star, "k*", markersize=12, zorder=3)
        axes.set(xlabel=f"heads silenced, of {numbers[-1]}", ylabel="rise of the loss, nats")
        axes.set_title(model, fontsize=11)
    panels[0, 0].legend(fontsize=10.5)
    more = [
        found["together"]["cheapest first"][-1]["nats"] > sums_alone(found)[-1]
        for found in records.values()
    ]
    words = "more" if all(more) else "not always more"
    figure.suptitle(f"With zeros, all heads cost {words} than one by one", weight="bold")
    return figure


def draw_change(
    pieces: Sequence[str],
    own: Float[Tensor, "T T"],
    other: Float[Tensor, "T T"],
    shares: Mapping[str, tuple[float, float]],
    name: str,
) -> Figure:
    """Draw a head's own weights, other ones, and the prediction under both.

    Args:
        pieces: The T tokens.
        own: The model's weights.
        other: Those put in their place.
        shares: For the likeliest pieces the probability before and after.
        name: Of the head, for the title.
    """
    figure, panels = plt.subplot_mosaic([["own", "other"], ["after", "after"]], figsize=(6.2, 6.2))
    left, middle, right = panels.values()
    brightest = float(own.max())
    for axes, table, title in (
        (left, own, f"{name}: its own weights"),
        (middle, other, "other weights (yellow: large)"),
    ):
        axes.imshow(table.numpy(), vmin=0, vmax=brightest, aspect="auto")
        axes.set_xticks([])
        axes.set_yticks([])
        axes.set_xlabel(f"{pieces[0]}  ...  is seen  ...  {pieces[-1]}")
        axes.set_title(title, fontsize=11)
    left.set_yticks(range(len(pieces)), pieces, fontsize=10.5)
    left.set(ylabel="looks")
    for shift, when, index in ((-0.2, "own weights", 0), (0.2, "other weights", 1)):
        heights = [pair[index] for pair in shares.values()]
        right.barh(np.arange(len(shares)) + shift, heights, height=0.4, label=when)
    right.set_yticks(range(len(shares)), list(shares))
    right.set(xlabel="probability at the gap")
    right.invert_yaxis()
    right.legend(loc="lower right")
    gap = max(abs(before - after) for before, after in shares.values())
    moved = float((own - other).abs().sum(dim=-1).mean()) / 2
    words = f"{name}: {moved:.0%} of the weight moved,\nprobabilities by up to {gap:.3f}"
    figure.suptitle(words, weight="bold", fontsize=12)
    return figure


def draw_review(
    pieces: Sequence[str],
    own: Float[Tensor, " T"],
    other: Float[Tensor, " T"],
    title: str,
    name: str,
) -> Figure:
    """Draw what [CLS] gives to each token of a review, by its own weights and by other ones.

    Args:
        pieces: The T tokens.
        own: The model's weights.
        other: Those put in their place.
        title: What is to be seen.
        name: Of the axis.
    """
    T = len(pieces)
    figure, axes = plt.subplots(figsize=(6, 0.3 * T + 1.2))
    for shift, weights, label in ((-0.2, own, "own weights"), (0.2, other, "other weights")):
        axes.barh(np.arange(T) + shift, weights.numpy(), height=0.4, label=label)
    axes.set_yticks(range(T), pieces)
    axes.set(xlabel=name, xlim=(0, None))
    axes.invert_yaxis()
    axes.legend(fontsize=11)
    axes.set_title(title, fontsize=12)
    return figure


def draw_searches(gaps: Sequence[Mapping[str, Any]], close: float) -> Figure:
    """Draw how far the prediction moved at each gap: by shuffled weights, and by searched ones.

    Args:
        gaps: Of the experiment ``changed_attention``.
        close: The bound on the search.
    """
    figure, axes = plt.subplots(figsize=(6.4, 3.6))
    for number, gap in enumerate(gaps):
        for place, (name, label) in enumerate((("shuffled", "shuffled"), ("gap", "searched"))):
            heights = [seed[name] for seed in gap["seeds"]]
            shown = "" if number else f"{label}, a dot for each seed"
            axes.semilogy([number] * len(heights), heights, f"C{1 - place}o", ms=5, label=shown)
    axes.axhline(close, color="0.5", linestyle=":", label=f"bound: {close}")
    named = [gap["guess"] if gap["guess"].isalnum() else f"“{gap['guess']}”" for gap in gaps]
    axes.set_xticks(range(len(gaps)), named, fontsize=11)
    axes.set(xlabel="what the model guesses at the gap", ylabel="largest change of\na probability")
    seeds = [seed for gap in gaps for seed in gap["seeds"]]
    found = sum(seed["found"] for seed in seeds)
    axes.set_title(f"{found} of {len(seeds)} searches keep the prediction")
    axes.legend(fontsize=10.5, loc="center right", bbox_to_anchor=(1, 0.45))
    return figure
