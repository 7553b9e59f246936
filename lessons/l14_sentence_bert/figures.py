"""What the lesson on trained sentence vectors draws: measurements, searches, replies."""

from lessons.l14_sentence_bert.robot import Reply
from lessons.l14_sentence_bert.ways import Score

from collections.abc import Mapping, Sequence
from textwrap import fill, shorten
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import torch
from jaxtyping import Float
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from torch import Tensor

from bertlab.statistics import Estimate
from workbook.charts import Row, dot, headed

NAMED = {  # what some ways are called in a figure
    "TF-IDF": "TF-IDF\n(counts words)",
    "the start": "the start\n(tuning undone)",
    "minilm": "minilm\n(a billion pairs)",
}
UNITS = ((1, "s"), (60, "min"), (3600, "h"), (24 * 3600, "days"))


def duration(seconds: float) -> str:
    """Return a time in the unit that gives a number of two digits or so."""
    size, unit = next(
        ((size, unit) for size, unit in reversed(UNITS) if seconds >= 2 * size), UNITS[0]
    )
    return f"{seconds / size:,.0f} {unit}" if seconds >= 2 else f"{seconds:.1g} s"


def draw_cost(milliseconds: Mapping[str, float], number: int) -> Figure:
    """Draw the time that comparing every pair of N sentences takes, both ways, and mark one N.

    Args:
        milliseconds: Of a ``text``, a ``pair`` and a ``comparison``.
        number: The N that is marked.
    """
    figure, axes = plt.subplots(figsize=(6.5, 3.7))
    sizes = np.logspace(1, 5, 60)
    pair, text, comparison = (milliseconds[name] / 1000 for name in ("pair", "text", "comparison"))
    ways = (
        ("cross-encoder", "C1", lambda n: n * (n - 1) / 2 * pair, (-10, 8)),
        ("bi-encoder", "C0", lambda n: n * text + n * (n - 1) / 2 * comparison, (10, -8)),
    )
    early = number < 300  # no room at the left
    found = []
    for label, color, cost, place in ways:
        found.append(float(cost(number)))
        axes.loglog(sizes, cost(sizes), color=color)
        axes.plot(number, found[-1], "o", color=color, markersize=9)
        words, at = f"{label}:\n{duration(found[-1])}", (number, found[-1])
        x, y = (8, 4.5 * place[1] if place[1] > 0 else -8) if early else place
        label_of = axes.annotate(words, at, (x, y), textcoords="offset points", fontsize=13)
        label_of.set(color=color, ha="left" if x > 0 else "right", va="bottom" if y > 0 else "top")
    axes.plot([number] * 2, found, color="0.5", linestyle=":")
    axes.set(xlabel="sentences, N", ylabel="seconds of one core (extrapolated)")
    axes.set(ylim=(2e-4, 1e9), xlim=(8, 1.5e5), xticks=[10, 100, 1000, 10_000, 100_000])
    axes.tick_params(axis="x", which="minor", bottom=False)
    times = float(f"{found[0] / found[1]:.1g}")
    title = f"Every pair of {number:,}: apart is about {times:,.0f} times faster"
    return headed(figure, title)


def draw_ways(
    scores: Mapping[str, Score],
    place: str,
    chance: float,
    title: str,
    leads: Mapping[str, Estimate] | None = None,
) -> Figure:
    """Draw what each way reaches at one place, with intervals over what was sampled.

    Args:
        scores: Of each way.
        place: What is measured, for the axis.
        chance: What guessing reaches.
        title: What is to be seen.
        leads: How far some ways are ahead of the start, for a second panel.
    """
    widths = [3.0, 2.0] if leads else [1.0]
    figure, panels = plt.subplots(
        1,
        len(widths),
        figsize=(6.5, 0.5 * len(scores) + 1.5),
        width_ratios=widths,
        sharey=True,
        squeeze=False,
    )
    axes = panels[0, 0]
    digits = 3 if max(each.mean for each in scores.values()) < 0.2 else 2
    for row, (way, (mean, sd, low, high)) in enumerate(scores.items()):
        spread = f"{sd:.{digits}f}"
        spread = spread if float(spread) else f"{sd:.{digits + 1}f}"
        words = f"{mean:.{digits}f}" + (f" ± {spread}" if sd else "")
        _dot(axes, row, way, (mean, low, high), words)
    axes.axvline(chance, color="0.5", linestyle="--")
    axes.text(chance, len(scores) - 0.6, " guessing", color="0.35", fontsize=11)
    axes.set_yticks(range(len(scores)), [NAMED.get(way, way) for way in scores], fontsize=11)
    axes.set(ylim=(len(scores) - 0.5, -0.65))
    axes.set_xlabel(place, fontsize=11)
    most = max(each.high for each in scores.values())
    axes.set_xlim(chance - 0.07 * most, 1.08 * most)
    if leads:
        other = panels[0, 1]
        for row, way in enumerate(scores):
            if way in leads:
                _dot(other, row, way, leads[way], f"{leads[way][0]:+.{digits}f}")
        other.axvline(0, color="0.5", linestyle="--")
        other.tick_params(axis="y", length=0)
        other.set_xlabel("ahead of the start\n(paired)", fontsize=11)
    for each in panels[0]:
        each.xaxis.set_major_locator(MaxNLocator(4))
    return headed(figure, title)


def _dot(axes: Axes, row: int, way: str, values: tuple[float, float, float], words: str) -> None:
    """Draw a mean with its interval, and words above it."""
    color = {"TF-IDF": "0.5", "the start": "0.5", "minilm": "C2"}.get(way, "C0")
    dot(axes, row, Row(*values), color)
    white: dict[str, Any] = {"facecolor": "white", "edgecolor": "none", "pad": 1.2}
    middle = (values[1] + values[2]) / 2
    axes.text(middle, row - 0.17, words, ha="center", va="bottom", fontsize=10.5, bbox=white)


def table(leads: Mapping[str, Estimate], heading: str) -> str:
    """Return how far each way is ahead of another, as narrow lines of text."""
    lines = [heading]
    for way, (mean, low, high) in leads.items():
        lines.append(f"  {way:<15} {mean:+.3f} [{low:+.3f}, {high:+.3f}]")
    return "\n".join(lines)


def draw_scores(scores: Float[Tensor, "B C"]) -> Figure:
    """Draw what each anchor scores with each candidate; its own is framed, the best starred.

    Args:
        scores: Of B anchors with B positives, and then with hard negatives.
    """
    rows, columns = scores.shape
    wins = int((scores.argmax(dim=1) == torch.arange(rows)).sum())
    title = f"Among {columns}, {wins} of {rows} anchors find their own"
    figure, axes = plt.subplots(figsize=(6, 0.55 * rows + 1.4))
    axes.imshow(scores.numpy(), cmap="Blues", aspect="auto")
    for row in range(rows):
        for column in range(columns):
            value = float(scores[row, column])
            dark = value > float(scores.max()) / 2
            words: dict[str, Any] = {
                "ha": "center",
                "va": "center",
                "color": "white" if dark else "black",
            }
            axes.text(column, row, f"{value:.1f}", fontsize=12, **words)
        best = int(scores[row].argmax())
        axes.plot(
            best + 0.36, row - 0.28, "*", color="gold", markeredgecolor="black", markersize=11
        )
        corner = (row - 0.46, row - 0.46)
        axes.add_patch(plt.Rectangle(corner, 0.92, 0.92, fill=False, color="C1", linewidth=3))
    axes.axvline(rows - 0.5, color="white", linewidth=6)
    names = [f"p{i + 1}" for i in range(rows)] + [f"n{i + 1}" for i in range(columns - rows)]
    axes.set_xticks(range(columns), names)
    axes.set_yticks(range(rows), [f"a{i + 1}" for i in range(rows)])
    axes.set_xlabel("positives, then hard negatives (frame: its own; star: highest)", fontsize=11)
    axes.set_title(title, fontsize=13)
    return figure


def draw_cosines(found: Mapping[str, Sequence[np.ndarray]], threshold: float) -> Figure:
    """Draw the cosines of paraphrases, of pairs that differ in one point, and of random pairs.

    Args:
        found: For each encoder the cosines of the three sorts, in this order.
        threshold: Is marked; at the right of each row stands how many are above it.
    """
    figure, panels = plt.subplots(
        len(found), 1, figsize=(6.5, 1.45 * len(found) + 1.1), sharex=True, squeeze=False
    )
    sorts = (("paraphrases", "C0"), ("one point differs", "C1"), ("random pairs", "0.4"))
    for axes, (name, kinds) in zip(panels[:, 0], found.items(), strict=True):
        for row, (values, (_, color)) in enumerate(zip(kinds, sorts, strict=True)):
            shift = 0.5 * (np.arange(len(values)) * 0.618 % 1) - 0.25  # so that few dots coincide
            axes.plot(values, row + shift, ".", color=color, markersize=4, alpha=0.6)
            above = f"{(values > threshold).mean():.0%}"
            axes.text(1.02, row, above, transform=axes.get_yaxis_transform(), va="center")
        axes.set_title(name, fontsize=12, loc="left")
        axes.axvline(threshold, color="0.2", linestyle="--")
        axes.set_yticks(range(3), [label for label, _ in sorts], fontsize=11)
        axes.set(ylim=(2.5, -0.5), xlim=(-0.2, 1))
    panels[0, 0].set_title(f"above {threshold}", fontsize=11, loc="right")
    panels[-1, 0].set_xlabel("cosine of two sentences", fontsize=11)
    title = f"A cosine of {threshold} means something else in each encoder"
    return headed(figure, title)


def draw_reply(question: str, replies: Sequence[Reply], counted: str) -> Figure:
    """Draw what the robot answers: its standard questions, best first, and one answer.

    Args:
        question: What is asked.
        replies: Best first.
        counted: The standard question that has most words in common.
    """
    asked = fill(f"“{shorten(question, 100, placeholder=' ...')}”", 52)
    parts = (
        (fill(replies[0].question, 50), "C0", 13),
        (fill(replies[0].answer, 54), "black", 12),
        ("\n".join(shorten(f"or: {r.question}", 56) for r in replies[1:]), "0.35", 11.5),
        (fill(f"Counting words says: {counted}", 56), "C1", 11.5),
    )
    lines = sum(text.count("\n") + 1.6 for text, _, _ in parts)
    height = 0.22 * lines
    figure, axes = plt.subplots(figsize=(6.5, height + 0.3 * (asked.count("\n") + 1)))
    axes.set(xlim=(0, 1), ylim=(lines, 0))
    axes.axis("off")
    axes.set_title(asked, parse_math=False, loc="left")  # a reader may type a dollar sign
    place = 0.3
    for text, color, size in parts:
        axes.text(0, place, text, va="top", fontsize=size, color=color, parse_math=False)
        place += text.count("\n") + 1.6
    return figure


def draw_found(places: Mapping[str, Sequence[int]], title: str) -> Figure:
    """Draw how many questions find their text first, and how many among the first three.

    Args:
        places: Of each way, the place of each question's text, from 1.
        title: What is to be seen.
    """
    figure, axes = plt.subplots(figsize=(6.5, min(0.48 * len(places), 2.88) + 1.5))
    total = len(next(iter(places.values())))
    for row, ranks in enumerate(places.values()):
        first, three = (sum(rank <= limit for rank in ranks) for limit in (1, 3))
        axes.barh(row, three, color="0.8", label=None if row else "among the first three")
        axes.barh(row, first, color="C0", label=None if row else "first")
        axes.text(
            three + 0.015 * total, row, f"{first} first, {three} in three", va="center", fontsize=11
        )
    axes.set_yticks(range(len(places)), list(places), fontsize=11)
    axes.set(xlim=(0, 1.4 * total), ylim=(len(places) - 0.5, -0.5))
    axes.set_xticks(range(0, total + 1, total // 5))
    axes.spines["bottom"].set_bounds(0, total)
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_xlabel(f"of {total} questions")
    axes.legend(loc="lower center", bbox_to_anchor=(0.4, 1), ncols=2, fontsize=11, frameon=False)
    return headed(figure, title)
