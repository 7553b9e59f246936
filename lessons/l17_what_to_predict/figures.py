"""What the lesson on what to predict draws from pairs of sentences."""

from collections.abc import Mapping, Sequence
from textwrap import fill
from typing import NamedTuple

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from bertlab.datasets.fonts.figures import letters_for

COUNTING, START, OURS = "0.45", "C1", "C0"
KEY = "filled: the interval leaves out 0; small dots: seeds"
TESTS = {"NSP": "Does B follow A, or is it a stranger?", "SOP": "A and B: are they in order?"}


class Row(NamedTuple):
    """A proportion or lead: its mean, a 95% interval, and each seed's if there are several."""

    mean: float
    low: float
    high: float
    seeds: tuple[float, ...] = ()


class Said(NamedTuple):
    """Two sentences, what they mean, and the probability that the second follows the first."""

    label: str
    first: str
    second: str
    probability: float


def _headed(figure: Figure, title: str, width: int = 54) -> Figure:
    figure.suptitle(fill(title, width), x=0.01, ha="left", fontsize=13, fontweight="bold")
    return figure


def draw_said(pairs: Sequence[Said], title: str) -> Figure:
    """Draw what a model says of pairs of sentences, a bar for each.

    Args:
        pairs: From top to bottom.
        title: What is to be seen.
    """
    with letters_for([text for one in pairs for text in (one.first, one.second)]):
        figure, axes = plt.subplots(figsize=(5.8, 1.15 * len(pairs) + 0.9))
        for place, one in enumerate(pairs):
            words = f"{one.label}\n{one.first}\n{one.second}"
            axes.text(0, place - 0.14, words, va="bottom", fontsize=11, linespacing=1.35)
            axes.barh(place, one.probability, height=0.2, color=OURS)
            axes.text(one.probability + 0.01, place, f"{one.probability:.0%}", va="center")
        axes.set(ylim=(len(pairs) - 0.75, -0.95), xlim=(0, 1), yticks=[])
        axes.set_xlabel("probability, by BERT's head, that B follows A")
        axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        figure.canvas.draw()
    return _headed(figure, title)


def draw_tests(
    scores: Mapping[str, Mapping[str, Row]], title: str, colors: Mapping[str, str] | None = None
) -> Figure:
    """Draw accuracies on both tests, a panel for each, with a line at chance.

    Args:
        scores: By test, ``"NSP"`` and ``"SOP"``, and by what answers it.
        title: What is to be seen.
        colors: Of some of those who answer; the others are blue.
    """
    rows = sum(len(found) for found in scores.values())
    figure, panels = plt.subplots(
        len(scores),
        1,
        figsize=(5.8, 0.35 * rows + 0.75 * len(scores) + 0.4),
        squeeze=False,
        gridspec_kw={"height_ratios": [len(found) for found in scores.values()]},
    )
    low = min(min(row.low, *row.seeds, row.mean) for of in scores.values() for row in of.values())
    high = max(max(row.high, *row.seeds, row.mean) for of in scores.values() for row in of.values())
    for axes, (test, found) in zip(panels[:, 0], scores.items(), strict=True):
        axes.axvline(0.5, color="0.4", linewidth=1, zorder=0)
        for place, (name, row) in enumerate(found.items()):
            _dot(axes, place, row, (colors or {}).get(name, OURS))
        axes.set_yticks(range(len(found)), list(found), fontsize=12)
        axes.set(ylim=(len(found) - 0.45, -0.55), xlim=(min(low, 0.5) - 0.02, high + 0.02))
        axes.set_title(TESTS[test], loc="left", fontsize=12)
        axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    panels[-1, 0].set_xlabel("right answers (line: chance)")
    return _headed(figure, title)


def draw_rows(
    rows: Mapping[str, Row],
    title: str,
    label: str,
    chance: float,
    colors: Mapping[str, str] | None = None,
) -> Figure:
    """Draw proportions one below the other, with a line at chance.

    Args:
        rows: By name.
        title: What is to be seen.
        label: What is measured.
        chance: What guessing gives.
        colors: Of some rows; the others are blue.
    """
    figure, axes = plt.subplots(figsize=(5.8, 0.47 * len(rows) + 1.5))
    axes.axvline(chance, color="0.4", linewidth=1, zorder=0)
    for place, (name, row) in enumerate(rows.items()):
        _dot(axes, place, row, (colors or {}).get(name, OURS))
    low = min(chance, *(min(row.low, *row.seeds, row.mean) for row in rows.values()))
    high = max(max(row.high, *row.seeds, row.mean) for row in rows.values())
    axes.set_yticks(range(len(rows)), list(rows), fontsize=12)
    axes.set(ylim=(len(rows) - 0.45, -0.55), xlim=(low - 0.03, high + 0.03), xlabel=label)
    axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    return _headed(figure, title)


def forger_color(name: str) -> str:
    """Return the color of a row: the start's, or that of all that learned from one forger."""
    return START if "forger" not in name else OURS if name.endswith("15%") else "C9"


def draw_leads(
    rows: Mapping[str, Row], title: str, label: str, colors: Mapping[str, str] | None = None
) -> Figure:
    """Draw differences to something, in points, with their 95% intervals and a line at 0.

    An interval that leaves out 0 has a filled dot, another one an empty dot; small dots are seeds.

    Args:
        rows: By name.
        title: What is to be seen.
        label: What is measured.
        colors: Of some rows; the others are blue.
    """
    figure, axes = plt.subplots(figsize=(5.8, 0.47 * len(rows) + 1.5))
    axes.axvline(0, color="0.4", linewidth=1, zorder=0)
    for place, (name, row) in enumerate(rows.items()):
        color = (colors or {}).get(name, OURS)
        each = tuple(100 * seed for seed in row.seeds)
        points = Row(100 * row.mean, 100 * row.low, 100 * row.high, each)
        _dot(axes, place, points, color, f"{points.mean:+.1f}", row.low > 0 or row.high < 0)
    axes.set_yticks(range(len(rows)), list(rows), fontsize=12)
    axes.set(ylim=(len(rows) - 0.45, -0.55), xlabel=f"{label}\n{KEY}")
    axes.margins(x=0.1)
    return _headed(figure, title)


def _dot(
    axes: Axes, place: int, row: Row, color: str, words: str = "", filled: bool = True
) -> None:
    axes.plot([row.low, row.high], [place, place], color=color, linewidth=5, alpha=0.3,
              solid_capstyle="butt")  # fmt: skip
    face = color if filled else "white"
    axes.plot(row.mean, place, "o", color=color, markersize=9, markerfacecolor=face)
    if len(row.seeds) > 1:
        heights = np.full(len(row.seeds), place + 0.3)
        axes.plot(row.seeds, heights, ".", color="0.35", markersize=6)
    at = axes.get_yaxis_transform()
    words = words or f"{100 * row.mean:.0f}%"
    axes.text(1.03, place, words, transform=at, va="center", fontsize=12)
