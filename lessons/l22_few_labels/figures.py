"""The figures of the path."""

from lessons.l22_few_labels import scores
from lessons.l22_few_labels.scores import RUNS_OF, accuracies
from lessons.l22_few_labels.tables import METHODS
from lessons.l22_few_labels.ways import PATTERNS

from collections.abc import Mapping
from statistics import fmean
from typing import Any

import matplotlib.pyplot as plt
from matplotlib.ticker import PercentFormatter

from workbook.captions import Captioned, figure
from workbook.charts import headed

LINES = ("classifier", "pattern", "vectors", "sentence vectors")
NUMBERS = ("0", "16", "64", "2000")
DOTS = "os^Dv"


def over_labels(record: Mapping[str, Any]) -> Captioned:
    """Show accuracy over the number of labels, with intervals over draws."""
    drawn, axes = plt.subplots(figsize=(8, 3.6), layout="constrained")
    results = record["results"]
    zero = fmean(accuracies(record, "0", "zero-shot"))
    axes.plot(0, zero, "X", color="0.35", markersize=9, label="pattern, zero-shot")
    for index, run in enumerate(LINES):
        groups = [number for number in NUMBERS if run in results[number]]
        middle = [fmean(accuracies(record, number, run)) for number in groups]
        at = [NUMBERS.index(number) + 0.06 * (index - 1.5) for number in groups]
        ends = [scores.over_draws(accuracies(record, n, run)) for n in groups if n != "2000"]
        below = [value.mean - value.low for value in ends]
        above = [value.high - value.mean for value in ends]
        color = f"C{index}"
        axes.plot(at, middle, DOTS[index] + "-", color=color, label=METHODS[run])
        few = slice(len(ends))
        axes.errorbar(at[few], middle[few], (below, above), fmt="none", color=color, capsize=3)
    axes.axhline(0.5, color="0.55", linestyle="--", linewidth=1)
    axes.set_xticks(range(len(NUMBERS)), ["0", "16", "64", "2,000"])
    axes.set(xlabel="labels", ylabel="accuracy")
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    axes.legend(loc="upper left")
    return figure(
        headed(drawn, "TITLE"),
        "22.1",
        f"Accuracy on {scores.TEST} test reviews (recorded): means over "
        f"{scores.draws_of(record, '16', '64', '2000')}; 95% intervals over draws. Dashed: chance.",
        alt="ALT",
    )


def pattern_spread(record: Mapping[str, Any]) -> Captioned:
    """Show the accuracy of five patterns before and after they learn."""
    columns = {
        "zero-shot": ("0", "zero-shot"),
        "zero-shot,\nat the median": ("0", "at the median"),
        "16 labels": ("16", "pattern"),
        "64 labels": ("64", "pattern"),
    }
    drawn, axes = plt.subplots(figsize=(8, 3.6), layout="constrained")
    for column, (group, way) in enumerate(columns.values()):
        for index, run in enumerate(RUNS_OF[way]):
            values = accuracies(record, group, run)
            at, color = column + 0.12 * (index - 2), f"C{index}"
            axes.plot([at] * len(values), values, ".", color=color, alpha=0.5)
            label = PATTERNS[index] if not column else None
            axes.plot(at, fmean(values), DOTS[index], color=color, markersize=9, label=label)
    axes.axhline(0.5, color="0.55", linestyle="--", linewidth=1)
    axes.set_xticks(range(len(columns)), list(columns))
    axes.set(ylabel="accuracy")
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    drawn.legend(loc="outside right upper", fontsize="small")
    return figure(
        headed(drawn, "TITLE"),
        "22.2",
        f"Accuracy of five patterns on {scores.TEST} test reviews (recorded). Small dots are draws "
        "of the labels, large ones their means.",
        alt="ALT",
    )
