"""The figures of what is recorded: accuracies over draws of the labels."""

from lessons.l22_few_labels.figures import GRAY
from lessons.l22_few_labels.scores import (
    RUNS_OF,
    TEST,
    accuracies,
    draws_of,
    most_frequent_class,
    over_draws,
)
from lessons.l22_few_labels.tables import METHODS
from lessons.l22_few_labels.ways import PATTERNS

from collections.abc import Mapping
from statistics import fmean
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import PercentFormatter

from workbook.captions import Captioned, figure
from workbook.charts import headed
from workbook.claims import check

LINES = ("classifier", "pattern", "vectors", "sentence vectors")
NUMBERS = ("0", "16", "64", "2000")
DOTS = "os^Dv"


def over_labels(record: Mapping[str, Any]) -> Captioned:
    """Show accuracy over the number of labels, with intervals over draws."""
    drawn, axes = plt.subplots(figsize=(8, 3.6), layout="constrained")
    results = record["results"]
    zero = fmean(accuracies(record, "0", "zero-shot"))
    calm = fmean(accuracies(record, "0", "at the median"))
    axes.plot(0, zero, "X", color="0.35", markersize=9, label="cloze, zero-shot")
    axes.plot(0, calm, "P", color="0.35", markersize=9, label="at the median")
    for index, run in enumerate(LINES):
        groups = [number for number in NUMBERS if run in results[number]]
        middle = [fmean(accuracies(record, number, run)) for number in groups]
        at = [NUMBERS.index(number) + 0.06 * (index - 1.5) for number in groups]
        ends = [over_draws(accuracies(record, n, run)) for n in groups if n != "2000"]
        below = [value.mean - value.low for value in ends]
        above = [value.high - value.mean for value in ends]
        color = f"C{index}"
        axes.plot(at, middle, DOTS[index] + "-", color=color, label=METHODS[run])
        for place, number in zip(at, groups, strict=True):
            draws = accuracies(record, number, run)
            axes.plot([place] * len(draws), draws, ".", color=color, alpha=0.5)
        few = slice(len(ends))
        axes.errorbar(at[few], middle[few], (below, above), fmt="none", color=color, capsize=3)
    axes.axhline(most_frequent_class("0"), color=GRAY, linestyle="--", linewidth=1)
    axes.set_xticks(range(len(NUMBERS)), ["0", "16", "64", "2,000"])
    axes.set(xlabel="labels", ylabel="accuracy")
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    axes.legend(loc="upper left")
    of_16, of_64 = (accuracies(record, number, "pattern") for number in ("16", "64"))
    sixteen, more = over_draws(of_16), over_draws(np.subtract(of_64, of_16[: len(of_64)]))
    check("54% of the test reviews are bad", round(100 * most_frequent_class("0")) == 54)
    check("16 labels change a cloze little", sixteen.low < zero < sixteen.high)
    check("64 labels are better than 16", more.low > 0)
    return figure(
        headed(drawn, "Sixteen labels change little, sixty-four help"),
        "22.10",
        f"Accuracy on {TEST} test reviews (recorded): means over "
        f"{draws_of(record, '16', '64', '2000')}; 95% intervals over draws (small dots). Dashed: "
        "*bad* of all.",
        alt="Lines over 0, 16, 64 and 2,000 labels. With 16 all means are near where the cloze is "
        "without a label; with 64 the cloze is above the new head.",
    )


def pattern_spread(record: Mapping[str, Any]) -> Captioned:
    """Show the accuracy of five patterns before and after they learn."""
    columns = {
        "zero-shot": ("0", "zero-shot"),
        "calibrated": ("0", "calibrated"),
        "at the median": ("0", "at the median"),
        "16 labels": ("16", "pattern"),
        "64 labels": ("64", "pattern"),
    }
    drawn, axes = plt.subplots(figsize=(8, 4.2), layout="constrained")
    spreads, middles, said = [], [], []
    for column, (name, (group, way)) in enumerate(columns.items()):
        means = [fmean(accuracies(record, group, run)) for run in RUNS_OF[way]]
        spreads.append(max(means) - min(means))
        middles.append(fmean(means))
        said.append(f"{name} {min(means):.0%} to {max(means):.0%}")
        for index, run in enumerate(RUNS_OF[way]):
            values = accuracies(record, group, run)
            at, color = column + 0.12 * (index - 2), f"C{index}"
            axes.plot([at] * len(values), values, ".", color=color, alpha=0.5)
            label = PATTERNS[index] if not column else None
            axes.plot(at, means[index], DOTS[index], color=color, markersize=9, label=label)
    axes.axhline(most_frequent_class("0"), color=GRAY, linestyle="--", linewidth=1)
    axes.set_xticks(range(len(columns)), list(columns))
    axes.set(ylabel="accuracy")
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    drawn.legend(loc="outside lower center", ncols=2)
    points = [round(100 * spread) for spread in spreads]
    check("11 points without labels, 7 calibrated, 3 at the median", points[:3] == [11, 7, 3])
    check("three after learning", max(points[3:]) == 3)
    check("16 labels are worth the median", abs(middles[3] - middles[2]) < 0.01)
    zero = [fmean(accuracies(record, "0", run)) for run in RUNS_OF["zero-shot"]]
    check("the third pattern is the worst", zero.index(min(zero)) == 2)
    draws = [accuracies(record, "16", run) for run in RUNS_OF["pattern"]]
    check("draws differ more", min(max(one) - min(one) for one in draws) > spreads[3])
    return figure(
        headed(drawn, "Eleven points between patterns, three once they have learned"),
        "22.5",
        f"Accuracy of five patterns on {TEST} test reviews (recorded). Small dots are draws "
        "of the labels, large ones their means. Dashed: *bad* of all.",
        alt=f"Five columns of five dots: {', '.join(said)}. Small dots spread wider.",
    )
