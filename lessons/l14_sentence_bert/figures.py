"""What the lesson on trained sentence vectors draws from measurements."""

from lessons.l14_sentence_bert.robot import Reply
from lessons.l14_sentence_bert.ways import Lead, Score

from collections.abc import Mapping, Sequence
from textwrap import fill, shorten
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from jaxtyping import Float
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from torch import Tensor

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
    figure, axes = plt.subplots(figsize=(6.4, 3.6))
    sizes = np.logspace(1, 5, 60)
    pair, text, comparison = (milliseconds[name] / 1000 for name in ("pair", "text", "comparison"))
    above: dict[str, Any] = {"xytext": (-8, 6), "ha": "right", "fontsize": 12}
    below: dict[str, Any] = {"xytext": (8, -14), "ha": "left", "fontsize": 12}
    ways = (
        ("cross-encoder", "C1", lambda n: n * (n - 1) / 2 * pair, above),
        ("bi-encoder", "C0", lambda n: n * text + n * (n - 1) / 2 * comparison, below),
    )
    found = []
    for label, color, cost, place in ways:
        found.append(duration(float(cost(number))))
        axes.loglog(sizes, cost(sizes), color=color)
        axes.plot(number, cost(number), "o", color=color, markersize=9)
        words = f"{label}: {found[-1]}"
        axes.annotate(words, (number, cost(number)), textcoords="offset points", **place)
    axes.set(xlabel="sentences, N", ylabel="seconds of one core")
    axes.set(ylim=(1e-3, 1e9), xlim=(0.1, 2e7), xticks=[10, 100, 1000, 10_000, 100_000])
    axes.tick_params(axis="x", which="minor", bottom=False)
    axes.set_title(f"Every pair of {number:,}: {' or '.join(found)} (extrapolated)", fontsize=13)
    return figure


def draw_ways(
    scores: Mapping[str, Score], place: str, chance: float, title: str, line: str = "guessing"
) -> Figure:
    """Draw what each way reaches at one place, with intervals over what was sampled.

    Args:
        scores: Of each way.
        place: What is measured, for the axis.
        chance: What guessing reaches.
        title: What is to be seen.
        line: What the dashed line is called.
    """
    figure, axes = plt.subplots(figsize=(6, 0.5 * len(scores) + 1.5))
    digits = 3 if max(each.mean for each in scores.values()) < 0.2 else 2
    for row, (way, (mean, sd, low, high)) in enumerate(scores.items()):
        color = {"TF-IDF": "0.5", "the start": "0.5", "minilm": "C2"}.get(way, "C0")
        axes.plot([low, high], [row, row], color=color, linewidth=4, alpha=0.35)
        axes.plot(mean, row, "o", color=color, markersize=8)
        words = f"{mean:.{digits}f}" + (f" ± {sd:.{digits}f}" if sd else "")
        axes.text(1.02, row, words, transform=axes.get_yaxis_transform(), va="center", fontsize=11)
    axes.axvline(chance, color="0.5", linestyle="--")
    axes.text(chance, len(scores) - 0.65, f" {line}", color="0.35", fontsize=11)
    axes.set_yticks(range(len(scores)), [NAMED.get(way, way) for way in scores])
    axes.set(ylim=(len(scores) - 0.5, -0.5), xlabel=place)
    axes.set_xlim(left=chance - 0.01)
    axes.xaxis.set_major_locator(MaxNLocator(6))
    figure.suptitle(fill(title, 54), x=0.01, ha="left", fontsize=13, fontweight="bold")
    return figure


def table(leads: Mapping[str, Lead], heading: str) -> str:
    """Return how far each way is ahead of another, as narrow lines of text."""
    lines = [heading]
    for way, (mean, low, high) in leads.items():
        lines.append(f"  {way:<15} {mean:+.3f} [{low:+.3f}, {high:+.3f}]")
    return "\n".join(lines)


def draw_triplet(near: float, margin: float) -> Figure:
    """Draw an anchor with its positive, the two circles around it, and two negatives.

    Args:
        near: The distance of the positive.
        margin: By how much a negative must be farther.
    """
    figure, axes = plt.subplots(figsize=(4.6, 4.2))
    for radius, line in ((near, "-"), (near + margin, "--")):
        axes.add_patch(plt.Circle((0, 0), radius, fill=False, linestyle=line, color="0.4"))
    points = (
        ("a", 0.0, 0.0, "C0"),
        ("p", 0.0, near, "C2"),
        ("n: costs", -40.0, near + margin / 2, "C3"),
        ("n: free", 205.0, near + 1.6 * margin, "C1"),
    )
    for name, degrees, radius, color in points:
        angle = np.deg2rad(degrees)
        x, y = radius * np.cos(angle), radius * np.sin(angle)
        axes.plot(x, y, "o", color=color, markersize=9)
        label = axes.annotate(name, (x, y), (0, -17), textcoords="offset points", fontsize=12)
        label.set(ha="center", bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.5})
    reach = near + 2.2 * margin
    axes.set(xlim=(-reach, reach), ylim=(-reach, reach), aspect="equal")
    axes.axis("off")
    axes.set_title("Outside the dashed circle n costs nothing", fontsize=13)
    return figure


def draw_scores(scores: Float[Tensor, "B C"]) -> Figure:
    """Draw what each anchor scores with each candidate; its own positive is framed.

    Args:
        scores: Of B anchors with B positives, and then with hard negatives.
    """
    rows, columns = scores.shape
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
            axes.text(column, row, f"{value:.0f}", fontsize=12, **words)
        corner = (row - 0.46, row - 0.46)
        axes.add_patch(plt.Rectangle(corner, 0.92, 0.92, fill=False, color="C1", linewidth=3))
    axes.axvline(rows - 0.5, color="white", linewidth=6)
    names = [f"p{i + 1}" for i in range(rows)] + [f"n{i + 1}" for i in range(columns - rows)]
    axes.set_xticks(range(columns), names)
    axes.set_yticks(range(rows), [f"a{i + 1}" for i in range(rows)])
    axes.set_xlabel("positives, then hard negatives")
    axes.set_title(f"Each anchor looks for its own among {columns}", fontsize=13)
    return figure


def draw_cosines(found: Mapping[str, Sequence[np.ndarray]], threshold: float) -> Figure:
    """Draw the cosines of paraphrases, of pairs that differ in one point, and of random pairs.

    Args:
        found: For each encoder the cosines of the three sorts, in this order.
        threshold: Is marked, with the proportions of the first two sorts above it.
    """
    figure, panels = plt.subplots(len(found), 1, figsize=(6, 1.7 * len(found) + 0.9), sharex=True)
    bins = np.linspace(-0.2, 1, 49)
    sorts = (("paraphrases", "C0"), ("one point differs", "C1"), ("random pairs", "0.6"))
    for axes, (name, kinds) in zip(panels, found.items(), strict=True):
        for values, (label, color) in reversed([*zip(kinds, sorts, strict=True)]):
            weights = np.full(len(values), 1 / len(values))
            axes.hist(values, bins=bins, weights=weights, color=color, alpha=0.6, label=label)
        same, differs = (f"{(values > threshold).mean():.0%}" for values in kinds[:2])
        words = f"{name}: above {threshold} are {same} of the same,\n{differs} of those that differ"
        axes.set_title(words, fontsize=12)
        axes.axvline(threshold, color="0.2", linestyle="--")
        axes.set_yticks([])
    panels[0].legend(loc="upper left", fontsize=10)
    panels[-1].set_xlabel("cosine of two sentences")
    figure.suptitle(
        "One threshold, three encoders",
        x=0.01,
        ha="left",
        fontsize=13,
        fontweight="bold",
    )
    return figure


def draw_reply(question: str, replies: Sequence[Reply]) -> Figure:
    """Draw what the robot answers: its standard questions, best first, and one answer."""
    figure, axes = plt.subplots(figsize=(6, 3.1))
    axes.set(xlim=(0, 1), ylim=(0, 1))
    axes.axis("off")
    words = fill(f"“{shorten(question, 100, placeholder=' ...')}”", 54)
    axes.set_title(words, parse_math=False)  # a reader may type a dollar sign
    axes.text(0, 0.97, fill(replies[0].question, 46), va="top", fontsize=12, color="C0")
    axes.text(0, 0.72, fill(replies[0].answer, 52), va="top", fontsize=12)
    others = "\n".join(shorten(f"or: {reply.question}", 58) for reply in replies[1:])
    axes.text(0, 0.02, others, va="bottom", fontsize=11, color="0.35")
    return figure


def draw_found(places: Mapping[str, Sequence[int]], title: str) -> Figure:
    """Draw how many questions find their text first, and how many among the first three.

    Args:
        places: Of each way, the place of each question's text, from 1.
        title: What is to be seen.
    """
    figure, axes = plt.subplots(figsize=(6, 0.55 * len(places) + 1.6))
    total = len(next(iter(places.values())))
    for row, ranks in enumerate(places.values()):
        first, three = (sum(rank <= limit for rank in ranks) for limit in (1, 3))
        axes.barh(row, three, color="0.8", label=None if row else "among the first three")
        axes.barh(row, first, color="C0", label=None if row else "first")
        axes.text(
            three + 0.015 * total, row, f"{first} first, {three} in three", va="center", fontsize=11
        )
    axes.set_yticks(range(len(places)), list(places))
    axes.set(xlim=(0, 1.4 * total), ylim=(len(places) - 0.5, -0.5))
    axes.set_xticks(range(0, total + 1, total // 5))
    axes.set_xlabel(f"of {total} questions")
    axes.legend(loc="lower center", bbox_to_anchor=(0.4, 1), ncols=2, fontsize=11, frameon=False)
    figure.suptitle(fill(title, 54), x=0.01, ha="left", fontsize=13, fontweight="bold")
    return figure
