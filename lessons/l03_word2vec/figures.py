"""Pictures of the word2vec lesson: neighbors, two lists, a step, codes, answers."""

import math
from collections.abc import Callable, Mapping, Sequence
from html import escape

import matplotlib.pyplot as plt
import numpy as np
import torch
from jaxtyping import Float, Int
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from torch import Tensor

from bertlab.predecessors.word2vec.word_vectors import Neighbor, WordVectors


def draw_nearest(found: Mapping[str, Sequence[Neighbor]], title: str, marked: str = "") -> Figure:
    """Draw the nearest words of some words, a panel each; one word may have another color."""
    figure, panels = plt.subplots(len(found), 1, figsize=(6, 6.4), sharex=True, squeeze=False)
    for axes, (word, near) in zip(panels[:, 0], found.items(), strict=True):
        _draw_words(axes, {one.word: one.cosine for one in near}, "C1" if word == marked else "C0")
        name_panel(axes, f"nearest to “{word}”")
        axes.set_xlim(0, 1)
    panels[-1, 0].set_xlabel("cosine: 1 is the same direction")
    figure.suptitle(title, weight="bold", x=0.01, ha="left")
    return figure


def name_panel(axes: Axes, words: str) -> None:
    """Write what a panel shows, lighter than the title of the figure."""
    axes.set_title(words, loc="center", weight="normal", fontsize=12)


def _draw_words(axes: Axes, values: Mapping[str, float], color: str) -> None:
    """Draw a bar for each word, the first at the top."""
    axes.barh(list(values), list(values.values()), color=color)
    axes.invert_yaxis()
    axes.tick_params(axis="y", labelsize=12)


def draw_two_lists(
    word: str, company: Mapping[str, float], alike: Mapping[str, float], title: str
) -> Figure:
    """Draw the words that a word guesses, u.v, above those that are like it, v.v.

    Args:
        word: Which word.
        company: Scores u.v of some words.
        alike: Cosines of some words' v with the word's own.
        title: What the two panels show.
    """
    figure, (above, below) = plt.subplots(2, 1, figsize=(6, 5.2))
    _draw_words(above, company, "C1")
    above.axvline(0, color="0.4", linewidth=1)
    name_panel(above, f"company: who stands beside “{word}”?")
    above.set_xlabel("score $u \\cdot v$")
    _draw_words(below, alike, "C0")
    name_panel(below, f"alike: who has the same company as “{word}”?")
    below.set(xlabel="cosine of $v$ and $v$", xlim=(min(0, *alike.values()), 1))
    figure.suptitle(title, weight="bold", x=0.01, ha="left")
    return figure


def draw_code_lengths(counts: Int[Tensor, " V"], lengths: Int[Tensor, " V"]) -> Figure:
    """Plot code lengths against counts, beside the ideal lengths and a balanced tree's."""
    figure, axes = plt.subplots(figsize=(6, 3.6))
    axes.semilogx(counts, lengths, ".", label="a word")
    axes.semilogx(counts, -(counts / counts.sum()).log2(), label="$-\\log_2 f$")
    balanced = math.log2(len(counts))
    axes.axhline(balanced, color="0.5", linestyle=":", label="$\\log_2 V$: all alike")
    axes.set(xlabel="occurrences of the word", ylabel="turns (bits)", ylim=(0, None))
    axes.set_title("Frequent words have short codes,\nand rare words pay for it")
    axes.legend()
    return figure


def draw_step(
    words: Sequence[str],
    before: tuple[Float[Tensor, " D"], Float[Tensor, "K D"]],
    after: tuple[Float[Tensor, " D"], Float[Tensor, "K D"]],
) -> Figure:
    """Draw one step of negative sampling: each vector before, pale, and where it goes.

    Args:
        words: The word that is seen, its neighbor, and the noise words.
        before: The vector of the first word, and the rows of the others.
        after: The same after the step.
    """
    figure, axes = plt.subplots(figsize=(6, 5))
    (v, u), count = before, len(words) - 2
    looks = ["C0", "C2", *[("C1", "C3")[place % 2] for place in range(count)]]
    errors = (u @ v).sigmoid() - torch.tensor([1.0, *[0.0] * count])
    notes = [f"$v$ of {words[0]}"]
    notes += [f"$u$ of {w}\n$e$ = {e:.1f}" for w, e in zip(words[1:], errors.tolist(), strict=True)]
    olds, news = (torch.cat([first[None], others]).numpy() for first, others in (before, after))
    reach = 2.1 * float(np.abs(np.array([*olds, *news])).max())
    along = axes.axline((0, 0), tuple(v.tolist()), color="0.6", linestyle=":", zorder=0)
    axes.legend([along], [f"along $v$ of {words[0]}"], loc="lower right", fontsize=12)
    for note, color, old, new in zip(notes, looks, olds, news, strict=True):
        axes.plot([0, old[0]], [0, old[1]], color=color, alpha=0.35, linewidth=2)
        axes.annotate("", new, old, arrowprops={"arrowstyle": "-|>", "color": color, "lw": 2.5})
        far = max(old, new, key=np.linalg.norm)
        place = 12 * far / np.linalg.norm(far)
        side = "left" if far[0] > 0 else "right"
        label = axes.annotate(note, far, place, textcoords="offset points")
        label.set(ha=side, va="center", fontsize=12)
    rate = float((u - after[1]).norm() / (errors[:, None] * v).norm())
    _chain(axes, v, -rate * errors[:, None] * u, looks[1:])
    axes.plot(0, 0, "o", color="0.3")
    axes.set(xlim=(-reach, reach), ylim=(-0.75 * reach, 0.75 * reach), aspect="equal")
    axes.set(xlabel="first number of a vector", ylabel="second number")
    axes.set_title("Each row $u$ moves along $v$,\nby as much as its error")
    return figure


def _chain(
    axes: Axes, start: Float[Tensor, " D"], moves: Float[Tensor, "K D"], colors: Sequence[str]
) -> None:
    """Draw moves end to end, as thin arrows."""
    for move, color in zip(moves, colors, strict=True):
        end = start + move
        look = {"arrowstyle": "-|>", "color": color, "lw": 1, "shrinkA": 0, "shrinkB": 0}
        axes.annotate("", tuple(end.tolist()), tuple(start.tolist()), arrowprops=look)
        start = end


def answers_page(
    vectors: WordVectors,
    word: str,
    four: str,
    analogy: str,
    odd_one_out: Callable[[WordVectors, list[str]], str],
) -> str:
    """Return three answers of some vectors as a small table of HTML.

    Args:
        vectors: Who answers.
        word: Its nearest words are listed.
        four: Some words, with spaces between; one does not belong.
        analogy: Three words a, b, c: a is to b as c is to what?
        odd_one_out: The student's function.

    Raises:
        ValueError: If a word has no vector, or the analogy does not have three words.
    """
    asked = analogy.lower().split()
    if len(asked) != 3:
        raise ValueError(f"expected three words for the analogy, got {len(asked)}")
    group = four.lower().split()
    near = [neighbor.word for neighbor in vectors.neighbors(word.lower().strip(), 8)]
    fourth = [neighbor.word for neighbor in vectors.analogy(asked[0], asked[1], asked[2], 3)]
    rows = [
        (f"nearest to {word}", ", ".join(near)),
        (f"odd one of {', '.join(group)}", odd_one_out(vectors, group)),
        (f"{asked[0]} is to {asked[1]} as {asked[2]} is to", ", ".join(fourth)),
    ]
    cells = [f"<tr><th>{escape(a)}</th><td>{escape(b)}</td></tr>" for a, b in rows]
    return f"<table>{''.join(cells)}</table>"
