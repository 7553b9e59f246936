"""Pictures of the attention lesson: what was measured, as curves and bars."""

from lessons.l05_attention.measure import Scaling
from lessons.l05_attention.stacks import Sizes, Stack
from lessons.l05_attention.trained import WHO, Largest, Pronouns

from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
import torch
from jaxtyping import Float
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from torch import Tensor


def draw_scaling(
    scores: Float[Tensor, " N"], sizes: Sequence[int], found: Mapping[str, Scaling]
) -> Figure:
    """Plot a histogram of scores, and the largest weight against the length of a query."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(8, 3.4))
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
    figure, axes = plt.subplots(figsize=(8, 3.6))
    for number, (name, values) in enumerate(found.items()):
        for curve in values:
            axes.semilogy(curve, color=f"C{number}", linewidth=1)
        end = values[:, -1].log().mean().exp().item()
        _name_line(axes, name, values.shape[1], end, number)
    axes.set(xlabel="distance in tokens", ylabel="effect of the input\non the last output")
    axes.set_xlim(0, 1.36 * next(iter(found.values())).shape[1])
    axes.set_title("How far back an input still has an effect")
    return figure


def draw_positions(found: Mapping[str, tuple[Tensor, Tensor]]) -> Figure:
    """Plot the similarity of positions against their distance, with a band of one deviation."""
    figure, axes = plt.subplots(figsize=(8, 3.4))
    for number, (name, (mean, deviation)) in enumerate(found.items()):
        distance = torch.arange(1, len(mean) + 1)
        axes.plot(distance, mean, label=name)
        low, high = mean - deviation, mean + deviation
        axes.fill_between(distance, low, high, color=f"C{number}", alpha=0.25)
    axes.set(xlabel="distance in tokens", ylabel="cosine (band: ± 1 deviation)")
    axes.set_title("With learned positions, distance alone does not decide")
    axes.legend()
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


def draw_cost(lengths: Sequence[int], parts: Mapping[str, Sequence[int]]) -> Figure:
    """Plot the operations of a layer's parts against the number of tokens."""
    figure, axes = plt.subplots(figsize=(8, 3.2))
    for (name, operations), marker in zip(parts.items(), "os", strict=True):
        axes.loglog(lengths, operations, marker=marker, label=name)
    axes.set_xticks(lengths, [f"{length:,}" for length in lengths])
    axes.minorticks_off()
    axes.set(xlabel="tokens T", ylabel="operations of one layer")
    axes.set_title("The pairs overtake the linear maps at 6 D tokens")
    axes.legend()
    return figure


def draw_context(found: Mapping[int, Sequence[int]], shown: int) -> Figure:
    """Plot the neighbors on a token's poorer side for the first tokens of a text, by step."""
    figure, axes = plt.subplots(figsize=(8, 3))
    for step, neighbors in found.items():
        axes.plot(neighbors[:shown], label=f"step {step}")
    axes.set(xlabel="place in the text, in tokens", ylabel="neighbors on the poorer side")
    axes.set_title("Overlap keeps tokens away from the edges of windows")
    axes.set_ylim(top=1.25 * max(map(max, found.values())))
    axes.legend(loc="upper right", ncols=2)
    return figure


def draw_residuals(stacks: Mapping[str, Stack]) -> Figure:
    """Plot how alike tokens become on the way up, and whose input a gradient reaches."""
    figure, (above, below) = plt.subplots(2, 1, figsize=(8, 5))
    for number, (name, stack) in enumerate(stacks.items()):
        for alike, own in zip(stack.alike, stack.own, strict=True):
            above.plot(alike, color=f"C{number}", linewidth=1.2)
            below.plot(own, color=f"C{number}", linewidth=1.2)
        names = f"{name} residuals"
        _name_line(above, names, 8, stack.alike[:, 8].mean().item() - 0.1, number, va="top")
        level = stack.own[:, 5].mean().item()
        _name_line(below, names, 6, level - 0.15 if level > 0.5 else level + 0.15, number)
    above.set(xlabel="after layer (0: the input)", ylabel="mean cosine\nof two tokens")
    above.set_title("Without residuals, all tokens become alike")
    below.axhline(1 / 32, color="0.5", linestyle=":")
    below.text(0, 1 / 32 + 0.03, "1/32: spread over all tokens", color="0.35", fontsize=9)
    label = "proportion of the gradient\nat its own token"
    below.set(xlabel="arriving at the input of layer", ylabel=label, ylim=(0, 1.05))
    below.set_title("... and a token's gradient does not find its own input")
    return figure


def draw_sizes(found: Sizes) -> Figure:
    """Plot the size of the vectors after each layer, a thin line for each seed."""
    figure, axes = plt.subplots(figsize=(8, 3.2))
    for number, (name, rows) in enumerate((("with", found.normed), ("without", found.bare))):
        for row in rows:
            axes.plot(range(1, len(row) + 1), row, color=f"C{number}", linewidth=1.2)
        at = rows[:, 7].mean().item()
        _name_line(axes, f"{name} LayerNorm", 8.3, at * 0.8, number, va="top")
    axes.set(xlabel="after layer", ylabel="standard deviation", yscale="log")
    axes.set_ylim(bottom=0.4)
    axes.set_title("Without LayerNorm, every addition makes the vectors larger")
    return figure


def draw_pronouns(found: Pronouns, place: tuple[int, int]) -> Figure:
    """Draw where one head leads in each pair, and how many pairs each head moves."""
    layer, head = place
    count = len(found.names)
    figure, (top, below) = plt.subplots(2, 1, figsize=(8, 5.4), height_ratios=(2.2, 1))
    parts = found.first_noun()[:, :, layer, head].flip(0)
    top.hlines(range(count), *parts.T.sort(dim=0).values, color="0.7", zorder=1)
    for ending, (marker, noun) in enumerate((("o", "first"), ("s", "second"))):
        label = f"ending that fits the {noun} noun"
        top.scatter(parts[:, ending], range(count), marker=marker, label=label)
    top.set_yticks(range(count), found.names[::-1])
    top.axvline(0.5, color="0.5", linestyle=":")
    top.set(xlim=(0, 1), xlabel="proportion of the first noun in the weight on both nouns")
    top.set_title("The ending hardly moves this head ...")
    top.legend(loc="upper center", bbox_to_anchor=(0.3, -0.17), ncols=2)
    _draw_heads(below, found, layer * found.weights.shape[-1] + head)
    return figure


def _draw_heads(axes: Axes, found: Pronouns, ours: int) -> None:
    """Draw all heads by their weight on the two nouns and the pairs that they move."""
    weights = found.on_nouns().flatten()
    pairs = (found.moved() >= 0.1).sum(dim=0).flatten()
    others = [number for number in range(len(weights)) if number != ours]
    shift = torch.linspace(-0.18, 0.18, len(weights))  # so that no two points hide each other
    axes.scatter(weights[others], pairs[others] + shift[others], s=18, alpha=0.7)
    axes.scatter(weights[ours], pairs[ours], s=70, color="C1", marker="D")
    axes.annotate("ours", (weights[ours], pairs[ours]), (-8, -4), ha="right", color="C1",
                  textcoords="offset points", weight="bold")  # fmt: skip
    axes.set(xlabel="weight on the two nouns, a mean over sentences", ylabel="pairs moved\n(of 12)")
    axes.set(ylim=(-0.5, 4), xlim=(0, None), yticks=range(5))
    axes.set_title("... and no other head moves more pairs")


def draw_largest(found: Largest) -> Figure:
    """Draw to whom a key with over half of a query's weight belongs, as a proportion of queries."""
    over = found.largest > 0.5
    parts = {
        name: (over & (found.who == place)).float().mean().item() for place, name in enumerate(WHO)
    }
    parts = {"no key over half": 1 - over.float().mean().item(), **parts}
    figure, axes = plt.subplots(figsize=(8, 2.8))
    bars = axes.barh(list(parts), list(parts.values()), color=["0.7", *["C0"] * len(WHO)])
    axes.bar_label(bars, [f"{part:.1%}" for part in parts.values()], padding=4)
    axes.invert_yaxis()
    axes.set(xlim=(0, 1), xlabel="proportion of all queries, in all heads")
    axes.set_title("Who gets over half of a query's weight")
    return figure
