"""Pictures of whom a pronoun looks at: English pairs, and the two Chinese sentences."""

from lessons.l11_attention_seen.measure import MinimalPair, Pronoun, Scolded

from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
import numpy as np
from jaxtyping import Bool, Float, Int
from matplotlib.figure import Figure
from torch import Tensor


def draw_pronouns(found: Pronoun, turned: Pronoun) -> Figure:
    """Draw by how much the living noun is ahead of the other, with either ending.

    Args:
        found: A row for each pair of sentences; the living noun stands first.
        turned: The same with the living noun in the second place, drawn hollow.
    """
    N = len(found.names)
    figure, axes = plt.subplots(figsize=(6.4, 3.3))
    axes.axvspan(0, 1, color="C2", alpha=0.12, lw=0)
    for shift, pronoun, place in ((-0.17, found, "first"), (0.17, turned, "second")):
        for row, leads in enumerate(pronoun.lead().tolist()):
            axes.plot(leads, [row + shift] * 2, color="0.7", zorder=1)
            for number, marker in enumerate("os"):
                meant = ("living noun", "thing")[number]
                axes.scatter(
                    leads[number],
                    row + shift,
                    marker=marker,
                    s=40,
                    edgecolor=f"C{number}",
                    facecolor=f"C{number}" if pronoun is found else "white",
                    label=f"{meant} meant, living {place}" if row == 0 else "",
                    zorder=2,
                )
    axes.set_yticks(range(N), [f"{living} / {thing}" for living, thing in found.names])
    axes.axvline(0, color="0.4", lw=1)
    axes.set(xlim=(-1, 1), ylim=(N - 0.5, -0.5), xticks=(-1, -0.5, 0, 0.5, 1))
    axes.set_xlabel("thing ahead  ←  difference of the weights  →  living noun ahead")
    figure.legend(loc="outside upper center", ncols=2, fontsize=10)
    both = found.prefers_living() & turned.prefers_living()  # (N, 2): the endings
    kept = int(both.all(dim=1).sum())
    axes.set_title(f"In {kept} of {N} pairs the living noun stays ahead", fontsize=12)
    return figure


PEOPLE = {"son": ("小宏", "C0"), "Dad": ("老爸", "C1")}
LARGE = 0.3  # a weight that is written beside its token, whatever the token is


def draw_looks(
    pieces: Sequence[str],
    looks: Float[Tensor, " T"],
    piece: str,
    colors: Mapping[str, Sequence[str]],
    title: str,
) -> Figure:
    """Draw the lines of one token alone, in the shape of BertViz's head view.

    Args:
        pieces: The T tokens.
        looks: What the token gives to each, (T,).
        piece: The token.
        colors: Which tokens to mark: for each color the pieces.
        title: What is to be seen.
    """
    T = len(pieces)
    figure, axes = plt.subplots(figsize=(3.7, 0.225 * T + 0.66))
    at = pieces.index(piece)
    color_of = {each: color for color, group in colors.items() for each in group}
    for place, (each, weight) in enumerate(zip(pieces, looks.tolist(), strict=True)):
        color = color_of.get(each, "0.45")
        axes.plot((0, 1), (at, place), color=color, lw=0.4 + 9 * weight, solid_capstyle="butt")
        words = f"{each}  {weight:.2f}" if each in color_of or weight > LARGE else each
        axes.text(1.06, place, words, va="center", fontsize=11, color=color)
        color, size = ("black", 14) if place == at else ("0.7", 11)
        axes.text(-0.06, place, each, ha="right", va="center", color=color, fontsize=size)
    axes.set(xlim=(-0.7, 2.0), ylim=(T - 0.5, -0.7))
    axes.axis("off")
    axes.set_title(title, loc="left", fontsize=11)
    return figure


def draw_he(pieces: Sequence[str], looks: Float[Tensor, " T"], name: str) -> Figure:
    """Draw the lines of 他 alone: to the son, to the father, to the others.

    Args:
        pieces: The T tokens.
        looks: What 他 gives to each, (T,).
        name: Of the head, for the title.
    """
    words = []
    for gloss, (person, _) in PEOPLE.items():
        weight = float(looks[[pieces.index(character) for character in person]].sum())
        words.append(f"{person} ({gloss}) {weight:.2f}")
    colors = {color: list(person) for person, color in PEOPLE.values()}
    return draw_looks(pieces, looks, "他", colors, f"{name}:\n他 gives {', '.join(words)}")


def draw_scolded(son: Scolded, father: Scolded) -> Figure:
    """Draw each head by whom 他 prefers in two sentences.

    Args:
        son: In the sentence that means the son.
        father: In the one that means the father.
    """
    figure, axes = plt.subplots(figsize=(5.6, 2.9))
    x, y = son.lead(), father.lead()
    limit = 0.28
    axes.fill_between([0, limit], -limit, 0, color="C2", alpha=0.15)
    axes.text(limit / 2, -limit * 0.93, "would follow\nthe meaning", ha="center", fontsize=11)
    axes.axhline(0, color="0.5", lw=1)
    axes.axvline(0, color="0.5", lw=1)
    axes.scatter(x, y, color="C0", s=28)
    layer, head = divmod(int(x.argmax()), x.shape[1])
    best = x[layer, head].item(), y[layer, head].item()
    axes.annotate(f"L{layer}H{head}", best, (-8, -3), textcoords="offset points", ha="right")
    for at in ((x > 0) & (y < 0)).nonzero().tolist():  # both signs are right
        place = x[*at].item(), y[*at].item()
        axes.scatter(*place, color="C1", s=40, zorder=3)
        axes.annotate(
            "L{}H{}".format(*at),
            place,
            (26, -22),
            textcoords="offset points",
            color="C1",
            arrowprops={"arrowstyle": "-", "color": "C1"},
        )
    axes.set(xlim=(-limit, limit), ylim=(-limit, limit))
    axes.set_xlabel("'him' is the son: son minus father")
    axes.set_ylabel("'him' is the father:\nson minus father")
    axes.set_title(f"L{layer}H{head} gives the son more in both sentences", fontsize=12)
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
    figure, axes = plt.subplots(figsize=(6.0, 5.4))
    axes.fill_between([0, 1.03], [0, 1.03], 1.03, color="C2", alpha=0.15, lw=0)
    axes.plot([0, 1.03], [0, 1.03], color="0.5", lw=1)
    axes.text(0.03, 0.93, "passes: 'it' gives more", fontsize=11)
    axes.text(1.0, 0.3, "fails: another token\ngives more", fontsize=11, ha="right")
    axes.scatter(control[~marked], given[~marked], color="0.6", s=26, label="other heads")
    axes.scatter(
        control[marked],
        given[marked],
        color="C1",
        marker="s",
        s=46,
        label="strongest line of 'it' to 'cat'",
    )
    for layer, head in marked.nonzero().tolist():
        at = control[layer, head].item(), given[layer, head].item()
        axes.annotate(f"L{layer}H{head}", at, (-7, 5), textcoords="offset points", ha="right")
    axes.set(xlim=(-0.03, 1.03), ylim=(-0.03, 1.03), aspect="equal")
    axes.set_xlabel("most weight that another token gives to 'cat'")
    axes.set_ylabel("weight that 'it' gives to 'cat'")
    figure.legend(loc="outside upper center", ncols=2, fontsize=10)
    passed = int((given > control)[marked].sum())
    axes.set_title(
        f"Of the {int(marked.sum())} heads with this line, {passed} pass the control", fontsize=12
    )
    return figure


def told(everywhere: Int[Tensor, "2 L H"], pairs: int) -> int:
    """Print and return in how many pairs the best head turns with the meaning.

    Args:
        everywhere: In how many pairs each head turns with the meaning, and against it.
        pairs: How many there are.
    """
    right, wrong = everywhere
    most, heads = int(right.max()), right.numel()
    reached = int((right == most).sum())
    print(f"right in {most} of {pairs} pairs: {reached} of {heads} heads")
    print(f"wrong in at most {int(wrong.max())} of {pairs} pairs")
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
        f"L{layer}H{head}: the word moves\n{moved:.0%} of the weight of 'it'", fontsize=12
    )
    return figure
