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


def draw_alone(records: Mapping[str, Mapping[str, Any]]) -> Figure:
    """Map what each head costs when it is silenced alone, in nats; the dearest is named.

    Args:
        records: For each model the results of the experiment ``head_removal``.
    """
    figure, panels = plt.subplots(1, len(records), figsize=(8, 3), squeeze=False)
    dearest = []
    for axes, (model, found) in zip(panels[0], records.items(), strict=True):
        costs = costs_alone(found)
        limit = float(costs.abs().max())
        image = axes.imshow(costs.numpy(), cmap="PuOr_r", vmin=-limit, vmax=limit, aspect="auto")
        tick_heads(axes, costs)
        axes.set(xlabel="head", ylabel="layer")
        axes.set_title(model)
        figure.colorbar(image, ax=axes, label="rise of the loss, nats", shrink=0.9)
        layer, head = divmod(int(costs.argmax()), costs.shape[1])
        dearest.append(f"head {layer}.{head} of {model}")
    figure.suptitle(f"Dearest alone: {', '.join(dearest)}", weight="bold")
    return figure


def costs_alone(found: Mapping[str, Any], kind: str = "nats") -> Float[Tensor, "L H"]:
    """Return what each head of a model costs alone, from the experiment ``head_removal``."""
    return torch.tensor([head[kind] for head in found["alone"]]).view(*found["heads"])


def sums_alone(found: Mapping[str, Any]) -> list[float]:
    """Return what the first heads in the order would cost together if their costs added up."""
    costs = costs_alone(found)
    ordered = [float(costs[layer, head]) for layer, head in found["order"]]
    return [sum(ordered[:number]) for number in found["numbers"]]


def draw_together(records: Mapping[str, Mapping[str, Any]]) -> Figure:
    """Draw what more and more silenced heads cost: in their order, at random, and added up.

    Args:
        records: For each model the results of the experiment ``head_removal``.
    """
    figure, panels = plt.subplots(1, len(records), figsize=(8, 3.2), squeeze=False)
    for axes, (model, found) in zip(panels[0], records.items(), strict=True):
        numbers = found["numbers"]
        for way, costs in found["together"].items():
            nats = [cost["nats"] for cost in costs]
            if way.startswith("random"):
                label = "in random orders" if way == "random 0" else ""
                axes.plot(numbers, nats, "C1", lw=1, label=label)
            else:
                axes.plot(numbers, nats, "C0", marker="o", label=way)
        axes.plot(numbers, sums_alone(found), "C0:", label="their costs alone, added up")
        axes.set(xlabel=f"heads silenced, of {numbers[-1]}", ylabel="rise of the loss, nats")
        axes.set_title(model)
    panels[0, 0].legend(fontsize=9)
    more = [
        found["together"]["cheapest first"][-1]["nats"] > sums_alone(found)[-1]
        for found in records.values()
    ]
    words = "more" if all(more) else "not always more"
    figure.suptitle(f"All heads together cost {words} than one by one", weight="bold")
    return figure


def draw_change(
    pieces: Sequence[str],
    own: Float[Tensor, "H T T"],
    other: Float[Tensor, "H T T"],
    shares: Mapping[str, tuple[float, float]],
    name: str,
) -> Figure:
    """Draw a layer's own weights, other ones, and the prediction under both.

    Args:
        pieces: The T tokens.
        own: The model's weights.
        other: Those put in their place.
        shares: For the likeliest pieces the probability before and after.
        name: Of the layer, for the title.
    """
    figure, (left, middle, right) = plt.subplots(1, 3, figsize=(8, 3.4), width_ratios=(1, 1, 1.1))
    for axes, table in ((left, own), (middle, other)):
        brightest = float(own.mean(dim=0).max())
        axes.imshow(table.mean(dim=0).numpy(), vmin=0, vmax=brightest, aspect="auto")
        axes.set_xticks(range(len(pieces)), pieces, rotation=90)
        axes.set_yticks([])
        axes.set_xlabel("key: seen")
    left.set_yticks(range(len(pieces)), pieces)
    left.set(ylabel="query: who looks", title="its own weights")
    middle.set_title("other weights")
    for shift, when, index in ((-0.2, "own", 0), (0.2, "other", 1)):
        heights = [pair[index] for pair in shares.values()]
        right.barh(np.arange(len(shares)) + shift, heights, height=0.4, label=when)
    right.set_yticks(range(len(shares)), list(shares))
    right.set(xlabel="probability", title="the prediction")
    right.invert_yaxis()
    right.legend()
    gap = max(abs(before - after) for before, after in shares.values())
    moved = float((own - other).abs().sum(dim=-1).mean()) / 2
    words = f"{name}: {moved:.0%} of the weight moved, probabilities by up to {gap:.3f}"
    figure.suptitle(words, weight="bold")
    return figure


def draw_searches(gaps: Sequence[Mapping[str, Any]], close: float) -> Figure:
    """Draw how far the prediction moved at each gap: by shuffled weights, and by searched ones.

    Args:
        gaps: Of the experiment ``changed_attention``.
        close: The bound on the search.
    """
    figure, axes = plt.subplots(figsize=(8, 3.2))
    for number, gap in enumerate(gaps):
        for place, (name, label) in enumerate((("shuffled", "shuffled"), ("gap", "searched"))):
            heights = [seed[name] for seed in gap["seeds"]]
            shown = "" if number else f"{label}, a dot for each seed"
            axes.semilogy([number] * len(heights), heights, f"C{1 - place}o", ms=4, label=shown)
    axes.axhline(close, color="0.5", linestyle=":", label=f"bound: {close}")
    axes.set_xticks(range(len(gaps)), [gap["guess"] for gap in gaps], rotation=45)
    axes.set(xlabel="what the model guesses at the gap", ylabel="largest change of\na probability")
    seeds = [seed for gap in gaps for seed in gap["seeds"]]
    found = sum(seed["found"] for seed in seeds)
    axes.set_title(f"{found} of {len(seeds)} searches keep the prediction")
    axes.legend(fontsize=9)
    return figure
