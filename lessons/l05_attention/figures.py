"""Pictures of the attention lesson: what was measured, as curves and bars."""

from lessons.l05_attention.measure import Stack
from lessons.l05_attention.trained import Largest, Pronouns

from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
import torch
from jaxtyping import Float
from matplotlib.figure import Figure
from torch import Tensor


def draw_scores(scores: Float[Tensor, " N"]) -> Figure:
    """Plot a histogram of scores, with one standard deviation to both sides."""
    figure, axes = plt.subplots(figsize=(8, 3.2))
    deviation = scores.std().item()
    axes.hist(scores.numpy(), bins=60, color="C0")
    axes.axvspan(-deviation, deviation, color="C1", alpha=0.25, label="± 1 standard deviation")
    axes.set(xlabel="score of a random query and a random key", ylabel="pairs")
    axes.set_title("Scores of 64 numbers have a standard deviation of 8")
    axes.legend()
    return figure


def draw_scaling(sizes: Sequence[int], found: Mapping[str, Float[Tensor, "S N"]]) -> Figure:
    """Plot the largest weight against the length of a query."""
    figure, axes = plt.subplots(figsize=(8, 3.4))
    for (name, values), marker in zip(found.items(), "os", strict=True):
        axes.plot(sizes, values.mean(dim=0), marker=marker, label=name)
    axes.axhline(1 / 64, color="0.5", linestyle=":", label="equal weights")
    axes.set_xscale("log", base=2)
    axes.set_xticks(sizes, [str(size) for size in sizes])
    axes.set(xlabel="numbers in a query", ylabel="largest of 64 weights", ylim=(0, 1.05))
    axes.set_title("Not divided, one key takes more the longer the query is")
    axes.legend(loc="center left")
    return figure


def draw_reach(found: Mapping[str, Float[Tensor, "seeds T"]]) -> Figure:
    """Plot the reach of several networks against the distance, a thin line for each seed."""
    figure, axes = plt.subplots(figsize=(8, 3.6))
    for number, (name, values) in enumerate(found.items()):
        for seed, curve in enumerate(values):
            label = "" if seed else name
            axes.semilogy(curve, color=f"C{number}", linewidth=1, label=label)
    axes.set(xlabel="distance in tokens", ylabel="norm of the Jacobian")
    axes.set_title("Attention reaches all distances alike; recurrence fades")
    axes.legend()
    return figure


def draw_positions(
    table: Float[Tensor, "P D"], found: Mapping[str, tuple[Tensor, Tensor]]
) -> Figure:
    """Draw the sinusoidal vectors, and the similarity of positions against their distance."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(8, 3.6), width_ratios=(1, 1.2))
    image = left.imshow(table[:, 0::2].numpy(), aspect="auto", vmin=-1, vmax=1)
    left.set(xlabel="pair i (its sine)", ylabel="position", title="Slower and slower waves")
    figure.colorbar(image, ax=left, shrink=0.8)
    for number, (name, (mean, deviation)) in enumerate(found.items()):
        distance = torch.arange(1, len(mean) + 1)
        right.plot(distance, mean, label=name)
        low, high = mean - deviation, mean + deviation
        right.fill_between(distance, low, high, color=f"C{number}", alpha=0.25)
    right.set(xlabel="distance in tokens", ylabel="cosine (band: ± 1 deviation)")
    right.set_title("Waves know distance only")
    right.legend()
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
    figure, (above, below) = plt.subplots(2, 1, figsize=(8, 4.8))
    for number, (name, stack) in enumerate(stacks.items()):
        for seed in range(len(stack.alike)):
            label = "" if seed else f"{name} residuals"
            above.plot(stack.alike[seed], color=f"C{number}", linewidth=1.2, label=label)
            below.plot(stack.own[seed], color=f"C{number}", linewidth=1.2)
    above.set(xlabel="after layer (0: the input)", ylabel="mean cosine of two tokens")
    above.set_title("Without residuals, all tokens become alike")
    above.legend(loc="center right")
    below.axhline(1 / 32, color="0.5", linestyle=":", label="1/32: spread over all tokens")
    below.set(xlabel="arriving at the input of layer", ylabel="proportion", ylim=(0, 1.05))
    below.set_title("... and a token's gradient does not find its own input")
    below.legend(loc="center right")
    return figure


def draw_sizes(found: Mapping[str, Float[Tensor, "S layers"]]) -> Figure:
    """Plot the size of the vectors after each layer, a thin line for each seed."""
    figure, axes = plt.subplots(figsize=(8, 3.2))
    for number, (name, rows) in enumerate(found.items()):
        for seed, row in enumerate(rows):
            label = "" if seed else f"{name} LayerNorm"
            axes.plot(range(1, len(row) + 1), row, color=f"C{number}", linewidth=1.2, label=label)
    axes.set(xlabel="after layer", ylabel="standard deviation", yscale="log")
    axes.set_title("Without LayerNorm, every addition makes the vectors larger")
    axes.legend()
    return figure


def draw_pronouns(found: Pronouns, place: tuple[int, int]) -> Figure:
    """Draw where one head leads in each pair, and all heads by their weight on the two nouns."""
    layer, head = place
    count = len(found.names)
    figure, (top, below) = plt.subplots(2, 1, figsize=(8, 5.4), height_ratios=(2.4, 1))
    parts = found.first_noun()[:, :, layer, head].flip(0)
    top.hlines(range(count), *parts.T.sort(dim=0).values, color="0.7", zorder=1)
    for ending, (marker, noun) in enumerate((("o", "left"), ("s", "right"))):
        label = f"ending that speaks for the {noun} noun"
        top.scatter(parts[:, ending], range(count), marker=marker, label=label)
    top.set_yticks(range(count), found.names[::-1])
    top.axvline(0.5, color="0.5", linestyle=":")
    top.set(xlim=(0, 1), xlabel="proportion of the left noun in the weight on both nouns")
    top.set_title("The ending hardly moves this head ...")
    top.legend(loc="upper center", bbox_to_anchor=(0.3, -0.17), ncols=2)
    weights = found.on_nouns().flatten()
    order = weights.argsort(descending=True)
    ours = layer * found.weights.shape[-1] + head
    colors = ["C1" if number == ours else "C0" for number in order.tolist()]
    below.bar(range(len(order)), weights[order].tolist(), color=colors)
    below.set(xlabel="all heads, in this order (ours is orange)", ylabel="weight", xticks=[])
    below.set_title("... but no head puts more weight on the two nouns")
    return figure


def draw_largest(trained: Largest, random: Largest) -> Figure:
    """Plot the proportion of queries whose largest weight exceeds a bound, against the bound."""
    shown = {
        "trained": trained.largest,
        "trained, on another word": trained.largest * trained.another_word,
        "randomly initialized": random.largest,
    }
    figure, axes = plt.subplots(figsize=(8, 3.2))
    bounds = torch.linspace(0, 1, 101)
    for name, values in shown.items():
        sizes = values.flatten().sort().values
        above = 1 - torch.searchsorted(sizes, bounds, right=True) / len(sizes)
        axes.plot(bounds, above, label=name)
    axes.axvline(0.5, color="0.5", linestyle=":")
    axes.set(xlabel="bound on the largest weight", ylabel="proportion of queries above it")
    axes.set_title("Few queries give another word more than half of their weight")
    axes.legend()
    return figure
