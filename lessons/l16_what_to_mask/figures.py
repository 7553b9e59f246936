"""What the lesson on what to mask draws from measurements."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from workbook.charts import OURS, Row, differences_on, headed
from workbook.fonts.figures import letters_for


class Riddle(NamedTuple):
    """A sentence with something hidden, and what a model guesses there.

    Attributes:
        words: The sentence, hidden characters as squares, and its meaning.
        guesses: Characters with their probabilities, the likeliest first.
        right: The character that stood there.
    """

    words: str
    guesses: Sequence[tuple[str, float]]
    right: str


def draw_guesses(riddles: Sequence[Riddle], title: str) -> Figure:
    """Draw the likeliest guesses for hidden characters, one riddle below the other.

    Args:
        riddles: What is hidden, and what is guessed.
        title: What is to be seen.
    """
    height = sum(0.34 * len(one.guesses) + 0.95 for one in riddles) + 0.5
    with letters_for([riddle.words for riddle in riddles]):
        figure, panels = plt.subplots(len(riddles), 1, figsize=(5.6, height), squeeze=False)
        for axes, riddle in zip(panels[:, 0], riddles, strict=True):
            _guesses(axes, riddle)
        panels[-1, 0].set_xlabel("probability (blue: what stood there)")
        figure.canvas.draw()
    return headed(figure, title, free_text=True)


def _guesses(axes: Axes, riddle: Riddle) -> None:
    rows = range(len(riddle.guesses))
    shares = [share for _, share in riddle.guesses]
    colors = [OURS if piece == riddle.right else "0.7" for piece, _ in riddle.guesses]
    axes.barh(rows, shares, color=colors, height=0.7)
    for row, share in enumerate(shares):
        axes.text(share + 0.01, row, f"{share:.0%}", va="center", fontsize=11)
    axes.set_yticks(rows, [piece for piece, _ in riddle.guesses], fontsize=13)
    axes.set(xlim=(0, 1.12), xticks=[], ylim=(len(rows) - 0.45, -0.55))
    axes.set_title(riddle.words, loc="left", fontsize=12)


def draw_two_clozes(
    leads: Mapping[str, tuple[Row, Row]],
    scores: Mapping[str, tuple[float, float]],
    title: str,
) -> Figure:
    """Draw for each model how far it is ahead in two clozes, one panel below the other.

    Args:
        leads: By model, for single characters and whole words: differences to plain masks.
        scores: By model, what it guesses of the two; written at the right.
        title: What is to be seen.
    """
    names = ("hidden: single characters", "hidden: whole words")
    figure, panels = plt.subplots(2, 1, figsize=(5.8, 0.5 * len(leads) + 2.3), sharex=True)
    for side, (axes, name) in enumerate(zip(panels, names, strict=True)):
        words = {model: f"{100 * scores[model][side]:.1f}%" for model in leads}
        differences_on(axes, {model: pair[side] for model, pair in leads.items()}, words)
        axes.set_title(name, loc="left", fontsize=12)
    panels[1].set_xlabel("points, against plain masks (right: % guessed)")
    return headed(figure, title)


def draw_suspicion(groups: Mapping[str, Sequence[float]], title: str) -> Figure:
    """Draw how suspicious a detector is, one panel for each group of characters.

    Args:
        groups: By name, the probability of an error at each character.
        title: What is to be seen.
    """
    figure, panels = plt.subplots(
        len(groups), 1, figsize=(5.8, 1.9 * len(groups)), sharex=True, sharey=True
    )
    for number, (axes, (name, values)) in enumerate(zip(panels, groups.items(), strict=True)):
        shares = np.histogram(values, bins=np.linspace(0, 1, 21))[0] / len(values)
        axes.bar(np.arange(20) / 20, shares, width=0.05, align="edge", color=f"C{number}")
        axes.axvline(0.5, color="0.4", linewidth=1, linestyle="--")
        axes.set_title(name, loc="left", fontsize=12)
        axes.set(xlim=(0, 1), ylabel="share of them")
        axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    panels[-1].set_xlabel("the detector's p (dashed: one half)")
    return headed(figure, title)
