"""Cells in which a reader asks: a pattern and a review of his or her own."""

from lessons.l22_few_labels import live
from lessons.l22_few_labels.figures import CHANCE, GRAY, Labels, dots, rows_of

from collections.abc import Mapping, Sequence
from textwrap import shorten

import matplotlib.pyplot as plt
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from workbook.charts import headed
from workbook.diagrams.roles import role_of
from workbook.recorded_answers import accuracy
from workbook.widgets import explore, text

START = "A smart and funny film about friends."


def bar_of(good: Mapping[str, float], title: str) -> Figure:
    """Draw how likely *good* is to some models."""
    drawn, axes = plt.subplots(figsize=(8, 0.4 * len(good) + 0.9), layout="constrained")
    role = role_of("output")
    axes.barh(list(good), list(good.values()), color=role.fill, edgecolor=role.edge)
    axes.axvline(CHANCE, color=GRAY, linewidth=1)
    for row, value in enumerate(good.values()):
        axes.text(0.02, row, f"{value:.0%}", va="center", color=role.ink)
    axes.set(xlim=(0, 1), xlabel="probability of good")
    axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    return headed(drawn, f"\u201c{shorten(title, 60)}\u201d", free_text=True)


def ask(models: Mapping[str, live.Learner]) -> None:
    """Let a reader type a review, and show what some models say about it."""

    def draw(review: str) -> Figure:
        scores = {name: live.scores_of(model, [review]) for name, model in models.items()}
        good = {name: float(one.softmax(dim=1)[0, 1]) for name, one in scores.items()}
        return bar_of(good, review)

    alt = f"Bars: how likely good is to {' and '.join(models)}."
    explore(draw, alt=alt, review=text(START, label="review"))


def own_pattern(cloze: live.Cloze, texts: Sequence[str], labels: Labels) -> None:
    """Let a reader type a pattern and its words, and show how many reviews it has right.

    Args:
        cloze: Asks in the reader's pattern.
        texts: Reviews.
        labels: Of them.
    """

    def draw(pattern: str, good: str, bad: str) -> Figure:
        cloze.ask(pattern, {"bad": bad.split(), "good": good.split()})
        scores = live.scores_of(cloze, texts)
        says = (scores.argmax(dim=1) == 1).double().mean().item()
        drawn, axes = plt.subplots(figsize=(8, 1.8), layout="constrained")
        dots(axes, 0, accuracy(scores, labels), len(texts), "C5")
        axes.text(0.795, 0, f"good: {says:.0%}", ha="right", va="center")
        rows_of(axes, ["yours"], 0.4, 0.8)
        return headed(drawn, f"\u201c{shorten(pattern, 60)}\u201d", free_text=True)

    explore(
        draw,
        alt=f"A dot with its interval: accuracy of a pattern on {len(texts)} reviews.",
        pattern=text("{} I thought it was [MASK].", label="pattern"),
        good=text("great good wonderful", label="words for good"),
        bad=text("terrible bad boring", label="words for bad"),
    )
