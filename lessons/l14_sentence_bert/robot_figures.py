"""Pictures of searches: what they find first, and what the robot replies."""

from lessons.l14_sentence_bert.robot import Reply

from collections.abc import Mapping, Sequence
from textwrap import fill, shorten

import matplotlib.pyplot as plt
from matplotlib.figure import Figure


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
    figure.suptitle(fill(title, 54), x=0.01, ha="left", fontsize=13, fontweight="bold")
    return figure
