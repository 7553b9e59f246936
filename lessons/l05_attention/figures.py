"""Pictures of the attention lesson: what was measured, as curves and bars."""

from lessons.l05_attention.measure import Stack
from lessons.l05_attention.trained import Largest, Pronoun

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
    axes.set_title("Scores of vectors with 64 components spread by 8")
    axes.legend()
    return figure


def draw_scaling(sizes: Sequence[int], found: Mapping[str, Float[Tensor, "S N 2"]]) -> Figure:
    """Plot the largest weight and the slopes of the softmax against the length of a query."""
    figure, panels = plt.subplots(1, 2, figsize=(8, 3.6))
    for (name, values), marker in zip(found.items(), "os", strict=True):
        for axes, column in zip(panels, (0, 1), strict=True):
            axes.plot(sizes, values[..., column].mean(dim=0), marker=marker, label=name)
    for axes in panels:
        axes.set_xscale("log", base=2)
        axes.set_xticks(sizes, sizes)
        axes.set(xlabel="components of a query", ylim=(0, 1.05))
    panels[0].axhline(1 / 64, color="0.5", linestyle=":", label="equal weights")
    panels[0].set(ylabel="largest of 64 weights", title="Not divided, one key takes all")
    panels[1].set(ylabel="sum of the slopes a (1 - a)", title="... and no gradient comes back")
    panels[0].legend()
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
    """Plot how alike tokens become on the way up, and the gradient on its way down."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(8, 3.6))
    for number, (name, stack) in enumerate(stacks.items()):
        for seed in range(len(stack.alike)):
            label = "" if seed else f"{name} residuals"
            style = {"color": f"C{number}", "linewidth": 1.2, "label": label}
            left.plot(stack.alike[seed], **style)
            right.semilogy(stack.gradient[seed], **style)
    left.set(xlabel="after layer (0: the input)", ylabel="mean cosine of two tokens")
    left.set_title("Without: all tokens alike")
    right.set(xlabel="arriving at layer", ylabel="gradient that differs by token")
    right.set_title("Without: no gradient by token")
    left.legend(loc="center right")
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


def draw_pronouns(rows: Sequence[Pronoun]) -> Figure:
    """Draw the share of two nouns in each sentence, with either ending."""
    figure, axes = plt.subplots(figsize=(8, 0.36 * len(rows) + 1.4))
    for height, row in enumerate(reversed(rows)):
        first, second = (seen[0] / sum(seen) for seen in (row.first, row.second))
        axes.plot([first, second], [height, height], color="0.7", zorder=1)
        axes.scatter(
            first,
            height,
            color="C0",
            label="" if height else "ending that speaks for the left noun",
        )
        axes.scatter(
            second,
            height,
            color="C1",
            marker="s",
            label="" if height else "ending that speaks for the right noun",
        )
    labels = [f"{r.nouns[0]} ({r.endings[0]}) / {r.nouns[1]} ({r.endings[1]})" for r in rows]
    axes.set_yticks(range(len(rows)), labels[::-1])
    axes.axvline(0.5, color="0.5", linestyle=":")
    axes.set(xlim=(0, 1), xlabel="left noun's part of the weight that both get from 'it'")
    axes.set_title("The ending hardly moves the head")
    figure.legend(loc="outside lower center", ncols=2)
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
