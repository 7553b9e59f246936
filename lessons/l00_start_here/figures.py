"""Pictures of the first lesson: what was measured, as bars and curves."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from textwrap import shorten

import matplotlib.pyplot as plt
import torch
from jaxtyping import Float
from matplotlib.figure import Figure
from torch import Tensor

from bertlab.pretraining.generation import Candidate

LABELS = {"word": "the word itself", "the": "“the” (control)", ".": "full stop (control)"}
BELOW = 0.3  # from the last bar of a sentence to the next sentence, in bars
APART = 5.0  # labels of two curves, in percent
TITLE = "The word leads in early layers; later, even the full stop follows"


def draw_gaps(filled: Mapping[str, Sequence[Candidate]]) -> Figure:
    """Draw sentences with a gap, each above its likeliest words; all bars begin at one line."""
    figure, axes = plt.subplots(figsize=(6.4, 5.2))
    ticks: list[tuple[float, str]] = []
    row = 0.0
    for number, (sentence, candidates) in enumerate(filled.items()):
        words = shorten(sentence, 62, placeholder=" ...")
        axes.text(0, row, words, va="center", fontsize=11, fontweight="bold")
        for candidate in candidates:
            row += 1
            percent = 100 * candidate.probability
            axes.barh(row, percent, height=0.8, color="C4" if number == len(filled) - 1 else "C0")
            axes.text(percent + 1, row, f"{percent:.0f}%", va="center", fontsize=10)
            ticks.append((row, candidate.piece))
        row += 1 + BELOW
    axes.set_yticks([place for place, _ in ticks], [piece for _, piece in ticks], fontsize=11)
    axes.tick_params(axis="y", length=0)
    axes.set(xlim=(0, 100), ylim=(row - 0.5, -0.7), xlabel="probability (%)")
    title = "Another end, another word: a real model fills the gap"
    figure.suptitle(title, x=0.01, ha="left", fontsize=12, weight="bold")
    return figure


def draw_controls(found: Mapping[str, Float[Tensor, "W L"]], title: str = TITLE) -> Figure:
    """Plot by layer how well words and their controls tell meanings apart.

    Args:
        found: What ``measure.controls`` returns; the means over its words are drawn.
        title: What is seen.
    """
    figure, axes = plt.subplots(figsize=(6.8, 4.2))
    ends = []
    for number, ((name, values), marker) in enumerate(zip(found.items(), "os^", strict=True)):
        mean = 100 * values.mean(dim=0)
        axes.plot(mean, marker=marker, color=f"C{number}")
        ends.append((mean[-1].item(), LABELS[name], f"C{number}"))
    last = found["word"].shape[1] - 1
    axes.axhline(50, color="0.45", linestyle=":")
    ends.append((52.0, "a coin", "0.3"))
    for (_, name, color), place in zip(ends, _apart([end for end, _, _ in ends]), strict=True):
        axes.text(last + 0.2, place, name, color=color, va="center", fontsize=11)
    lowest = min(100 * values.min().item() for values in found.values())
    axes.set(xlabel="after layer (0: the look-up)", ylabel="right comparisons (%)")
    axes.set_ylim(min(36, lowest - 4), 104)
    axes.set_xlim(-0.2, last + 2.6)
    axes.set_xticks(range(last + 1))
    axes.set_title(title, fontsize=11)
    return figure


def draw_words(found: Mapping[str, Float[Tensor, "W L"]], words: Sequence[str]) -> Figure:
    """Draw each word beside the better of its controls, a panel each."""
    rows = (len(words) + 1) // 2
    figure, axes = plt.subplots(
        rows, 2, figsize=(6.4, 1.7 * rows + 0.6), sharex=True, sharey=True, squeeze=False
    )
    mine_and_best = 100 * found["word"], 100 * torch.maximum(found["the"], found["."])
    for panel, word, mine, control in zip(axes.flat, words, *mine_and_best, strict=False):
        layers = range(len(mine))
        panel.fill_between(layers, mine, control, where=mine >= control, color="C0", alpha=0.25)
        panel.plot(mine, marker="o", markersize=4, color="C0")
        panel.plot(control, marker="s", markersize=4, color="0.4", linestyle="--")
        panel.axhline(50, color="0.45", linestyle=":")
        panel.set_title(f"“{word}”", loc="left", fontsize=11)
        panel.set_ylim(26, 104)
    axes[0, 0].text(2.2, 92, "the word", color="C0", fontsize=10)
    axes[0, 0].text(1.6, 32, "the better control", color="0.3", fontsize=10)
    figure.supxlabel("after layer (0: the look-up)", fontsize=11)
    figure.supylabel("right comparisons (%)", fontsize=11)
    title = "Each word leads after layers 1 and 2, and less after the last"
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
