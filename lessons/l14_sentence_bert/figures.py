"""What the lesson on trained sentence vectors draws from measurements."""

from lessons.l14_sentence_bert.robot import Reply
from lessons.l14_sentence_bert.ways import Score

from collections.abc import Mapping, Sequence
from textwrap import fill, shorten
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

NAMED = {  # what some ways are called in a figure
    "TF-IDF": "TF-IDF (counts words)",
    "untuned": "the start, untuned",
    "in-batch, no hard negatives": "in-batch",
    "in-batch": "in-batch,\nhard negatives",
    "minilm": "minilm (a billion pairs)",
}
UNITS = ((1, "s"), (60, "min"), (3600, "h"), (24 * 3600, "days"))


def duration(seconds: float) -> str:
    """Return a time in the unit that gives a number of two digits or so."""
    size, unit = next(
        ((size, unit) for size, unit in reversed(UNITS) if seconds >= 2 * size), UNITS[0]
    )
    return f"{seconds / size:,.0f} {unit}" if seconds >= 2 else f"{seconds:.1g} s"


def draw_cost(milliseconds: Mapping[str, float], number: int) -> Figure:
    """Draw the time that comparing each two of N sentences takes, both ways, and mark one N.

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
    axes.set_title(f"Each two of {number:,} compared: {' or '.join(found)}")
    return figure


def draw_ways(scores: Mapping[str, Score], place: str, chance: float, title: str) -> Figure:
    """Draw what each way reaches at one place, with intervals over what was sampled.

    Args:
        scores: Of each way.
        place: What is measured, for the axis.
        chance: What guessing reaches.
        title: What is to be seen.
    """
    figure, axes = plt.subplots(figsize=(6.4, 0.44 * len(scores) + 1.3))
    digits = 3 if max(each.mean for each in scores.values()) < 0.2 else 2
    for row, (way, (mean, sd, low, high)) in enumerate(scores.items()):
        color = {"TF-IDF": "0.5", "untuned": "0.5", "minilm": "C2"}.get(way, "C0")
        axes.plot([low, high], [row, row], color=color, linewidth=4, alpha=0.35)
        axes.plot(mean, row, "o", color=color, markersize=8)
        words = f"{mean:.{digits}f}" + (f" ± {sd:.{digits}f}" if sd else "")
        axes.text(1.02, row, words, transform=axes.get_yaxis_transform(), va="center", fontsize=11)
    axes.axvline(chance, color="0.5", linestyle="--")
    axes.set_yticks(range(len(scores)), [NAMED.get(way, way) for way in scores])
    axes.set(ylim=(len(scores) - 0.5, -0.5), xlabel=place)
    axes.set_xlim(left=chance - 0.01)
    axes.xaxis.set_major_locator(MaxNLocator(6))
    figure.suptitle(fill(title, 54), x=0.01, ha="left", fontsize=13, fontweight="bold")
    return figure


def table(scores: Mapping[str, Mapping[str, Score]], milliseconds: Mapping[str, float]) -> str:
    """Return what each way reaches, costs and is, as lines of text.

    Args:
        scores: Of each place and way.
        milliseconds: Of a ``text`` and of one whose words are ``counted``.
    """
    places = list(scores)
    lines = [f"{'':28}{'numbers':>8}{'ms':>6}" + "".join(f"{place:>20}" for place in places)]
    for way in scores[places[0]]:
        counts = way == "TF-IDF"
        size = "words" if counts else "384"
        cost = milliseconds["counted" if counts else "text"]
        cells = [scores[place][way] for place in places]
        found = "".join(f"   {c.mean:.2f} [{c.low:5.2f},{c.high:5.2f}]" for c in cells)
        lines.append(f"{way:28}{size:>8}{cost:>6.2f}{found}")
    return "\n".join(lines)


def draw_losses(losses: Sequence[Sequence[float]], chance: float) -> Figure:
    """Draw the loss of the cross-encoder over its updates, for each seed."""
    figure, axes = plt.subplots(figsize=(6, 2.8))
    steps = 10 * np.arange(1, len(losses[0]) + 1)
    for seed, line in enumerate(losses):
        axes.plot(steps, line, marker="o", markersize=4, label=f"seed {seed}")
    axes.axhline(chance, color="0.5", linestyle="--")
    axes.text(steps[-1], chance + 0.09, "guessing: ln 2", ha="right", va="bottom", fontsize=11)
    axes.set(xlabel="updates", ylabel="loss, in nats", ylim=(0, 1.0))
    flat = min(map(min, losses)) > 0.8 * chance
    axes.set_title("The loss stays where guessing is" if flat else "The loss falls")
    axes.legend(loc="lower left", ncols=3, fontsize=10)
    return figure


def draw_cosines(found: Mapping[str, Sequence[np.ndarray]], limit: float) -> Figure:
    """Draw the cosines of paraphrases and of random pairs, for each encoder.

    Args:
        found: For each encoder the cosines of paraphrases and of other pairs.
        limit: Is marked, with the proportion of paraphrases above it.
    """
    figure, panels = plt.subplots(len(found), 1, figsize=(6, 1.45 * len(found) + 0.9), sharex=True)
    bins = np.linspace(-0.2, 1, 49)
    for axes, (name, (same, other)) in zip(panels, found.items(), strict=True):
        for values, label, color in ((other, "random pairs", "0.6"), (same, "paraphrases", "C0")):
            weights = np.full(len(values), 1 / len(values))
            axes.hist(values, bins=bins, weights=weights, color=color, alpha=0.7, label=label)
        kept = f"{(same > limit).mean():.0%} of the paraphrases are above {limit}"
        axes.set_title(f"{name}: {kept}", fontsize=12)
        axes.axvline(limit, color="0.2", linestyle="--")
        axes.set_yticks([])
    panels[0].legend(loc="upper left", fontsize=10)
    panels[-1].set_xlabel("cosine of two sentences")
    figure.suptitle(
        "The same limit keeps different proportions",
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
    figure, axes = plt.subplots(figsize=(6, 0.55 * len(places) + 1.1))
    total = len(next(iter(places.values())))
    for row, ranks in enumerate(places.values()):
        first, three = (sum(rank <= limit for rank in ranks) for limit in (1, 3))
        axes.barh(row, three, color="0.8")
        axes.barh(row, first, color="C0")
        axes.text(
            three + 0.015 * total, row, f"{first} first, {three} in three", va="center", fontsize=11
        )
    axes.set_yticks(range(len(places)), list(places))
    axes.set(xlim=(0, 1.4 * total), ylim=(len(places) - 0.5, -0.5))
    axes.set_xticks(range(0, total + 1, total // 5))
    axes.set_xlabel(f"of {total} questions")
    figure.suptitle(fill(title, 54), x=0.01, ha="left", fontsize=13, fontweight="bold")
    return figure
