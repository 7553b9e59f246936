"""Pictures of the first lesson: what was measured, as bars and curves, and in words."""

from lessons.l00_start_here import measure

from collections.abc import Mapping, Sequence
from itertools import pairwise
from textwrap import shorten

import matplotlib.pyplot as plt
from jaxtyping import Float
from matplotlib.figure import Figure
from torch import Tensor

from bertlab.model.bert import BertModel
from bertlab.pretraining.generation import Candidate
from bertlab.text.wordpiece import WordPieceTokenizer
from workbook.figures import show

LABELS = {"word": "the word itself", "the": "“the” (control)", ".": "full stop (control)"}
BELOW = 0.5  # from the last bar of a sentence to the next sentence, in bars
APART = 5.0  # labels of two curves, in percent
TITLE = "The word leads early; later, even the full stop follows"
AXIS = "after layer (0: the look-up)"


def draw_gaps(filled: Mapping[str, Sequence[Candidate]], wrong: str = "") -> Figure:
    """Draw sentences with a gap, each above its likeliest words; all bars begin at one line.

    Args:
        filled: The words by sentence. The last one is the reader's, in another color.
        wrong: The sentence whose best word is marked as wrong.
    """
    figure, axes = plt.subplots(figsize=(5.6, 5.4))
    ticks: list[tuple[float, str]] = []
    row = 0.0
    for number, (sentence, candidates) in enumerate(filled.items()):
        is_last = number == len(filled) - 1
        if is_last and number:
            axes.axhline(row - 0.4, color="0.7", linewidth=1)
            axes.text(100, row + 0.1, "yours to change", ha="right", va="center", color="0.3")
            row += 1
        words = shorten(sentence, 56, placeholder=" ...")
        axes.text(0, row, words, va="center", fontsize=11, fontweight="bold")
        for place, candidate in enumerate(candidates):
            row += 1
            percent = 100 * candidate.probability
            mark = ", wrong" if sentence == wrong and place == 0 else ""
            axes.barh(row, percent, height=0.8, color="C4" if is_last else "C0")
            axes.text(percent + 1, row, f"{percent:.0f}%{mark}", va="center", fontsize=10)
            ticks.append((row, candidate.piece))
        row += 1 + BELOW
    axes.set_yticks([place for place, _ in ticks], [piece for _, piece in ticks], fontsize=11)
    axes.tick_params(axis="y", length=0)
    axes.set(xlim=(0, 100), ylim=(row - 0.5, -0.7), xlabel="probability (%)")
    title = "Another end, another word"
    figure.suptitle(title, x=0.01, ha="left", fontsize=12, weight="bold")
    return figure


def draw_banks(curves: Mapping[str, Float[Tensor, " L"]]) -> Figure:
    """Plot by layer the cosine of one vector with some others, the last of them as a floor."""
    figure, axes = plt.subplots(figsize=(5.8, 3.8))
    colors = [*(f"C{number}" for number in range(len(curves) - 1)), "0.45"]
    for (name, values), marker, color in zip(curves.items(), "os^", colors, strict=True):
        axes.plot(values, marker=marker, color=color)
        end = len(values) - 0.8
        axes.text(end, values[-1].item(), name, color=color, va="center", fontsize=11)
    axes.set(xlabel=AXIS, ylabel="cosine with the account's bank", ylim=(0, 1.06))
    axes.set_xlim(-0.2, len(values) + 2.1)
    axes.set_xticks(range(len(values)))
    title = "One beginning; then the two banks for money stay closer"
    figure.suptitle(title, x=0.01, ha="left", fontsize=12, weight="bold")
    return figure


def draw_controls(found: Mapping[str, Float[Tensor, "W L"]], title: str = TITLE) -> Figure:
    """Plot by layer how well words and their controls tell meanings apart.

    Args:
        found: Curves by what was measured: ``"word"`` and its controls, or others by name. The
            means over the words are drawn, and of the first, each word as a pale line.
        title: What is seen.
    """
    figure, axes = plt.subplots(figsize=(5.8, 3.8))
    ends = []
    first = next(iter(found.values()))
    if len(first) > 1:
        axes.plot(100 * first.T, color="C0", alpha=0.25, linewidth=1)
    for number, ((name, values), marker) in enumerate(zip(found.items(), "os^", strict=True)):
        mean = 100 * values.mean(dim=0)
        axes.plot(mean, marker=marker, color=f"C{number}")
        ends.append((mean[-1].item(), LABELS.get(name, name), f"C{number}"))
    last = first.shape[1] - 1
    axes.axhline(50, color="0.45", linestyle=":")
    ends.append((52.0, "a coin", "0.3"))
    for (_, name, color), place in zip(ends, _apart([end for end, _, _ in ends]), strict=True):
        axes.text(last + 0.2, place, name, color=color, va="center", fontsize=11)
    lowest = min(100 * values.min().item() for values in found.values())
    axes.set(xlabel=AXIS, ylabel="right comparisons (%)")
    axes.set_ylim(min(36, lowest - 4), 104)
    axes.set_xlim(-0.2, last + 3.3)
    axes.set_xticks(range(last + 1))
    figure.suptitle(title, x=0.01, ha="left", fontsize=12, weight="bold")
    return figure


def draw_leads(leads: Float[Tensor, "W L"], words: Sequence[str]) -> Figure:
    """Draw by layer how far each word is ahead of the better of its controls, and the mean."""
    figure, axes = plt.subplots(figsize=(5.8, 3.8))
    points = 100 * leads
    last = leads.shape[1] - 1
    places = _apart([row[-1].item() for row in points])
    for number, (word, row, place) in enumerate(zip(words, points, places, strict=True)):
        color = f"C{number}"
        axes.plot(row, color=color, linewidth=1.2, marker="osv^Dx"[number % 6], markersize=4)
        axes.plot([last, last + 0.4], [row[-1].item(), place], color=color, linewidth=0.6)
        axes.text(last + 0.5, place, word, color=color, va="center", fontsize=11)
    mean = points.mean(dim=0)
    axes.plot(mean, color="0.1", linewidth=3)
    middle = last // 2
    axes.annotate(
        "mean of all words",
        (middle, mean[middle].item()),
        xytext=(last / 2 + 0.75, 28),
        arrowprops={"arrowstyle": "-", "color": "0.1"},
        fontsize=11,
        va="center",
    )
    axes.axhline(0, color="0.45", linestyle=":")
    axes.set(xlabel=AXIS, ylabel="lead over control (points)")
    axes.set_xlim(-0.2, last + 2.1)
    axes.set_xticks(range(last + 1))
    title = "The lead shrinks on average, and words differ"
    figure.suptitle(title, x=0.01, ha="left", fontsize=12, weight="bold")
    return figure


def _apart(places: Sequence[float]) -> list[float]:
    """Return places of labels near some others, in their order, ``APART`` from each other or more.

    The highest stays where it is; those that are too near go down.
    """
    found = list(places)
    order = sorted(range(len(found)), key=lambda i: -found[i])
    for above, below in pairwise(order):
        found[below] = min(found[below], found[above] - APART)
    return found


def in_words(found: Mapping[str, Float[Tensor, "W L"]]) -> str:
    """Return the means of ``draw_controls`` after layers 0, 1 and the last, for its alt text."""
    names = {"word": "the word", "the": "'the'", ".": "the full stop"}
    curves = []
    for name, values in found.items():
        ends = [f"{values[:, layer].mean():.0%}" for layer in (0, 1, -1)]
        name = names.get(name, name).replace("\n", " ")
        curves.append(f"{name} {ends[0]}, {ends[1]}, {ends[2]}")
    return "Right comparisons after the look-up, layer 1 and the last: " + "; ".join(curves) + "."


def leads_in_words(leads: Float[Tensor, "W L"], words: Sequence[str]) -> str:
    """Return what ``draw_leads`` shows after layer 1 and the last, for its alt text."""
    ends = [
        f"{word} {100 * early:.0f}, then {100 * late:.0f}"
        for word, early, late in zip(words, leads[:, 1], leads[:, -1], strict=True)
    ]
    return "Lead over the better control, in points, after layer 1 and the last: " + "; ".join(ends)


def show_word(
    model: BertModel,
    tokenizer: WordPieceTokenizer,
    word: str,
    first: Sequence[str],
    second: Sequence[str],
) -> None:
    """Measure a reader's word in two meanings, and show it beside its controls."""
    own = measure.own_word(model, tokenizer, word, first, second)
    show(draw_controls(own, f"Which tells the meanings of “{word}” apart?"), alt=in_words(own))
