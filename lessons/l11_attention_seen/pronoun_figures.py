"""Pictures of whom a pronoun looks at: English pairs, and the two Chinese sentences."""

from lessons.l11_attention_seen.measure import MinimalPair, Pronoun, Scolded

import math

import matplotlib.pyplot as plt
import numpy as np
from jaxtyping import Bool, Float, Int
from matplotlib.figure import Figure
from torch import Tensor


def draw_pronouns(found: Pronoun) -> Figure:
    """Draw by how much the first noun is ahead of the second, with either ending.

    Args:
        found: A row for each pair of sentences.
    """
    figure, axes = plt.subplots(figsize=(6.4, 4.2))
    lead = found.lead()
    for place, (pair, row) in enumerate(zip(found.names, lead.tolist(), strict=True)):
        axes.plot(row, [place, place], color="0.7", zorder=1)
        for number, (value, marker) in enumerate(zip(row, "os", strict=True)):
            label = f"the {('first', 'second')[number]} noun is meant" if place == 0 else ""
            axes.scatter(value, place, color=f"C{number}", marker=marker, label=label, zorder=2)
        axes.text(-1.02, place, f"{pair[0]} / {pair[1]}", va="center", ha="right", fontsize=10)
    axes.axvline(0, color="0.4", lw=1)
    axes.set(xlim=(-1, 1), yticks=[], ylim=(len(found.names) + 0.6, -0.6))
    axes.set_xlabel("second noun ahead  ←  difference of the weights  →  first noun ahead")
    axes.legend(loc="lower center", ncols=2, fontsize=9)
    follows = int(found.follows().sum())
    axes.set_title(f"The weight follows the meaning in {follows} of {len(found.names)} pairs")
    return figure


def draw_scolded(son: Scolded, father: Scolded) -> Figure:
    """Draw each head by whom 他 prefers in two sentences.

    Args:
        son: In the sentence that means the son.
        father: In the one that means the father.
    """
    figure, axes = plt.subplots(figsize=(5.6, 4.6))
    x, y = son.lead(), father.lead()
    limit = 0.28
    axes.fill_between([0, limit], -limit, 0, color="C2", alpha=0.15)
    axes.text(limit / 2, -limit * 0.93, "would follow\nthe meaning", ha="center", fontsize=10)
    axes.axhline(0, color="0.5", lw=1)
    axes.axvline(0, color="0.5", lw=1)
    axes.scatter(x, y, color="C0", s=28)
    layer, head = divmod(int(x.argmax()), x.shape[1])
    best = x[layer, head].item(), y[layer, head].item()
    axes.annotate(f"head {layer}.{head}", best, (-8, -3), textcoords="offset points", ha="right")
    axes.set(xlim=(-limit, limit), ylim=(-limit, limit))
    axes.set_xlabel("the son is scolded: son's weight minus father's")
    axes.set_ylabel("the father scolds: son's minus father's")
    axes.set_title(f"Head {layer}.{head} gives the son more in both sentences", fontsize=12)
    return figure


def draw_controls(
    given: Float[Tensor, "L H"], control: Float[Tensor, "L H"], marked: Bool[Tensor, "L H"]
) -> Figure:
    """Draw each head by what "it" gives to a noun, and by the most that another token gives it.

    Args:
        given: By "it".
        control: By the other token that gives most.
        marked: The heads in which the strongest line of "it" leads to this noun.
    """
    figure, axes = plt.subplots(figsize=(5.6, 4.9))
    axes.plot([0, 1], [0, 1], color="0.5", lw=1)
    axes.text(0.05, 0.9, "'it' gives more", fontsize=10)
    axes.text(0.95, 0.05, "another token gives more", fontsize=10, ha="right")
    axes.scatter(control[~marked], given[~marked], color="0.6", s=22, label="other heads")
    axes.scatter(
        control[marked],
        given[marked],
        color="C1",
        marker="s",
        s=42,
        label="strongest line of 'it' to 'cat'",
    )
    for layer, head in marked.nonzero().tolist():
        at = control[layer, head].item(), given[layer, head].item()
        axes.annotate(f"{layer}.{head}", at, (-7, 5), textcoords="offset points", ha="right")
    axes.set(xlim=(-0.02, 1), ylim=(-0.02, 1))
    axes.set_xlabel("most weight that another token gives to 'cat'")
    axes.set_ylabel("weight that 'it' gives to 'cat'")
    axes.legend(loc="lower right", bbox_to_anchor=(1, 0.12), fontsize=9)
    passed = int((given > control)[marked].sum())
    axes.set_title(
        f"Of the {int(marked.sum())} heads with this line,\n{passed} pass the control", fontsize=12
    )
    return figure


def by_coins(least: int, pairs: int) -> float:
    """Return how probable it is to follow the meaning so often if coins set both signs.

    Args:
        least: In how many pairs, at least.
        pairs: How many there are; a pair has both signs right with a probability of 1/4.
    """
    numbers = range(least, pairs + 1)
    return sum(math.comb(pairs, n) * 3 ** (pairs - n) for n in numbers) / 4**pairs


def told(everywhere: Int[Tensor, "L H"], pairs: int) -> int:
    """Print and return in how many pairs the best head follows the meaning, beside coins."""
    most = int(everywhere.max())
    reached, coins = int((everywhere == most).sum()), everywhere.numel() * by_coins(most, pairs)
    print(f"of all {everywhere.numel()} heads, none follows the meaning in more than {most} pairs")
    print(f"{reached} heads get so far; if coins decided, {coins:.0f} would")
    return most


def draw_minimal_pair(pair: MinimalPair, layer: int, head: int) -> Figure:
    """Draw what "it" gives to each token, in two sentences that differ in one word."""
    T = len(pair.pieces)
    figure, axes = plt.subplots(figsize=(5.6, 0.3 * T + 1.4))
    (changed,) = (piece for piece in pair.pieces if " / " in piece)
    for number, word in enumerate(changed.split(" / ")):
        places = np.arange(T) + 0.4 * number - 0.2
        bars = pair.weights[number, layer, head].numpy()
        axes.barh(places, bars, height=0.4, color=f"C{number}", label=f"with {word!r}")
    axes.set_yticks(range(T), pair.pieces)
    axes.set(xlim=(0, 1), xlabel="weight that 'it' gives")
    axes.invert_yaxis()
    axes.legend(loc="lower right", fontsize=10)
    moved = pair.moved()[layer, head].item()
    axes.set_title(
        f"Head {layer}.{head}: the word moves\n{moved:.0%} of the weight of 'it'", fontsize=12
    )
    return figure
