"""Pictures of the first lesson: what was measured, as bars and curves, and in words."""

from lessons.l00_start_here import measure

from collections.abc import Mapping, Sequence
from itertools import pairwise
from textwrap import shorten

import matplotlib.pyplot as plt
import torch
from jaxtyping import Float
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from torch import Tensor

from bertlab.model.bert import BertModel
from bertlab.pretraining.generation import Candidate
from bertlab.text.wordpiece import WordPieceTokenizer
from workbook.diagrams.roles import role_of
from workbook.figures import show

LABELS = {"word": "the word itself", "the": "“the” (control)", ".": "full stop (control)"}
LOOKS = {  # of a curve: one color for one token, in all plots
    "word": ("C0", "o", "-"),
    "the": ("C1", "s", "-"),
    ".": ("C2", "^", "-"),
    "full stop": ("C2", "^", "-"),
    "full stop, masked": ("C2", "v", "--"),
    "[MASK] itself": ("C3", "D", "-"),
}
BELOW = 0.5  # from the last bar of a sentence to the next sentence, in bars
APART = 6.0  # labels of two curves, in percent
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
    colors = [role_of("second").color, role_of("value").color, "0.45"]  # as in the drawing
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
        found: Curves by what was measured, see ``LOOKS``. The means over the words are drawn, and
            of ``"word"``, each word as a pale line.
        title: What is seen.
    """
    figure, axes = plt.subplots(figsize=(5.8, 3.8))
    words = 100 * found.get("word", torch.empty(0, 1))
    if len(words) > 1:
        axes.plot(words.T, color="C0", alpha=0.25, linewidth=1)
    _means(axes, found)
    lowest = min(100 * values.min().item() for values in found.values())
    axes.set_xlabel(AXIS)
    axes.set_ylim(min(36, lowest - 4), 104)
    figure.suptitle(title, x=0.01, ha="left", fontsize=12, weight="bold")
    return figure


def draw_models(models: Mapping[str, Mapping[str, Float[Tensor, "W L"]]]) -> Figure:
    """Plot the means of ``draw_controls`` for some models, below each other."""
    figure, panels = plt.subplots(len(models), 1, figsize=(5.8, 6.2), sharex=True)
    for axes, (name, found) in zip(panels, models.items(), strict=True):
        _means(axes, found)
        axes.set_title(name, loc="left", fontsize=11)
        axes.set_ylim(42, 94)
    panels[-1].set_xlabel(AXIS)
    title = "In the gap model the controls fall back"
    figure.suptitle(title, x=0.01, ha="left", fontsize=12, weight="bold")
    return figure


def _means(axes: Axes, found: Mapping[str, Float[Tensor, "W L"]]) -> None:
    """Plot the means over the words, with their names at the end, and a coin."""
    ends = []
    for name, values in found.items():
        color, marker, line = LOOKS[name]
        mean = 100 * values.mean(dim=0)
        axes.plot(mean, marker=marker, color=color, linestyle=line)
        ends.append((mean[-1].item(), LABELS.get(name, name), color))
    last = next(iter(found.values())).shape[1] - 1
    axes.axhline(50, color="0.45", linestyle=":")
    ends.append((52.0, "a coin", "0.3"))
    for (_, name, color), place in zip(ends, _apart([end for end, _, _ in ends]), strict=True):
        axes.text(last + 0.2, place, name, color=color, va="center", fontsize=11)
    axes.set_ylabel("right comparisons (%)")
    axes.set_xlim(-0.2, last + 3.3)
    axes.set_xticks(range(last + 1))


def draw_leads(
    leads: Float[Tensor, "W L"],
    words: Sequence[str],
    band: Float[Tensor, " L"],
    named: Sequence[str] = ("spring", "bat"),
) -> Figure:
    """Draw by layer how far each word is ahead of the better of its controls, and the mean.

    Args:
        leads: Of each word.
        words: Their names.
        band: How far up and down from the mean a pale band reaches.
        named: The words that are drawn in color, with their names; the others are gray.
    """
    figure, axes = plt.subplots(figsize=(5.8, 4.0))
    points, half = 100 * leads, 100 * band
    last = leads.shape[1] - 1
    for word, row in zip(words, points, strict=True):
        color = {"spring": "C4", "bat": "C5"}.get(word, "C0") if word in named else "0.72"
        axes.plot(row, color=color, linewidth=1.3, zorder=3 if word in named else 1)
        if word in named:
            axes.text(last + 0.2, row[-1].item(), word, color=color, va="center", fontsize=11)
    mean = points.mean(dim=0)
    axes.fill_between(range(last + 1), mean - half, mean + half, color="0.1", alpha=0.15)
    axes.plot(mean, color="0.1", linewidth=3, zorder=4)
    place = max(mean[-1].item(), points[[word in named for word in words], -1].max().item() + 6)
    axes.text(last + 0.2, place, "mean of six", color="0.1", va="center", fontsize=11)
    axes.axhline(0, color="0.45", linestyle=":")
    axes.set(xlabel=AXIS, ylabel="lead over control (points)")
    axes.set_xlim(-0.2, last + 2.1)
    axes.set_xticks(range(last + 1))
    title = (
        f"The lead shrinks: {mean[1]:.0f} points after layer 1, {mean[-1]:.0f} after layer {last}"
    )
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
