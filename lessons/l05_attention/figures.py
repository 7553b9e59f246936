"""Pictures of the attention lesson: what was measured, as curves and bars."""

from lessons.l05_attention.measure import Scaling
from lessons.l05_attention.stacks import Sizes, Stack
from lessons.l05_attention.trained import WHO, Largest

from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
import torch
from jaxtyping import Float
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from torch import Tensor

DEPTHS = "after layer (0: the input)"


def draw_scaling(
    scores: Float[Tensor, " N"], sizes: Sequence[int], found: Mapping[str, Scaling]
) -> Figure:
    """Plot a histogram of scores, and the largest weight against the numbers in a query."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(8, 2.8))
    deviation = scores.std().item()
    left.hist(scores.numpy(), bins=60, color="C0")
    left.axvspan(-deviation, deviation, color="C1", alpha=0.25)
    left.set(xlabel="score (orange: ± 1 standard deviation)", ylabel="pairs")
    left.set_title("Scores of vectors of 64 numbers")
    for number, ((name, scaling), marker) in enumerate(zip(found.items(), "os", strict=True)):
        means = scaling.largest.mean(dim=0)
        right.plot(sizes, means, marker=marker)
        _name_line(right, name, sizes[2], means[2].item() + 0.08, number, ha="right")
    right.axhline(1 / 64, color="0.5", linestyle=":")
    right.text(sizes[-1], 1 / 64 + 0.015, "equal weights", color="0.35", ha="right", fontsize=9)
    right.set_xscale("log", base=2)
    right.set_xticks(sizes, [str(size) for size in sizes])
    right.set(xlabel="numbers in a query", ylabel="largest of 64 weights", ylim=(0, 1.05))
    right.set_title("What softmax makes of them")
    return figure


def _name_line(
    axes: Axes,
    name: str,
    x: float | int,
    y: float,
    number: int,
    ha: str = "left",
    va: str = "center",
) -> None:
    """Write a curve's name beside it, in its color."""
    color = f"C{number}"
    axes.text(x, y, name, color=color, ha=ha, va=va, fontsize=10, weight="bold")


def draw_reach(found: Mapping[str, Float[Tensor, "seeds T"]]) -> Figure:
    """Plot the reach of several networks against the distance, a thin line for each seed."""
    figure, axes = plt.subplots(figsize=(8, 3))
    for number, (name, values) in enumerate(found.items()):
        style = "--" if "open" in name else "-"
        for curve in values:
            axes.semilogy(curve, style, color=f"C{number}", linewidth=1)
        end = values[:, -1].log().mean().exp().item()
        va = {"LSTM, gates open": "bottom", "attention": "top"}.get(name, "center")
        _name_line(axes, name, values.shape[1], end, number, va=va)
    far = next(iter(found.values())).shape[1] - 1
    axes.set(xlabel="distance in tokens", ylabel="effect of the input\non the last output")
    axes.set(xlim=(0, 1.42 * far), xticks=torch.linspace(0, far, 5).round().int().tolist())
    axes.set_title("How far back an input still has an effect")
    return figure


def draw_weights(pieces: Sequence[str], weights: Float[Tensor, " T"], query: int) -> Figure:
    """Draw how one query shares out its weight over the pieces of a text."""
    figure, axes = plt.subplots(figsize=(8, 3.2))
    colors = ["C1" if place == query else "C0" for place in range(len(pieces))]
    axes.bar(range(len(pieces)), weights.tolist(), color=colors)
    axes.axhline(1 / len(pieces), color="0.5", linestyle=":", label="equal weights")
    axes.set_xticks(range(len(pieces)), pieces, rotation=45)
    axes.set(ylim=(0, 1), ylabel="weight")
    axes.set_title(f"Where {pieces[query]!r} looks (its own bar is orange)")
    axes.legend()
    return figure


def draw_positions(tables: Mapping[str, Float[Tensor, "T T"]]) -> Figure:
    """Draw the cosine of each pair of position vectors, for several kinds of them."""
    figure, places = plt.subplots(1, len(tables), figsize=(8, 3.9), squeeze=False)
    for axes, (name, cosines) in zip(places[0], tables.items(), strict=True):
        image = axes.imshow(cosines.numpy(), cmap="RdBu_r", vmin=-1, vmax=1)
        axes.set(xlabel="position", title=name)
    places[0, 0].set_ylabel("position")
    figure.colorbar(image, ax=places[0].tolist(), label="cosine", shrink=0.8)
    figure.suptitle("Vectors of neighboring positions are alike")
    return figure


def draw_residuals(stacks: Mapping[str, Stack]) -> Figure:
    """Plot how alike tokens become on the way up, and whose input a gradient reaches."""
    figure, (above, below) = plt.subplots(2, 1, figsize=(8, 3.3), sharex=True)
    for number, (name, stack) in enumerate(stacks.items()):
        for alike, own in zip(stack.alike, stack.own, strict=True):
            above.plot(alike, color=f"C{number}", linewidth=1.2)
            below.plot(own, color=f"C{number}", linewidth=1.2)
        names = f"{name} residuals"
        _name_line(above, names, 8, stack.alike[:, 8].mean().item() - 0.1, number, va="top")
        level = stack.own[:, 5].mean().item()
        _name_line(below, names, 6, level - 0.15 if level > 0.5 else level + 0.15, number)
    above.set(ylabel="cosine of\ntwo tokens")
    above.set_title("Up: without residuals, all tokens become alike")
    below.axhline(1 / 32, color="0.5", linestyle=":")
    below.text(0, 1 / 32 + 0.03, "1/32: spread over all tokens", color="0.35", fontsize=9)
    label = "proportion of\nthe gradient"
    below.set(xlabel=DEPTHS, xticks=range(0, 13, 2), ylabel=label, ylim=(0, 1.05))
    below.set_title("Down: a token's gradient loses its way to its own input")
    return figure


def draw_sizes(found: Mapping[str, Sizes]) -> Figure:
    """Plot the size of the vectors and the largest weight by layer, a thin line for each seed."""
    figure, (above, below) = plt.subplots(2, 1, figsize=(8, 2.9), sharex=True)
    for number, (name, sizes) in enumerate(found.items()):
        for vectors, largest in zip(sizes.vectors, sizes.largest, strict=True):
            above.plot(vectors, color=f"C{number}", linewidth=1.2)
            below.plot(range(1, len(largest) + 1), largest, color=f"C{number}", linewidth=1.2)
        _name_line(above, name, 12.2, sizes.vectors[:, -1].log().mean().exp().item(), number)
        _name_line(below, name, 12.2, sizes.largest[:, -1].mean().item() + 0.03, number)
    above.set(ylabel="size (standard\ndeviation)", yscale="log")
    above.set_ylim(bottom=0.4)
    above.set_title("Without LayerNorm the vectors grow ...")
    below.plot([0, 12], [1 / 32, 1 / 32], color="0.5", linestyle=":")
    below.set(xlabel=DEPTHS, xticks=range(0, 13, 2), xlim=(-0.5, 17.5), ylim=(0, 1.05))
    below.set_ylabel("largest weight\n(dotted: 1/32)")
    below.set_title("... until one key takes nearly all the weight")
    return figure


def draw_largest(found: Largest) -> Figure:
    """Draw to whom a key with over half of a query's weight belongs, as a proportion of queries."""
    over = found.largest > 0.5
    parts = {
        name: (over & (found.who == place)).float().mean().item() for place, name in enumerate(WHO)
    }
    parts = {"no key over half": 1 - over.float().mean().item(), **parts}
    figure, axes = plt.subplots(figsize=(8, 2.8))
    percent = [100 * part for part in parts.values()]
    bars = axes.barh(list(parts), percent, color=["0.7", *["C0"] * len(WHO)])
    axes.bar_label(bars, [f"{part:.1f}%" for part in percent], padding=4)
    axes.invert_yaxis()
    axes.set(xlim=(0, 80), xlabel="% of all queries, in all heads")
    axes.set_title("Who gets over half of a query's weight")
    return figure
