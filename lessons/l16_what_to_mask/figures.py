"""What the lesson on what to mask draws from measurements."""

from collections.abc import Mapping, Sequence
from textwrap import fill
from typing import NamedTuple

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

from bertlab.datasets.fonts.figures import letters_for

BASELINE, OURS = "0.45", "C0"


class Row(NamedTuple):
    """A score or a difference: its mean, a 95% interval, and each seed's if there are several."""

    mean: float
    low: float
    high: float
    seeds: tuple[float, ...] = ()


def share_row(hits: int, number: int) -> Row:
    """Return a proportion with its 95% interval by the normal curve, within 0 and 1."""
    share = hits / number
    half = 1.96 * (share * (1 - share) / number) ** 0.5
    return Row(share, max(0.0, share - half), min(1.0, share + half))


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


def _headed(figure: Figure, title: str, width: int = 54) -> Figure:
    figure.suptitle(fill(title, width), x=0.01, ha="left", fontsize=13, fontweight="bold")
    return figure


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
    return _headed(figure, title)


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


def draw_rows(
    rows: Mapping[str, Row], title: str, label: str, baseline: Mapping[str, str] | None = None
) -> Figure:
    """Draw proportions one below the other: mean, 95% interval, and a small dot for each seed.

    Args:
        rows: By name.
        title: What is to be seen.
        label: What is measured.
        baseline: Rows that have another color.
    """
    figure, axes = plt.subplots(figsize=(5.8, 0.47 * len(rows) + 1.4))
    for place, (name, row) in enumerate(rows.items()):
        _dot(axes, place, row, BASELINE if name in (baseline or {}) else OURS)
        _written(axes, place, f"{100 * row.mean:.0f}%")
    low = min(min(row.low, *row.seeds, row.mean) for row in rows.values())
    high = max(max(row.high, *row.seeds, row.mean) for row in rows.values())
    axes.set_yticks(range(len(rows)), list(rows), fontsize=12)
    axes.set(ylim=(len(rows) - 0.45, -0.55), xlim=(max(0.0, low - 0.05), min(1.0, high + 0.05)))
    axes.set_xlabel(label)
    axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    return _headed(figure, title)


def draw_leads(rows: Mapping[str, Row], title: str, label: str) -> Figure:
    """Draw differences to something, in points, with their 95% intervals and a line at 0.

    An interval that leaves out 0 has a filled dot, another one an empty dot.

    Args:
        rows: By name.
        title: What is to be seen.
        label: What is measured.
    """
    figure, axes = plt.subplots(figsize=(5.8, 0.47 * len(rows) + 1.4))
    _leads(axes, rows, [f"{100 * row.mean:+.1f}" for row in rows.values()])
    axes.set_xlabel(label)
    return _headed(figure, title)


def _leads(axes: Axes, rows: Mapping[str, Row], written: Sequence[str]) -> None:
    for place, (row, words) in enumerate(zip(rows.values(), written, strict=True)):
        clear = row.low > 0 or row.high < 0
        scaled = Row(
            100 * row.mean, 100 * row.low, 100 * row.high, tuple(100 * x for x in row.seeds)
        )
        _dot(axes, place, scaled, OURS, filled=clear)
        _written(axes, place, words)
    axes.axvline(0, color="0.4", linewidth=1, zorder=0)
    axes.set_yticks(range(len(rows)), list(rows), fontsize=12)
    axes.set_ylim(len(rows) - 0.45, -0.55)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:+.0f}" if value else "0")
    axes.xaxis.set_major_locator(MaxNLocator(nbins=6, integer=True))
    axes.margins(x=0.1)


def _dot(axes: Axes, place: int, row: Row, color: str, filled: bool = True) -> None:
    axes.plot([row.low, row.high], [place, place], color=color, linewidth=5, alpha=0.3)
    face = color if filled else "white"
    axes.plot(row.mean, place, "o", color=color, markersize=9, markerfacecolor=face)
    if len(row.seeds) > 1:
        heights = np.full(len(row.seeds), place + 0.3)
        axes.plot(row.seeds, heights, ".", color="0.35", markersize=6)


def _written(axes: Axes, place: int, words: str) -> None:
    at = axes.get_yaxis_transform()
    axes.text(1.03, place, words, transform=at, va="center", fontsize=12)


def draw_two_clozes(
    leads: Mapping[str, tuple[Row, Row]],
    scores: Mapping[str, tuple[float, float]],
    title: str,
    names: tuple[str, str] = ("hidden: single characters", "hidden: whole words"),
) -> Figure:
    """Draw for each model how far it is ahead in two riddles, one panel below the other.

    Args:
        leads: By model, for the two riddles in this order: differences to plain masks.
        scores: By model, what it guesses of the two; written at the right.
        title: What is to be seen.
        names: Of the two riddles.
    """
    figure, panels = plt.subplots(2, 1, figsize=(5.8, 0.5 * len(leads) + 2.3), sharex=True)
    for side, (axes, name) in enumerate(zip(panels, names, strict=True)):
        written = [f"{100 * scores[model][side]:.1f}%" for model in leads]
        _leads(axes, {model: pair[side] for model, pair in leads.items()}, written)
        axes.set_title(name, loc="left", fontsize=12)
    panels[1].set_xlabel("points, against plain masks (right: % guessed)")
    return _headed(figure, title)


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
    return _headed(figure, title)


def draw_lengths(ways: Mapping[str, Sequence[float]], title: str) -> Figure:
    """Draw how probable each length of a span is, in two ways side by side.

    Args:
        ways: For each way the probabilities of 1, 2, 3 ... words.
        title: What is to be seen.
    """
    figure, axes = plt.subplots(figsize=(5.8, 3.2))
    for number, (name, shares) in enumerate(ways.items()):
        places = np.arange(1, len(shares) + 1) + 0.4 * (number - (len(ways) - 1) / 2)
        axes.bar(places, shares, width=0.38, color=f"C{number}", label=name)
    axes.set_xticks(range(1, len(next(iter(ways.values()))) + 1))
    axes.set(xlabel="words in a span", ylabel="probability")
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    axes.legend(fontsize=12)
    return _headed(figure, title)
