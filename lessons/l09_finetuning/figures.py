"""Pictures of the lesson on fine-tuning. Scores are proportions of texts put into the right class.

Titles that depend on what was measured are written in the lesson, from the measured values.
"""

from lessons.l09_finetuning.measure import Change, Reading, percent

from collections.abc import Mapping, Sequence
from statistics import mean
from textwrap import fill
from typing import Any

import matplotlib.pyplot as plt
from matplotlib.figure import Figure

from bertlab.statistics import proportion_interval
from workbook.charts import Row, dot, name_rows

Scores = Mapping[str, Sequence[float]]  # for each name a score of each seed
RIGHT, WRONG = "#0072B2", "#D55E00"
SEEDS = ("#08306b", "#009E73", "#CC79A7")  # of one method
NAMES = {"majority": "majority vote", "lexicon": "word list"}
ABOVE_STANDARD = (
    "points above the standard recipe\n(dots: seeds; orange: the band is beside 0;\n"
    "bands: 95% intervals over the texts;\nthin lines: 99.6%; *: unfair, see above)"
)
ABOVE_FIRST = (
    "points above the first seed\n(ring: measured gain;\nbands: 95% intervals over the texts)"
)

ON_VALIDATION = "validation texts classified correctly"


def headline(figure: Figure, title: str) -> None:
    """Write a title above a figure, from its left edge on, in as many lines as it needs."""
    width = min(54, round(8.7 * figure.get_figwidth()))  # letters
    figure.suptitle(fill(title, width), x=0.01, ha="left", fontsize=13, weight="bold")


def method_scores(results: Mapping[str, Any]) -> dict[str, list[float]]:
    """Return the test scores of each method, of the experiments ``sentiment`` and like it."""
    simple = {NAMES.get(name, name): [score] for name, score in results["baselines"].items()}
    return {**simple, "fine-tuned BERT": [run["test"] for run in results["fine_tuned"]]}


def draw_readings(readings: Sequence[Reading], title: str) -> Figure:
    """Draw what a word list and a model make of some texts, which of them is right in color."""
    figure, axes = plt.subplots(figsize=(4.5, 0.72 * len(readings) + 0.4))
    for row, one in enumerate(readings):
        axes.text(0, row + 0.52, fill(f"“{one.text}”", 48), va="bottom", fontsize=10.5)
        for column, says, score in (
            (0.0, one.word_list > 0, f"word list {one.word_list:+.1f}"),
            (0.55, one.model > 0.5, f"BERT {one.model:.2f}"),
        ):
            right = says == one.label
            axes.text(
                column,
                row + 0.57,
                f"{score}: {'right' if right else 'wrong'}",
                color=RIGHT if right else WRONG,
                va="top",
                fontsize=10.5,
                weight="normal" if right else "bold",
            )
        axes.axhline(row + 0.9, color="0.85", linewidth=0.8)
    axes.set(xlim=(0, 1), ylim=(len(readings) - 0.05, -0.05))
    axes.axis("off")
    headline(figure, title)
    return figure


def draw_scores(
    scores: Scores,
    num_texts: int,
    title: str,
    xlabel: str,
    chance: float = 0.5,
    split: Mapping[str, str] | None = None,
) -> Figure:
    """Draw the scores of several methods: a ring for a mean, a dot for each seed, an interval.

    Args:
        scores: By method.
        num_texts: How many texts were scored: the interval of 95% is that of a mean over so many.
        title: What the picture shows.
        xlabel: What the scores are.
        chance: Where guessing is; the axis begins just below it.
        split: Methods whose seeds fall apart, so that a mean says nothing: what is written then.
    """
    figure, axes = plt.subplots(figsize=(5.5, 0.4 * len(scores) + 1.6))
    for row, (name, seeds) in enumerate(scores.items()):
        middle = mean(seeds)
        low, high = proportion_interval(middle, num_texts)
        if words := (split or {}).get(name):
            axes.plot(seeds, [row] * len(seeds), ".", color="0.35", markersize=6)
        else:
            dot(axes, row, Row(middle, low, high, tuple(seeds)), filled=False)
        right = max(seeds) if words else max(*seeds, high)
        says = words or percent(seeds)
        axes.annotate(says, (right, row), (8, 0), textcoords="offset points", va="center")
    axes.axvline(chance, color="0.4", linestyle="--")
    lowest, highest = min(map(min, scores.values())), max(map(max, scores.values()))
    left = min(lowest, chance) - 0.03
    axes.set_xlim(left, highest + 0.35 * (highest - left))
    name_rows(axes, list(scores))
    ticks = [tick for tick in axes.get_xticks() if left <= tick <= highest + 0.02]
    axes.set_xticks(ticks, [f"{tick:.0%}" for tick in ticks])
    rings = "" if split is None else ";\na ring is a mean: none where seeds fall apart"
    axes.set_xlabel(
        f"{xlabel}\n(dashed: a coin; dots: seeds, ± their SD;\n"
        f"bands: 95% intervals over the texts{rings})"
    )
    headline(figure, title)
    return figure


def draw_changes(
    found: Mapping[str, Change],
    title: str,
    xlabel: str = ABOVE_STANDARD,
    wide: Mapping[str, Change] | None = None,
) -> Figure:
    """Draw by how many points each change moves the score, with its interval over the texts.

    What is clearly worse or better (the interval does not contain 0) has a color of its own.

    Args:
        found: By change.
        title: What the picture shows.
        xlabel: Of the points.
        wide: The same with wider intervals, which are drawn as thin lines.
    """
    figure, axes = plt.subplots(figsize=(5.5, 0.33 * len(found) + 1.5))
    for row, one in enumerate(found.values()):
        color = WRONG if one.high < 0 or one.low > 0 else RIGHT
        of_seeds = Row(mean(one.seeds), one.low, one.high, tuple(one.seeds))
        dot(axes, row, of_seeds, color, filled=False)
    for row, one in enumerate((wide or {}).values()):
        axes.plot([one.low, one.high], [row, row], "|-", color="0.3", linewidth=1, zorder=1)
    axes.axvline(0, color="0.4", linestyle="--")
    name_rows(axes, list(found))
    axes.set_xlabel(xlabel)
    headline(figure, title)
    return figure


def draw_curves(curves: Sequence[Sequence[Mapping[str, float]]], title: str) -> Figure:
    """Draw loss and accuracy on validation after each epoch: a line for each seed.

    The accuracy is drawn in points above that of the seed's first epoch.
    """
    figure, panels = plt.subplots(2, 1, figsize=(5.6, 4.6), sharex=True)
    names = {"validation_loss": "loss, nats", "validation_accuracy": "accuracy,\npoints"}
    for axes, (key, name) in zip(panels, names.items(), strict=True):
        for row, (curve, marker) in enumerate(zip(curves, "os^", strict=True)):
            values = [line[key] for line in curve]
            if key == "validation_accuracy":
                values = [100 * (value - values[0]) for value in values]
            look: dict[str, Any] = {"color": SEEDS[row], "marker": marker, "markersize": 8}
            axes.plot(range(1, len(curve) + 1), values, label=f"seed {row}", **look)
        axes.set_ylabel(name, fontsize=12)
    panels[0].set_ylim(bottom=0)
    panels[0].legend(fontsize=11, loc="lower center", ncols=len(curves), frameon=False)
    panels[1].axhspan(-1.1, 1.1, color="0.9", zorder=0)
    panels[1].set_ylim(-2, 4)
    panels[1].set_xticks(range(1, len(curves[0]) + 1))
    panels[1].set_xlabel(
        "epoch (lines: seeds; accuracy: above the seed's first epoch;\n"
        "gray: one standard error of an accuracy to each side)",
        fontsize=11,
    )
    headline(figure, title)
    return figure
