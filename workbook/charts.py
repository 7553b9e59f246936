"""Charts that lessons share: rows of dots with intervals, differences, curves with bands.

Each ends with ``headed``, which refuses what a reader could not read: a figure without a title, or
with words that lie on other words or leave the paper. In a build ``figures.show`` refuses any such
figure (``legibility``), so each notebook that is built has tested its charts.
"""

from collections.abc import Mapping, Sequence
from textwrap import fill
from typing import NamedTuple

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

from bertlab.statistics import proportion_interval
from workbook.legibility import unreadable

OURS, BASELINE, CHANCE = "C0", "0.45", "0.4"  # colors
LETTERS_PER_INCH = 9.3  # of a title
KEY, SEEDS = "filled: the interval leaves out 0", "small dots: seeds"


class Row(NamedTuple):
    """A value or a difference: its mean, a 95% interval, and each seed's if there are several."""

    mean: float
    low: float
    high: float
    seeds: tuple[float, ...] = ()


def proportion_row(hits: int, count: int) -> Row:
    """Return a proportion of some trials with its interval.

    Raises:
        ValueError: If there are no trials, or more hits than trials.
    """
    if not 0 <= hits <= count or not count:
        raise ValueError(f"expected hits among at least 1 trial, got {hits} among {count}")
    return Row(hits / count, *proportion_interval(hits / count, count))


def headed(figure: Figure, title: str, free_text: bool = False) -> Figure:
    """Write the title of a finished figure, from the left edge on, and see that all can be read.

    Args:
        figure: All that it shows but its title.
        title: What is to be seen; it is broken into lines that fit.
        free_text: Words in it may come from a reader, and are not refused.

    Raises:
        ValueError: If the title is empty, or words lie on others or leave the paper.
    """
    if not title.strip():
        raise ValueError("a chart needs a title that says what is to be seen, got an empty one")
    width = round(LETTERS_PER_INCH * figure.get_figwidth())
    words = "\n".join(fill(line, width) for line in title.splitlines())
    figure.suptitle(words, x=0.01, ha="left", fontsize=13, fontweight="bold")
    faults = [] if free_text else unreadable(figure)
    if faults:
        raise ValueError(f"a reader cannot read this chart: {'; '.join(faults)}")
    return figure


def dot(axes: Axes, position: float, row: Row, color: str = OURS, filled: bool = True) -> None:
    """Draw a row: a mean with its interval, and below it a small dot for each of several seeds."""
    axes.plot(
        [row.low, row.high],
        [position] * 2,
        color=color,
        linewidth=5,
        alpha=0.3,
        solid_capstyle="butt",
    )
    face = color if filled else "white"
    axes.plot(row.mean, position, "o", color=color, markersize=9, markerfacecolor=face)
    if len(row.seeds) > 1:
        axes.plot(row.seeds, np.full(len(row.seeds), position + 0.3), ".", color="0.35", ms=6)


def beside(axes: Axes, position: float, words: str) -> None:
    """Write a result at the right of a row."""
    across = axes.get_yaxis_transform()
    axes.text(1.03, position, words, transform=across, va="center", fontsize=12)


def name_rows(axes: Axes, names: Sequence[str]) -> None:
    """Name the rows of some axes at the left, the first one above."""
    axes.set_yticks(range(len(names)), list(names), fontsize=12)
    axes.set_ylim(len(names) - 0.45, -0.55)


def proportions_on(
    axes: Axes,
    rows: Mapping[str, Row],
    chance: float | None = None,
    colors: Mapping[str, str] | None = None,
) -> None:
    """Draw proportions one below the other, in per cent, with a line at chance if there is one.

    Args:
        axes: Where.
        rows: By name.
        chance: What guessing gives.
        colors: Of some rows; the others are blue.
    """
    ends = [end for row in rows.values() for end in (row.low, row.mean, row.high, *row.seeds)]
    if chance is not None:
        axes.axvline(chance, color=CHANCE, linewidth=1, zorder=0)
        ends.append(chance)
    for position, (name, row) in enumerate(rows.items()):
        dot(axes, position, row, (colors or {}).get(name, OURS))
        beside(axes, position, f"{100 * row.mean:.0f}%")
    name_rows(axes, list(rows))
    axes.set_xlim(min(ends) - 0.03, max(ends) + 0.03)
    axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))


def differences_on(
    axes: Axes, rows: Mapping[str, Row], words: Mapping[str, str] | None = None
) -> None:
    """Draw differences in points with a line at 0: filled dots where the interval leaves it out.

    Args:
        axes: Where.
        rows: By name, as proportions.
        words: What is written at the right, by name; the difference if it is None.
    """
    for position, (name, row) in enumerate(rows.items()):
        mean, low, high = (100 * value for value in row[:3])
        points = Row(mean, low, high, tuple(100 * seed for seed in row.seeds))
        dot(axes, position, points, filled=low > 0 or high < 0)
        beside(axes, position, words[name] if words else f"{mean:+.1f}")
    axes.axvline(0, color=CHANCE, linewidth=1, zorder=0)
    name_rows(axes, list(rows))
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:+.0f}" if value else "0")
    axes.xaxis.set_major_locator(MaxNLocator(nbins=6, integer=True))
    axes.margins(x=0.1)


def draw_proportions(
    rows: Mapping[str, Row],
    title: str,
    label: str,
    chance: float | None = None,
    colors: Mapping[str, str] | None = None,
) -> Figure:
    """Draw proportions one below the other, as ``proportions_on`` takes them.

    Raises:
        ValueError: As ``headed`` does.
    """
    figure, axes = plt.subplots(figsize=(5.8, 0.47 * len(rows) + 1.5))
    proportions_on(axes, rows, chance, colors)
    axes.set_xlabel(label)
    return headed(figure, title)


def draw_differences(rows: Mapping[str, Row], title: str, label: str) -> Figure:
    """Draw differences to something, in points, as ``differences_on`` takes them.

    Raises:
        ValueError: As ``headed`` does.
    """
    figure, axes = plt.subplots(figsize=(5.8, 0.47 * len(rows) + 1.7))
    differences_on(axes, rows)
    seeds = any(len(row.seeds) > 1 for row in rows.values())
    axes.set_xlabel(f"{label}\n{KEY}{f'; {SEEDS}' if seeds else ''}")
    return headed(figure, title)


def curve_on(
    axes: Axes, positions: Sequence[float], rows: Sequence[Row], color: str, label: str = ""
) -> None:
    """Draw a curve of means in the pale band of their intervals.

    Args:
        axes: Where.
        positions: Of the points, from left to right.
        rows: The value at each of them.
        color: Of the curve and the band.
        label: For a legend.
    """
    means, lows, highs = (np.array(part) for part in zip(*(row[:3] for row in rows), strict=True))
    axes.fill_between(positions, lows, highs, color=color, alpha=0.2, linewidth=0)
    axes.plot(positions, means, "o-", color=color, label=label)
