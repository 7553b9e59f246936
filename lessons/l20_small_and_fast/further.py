"""What the further experiments show."""

from lessons.l20_small_and_fast.live import ahead
from lessons.l20_small_and_fast.tables import points_of

from collections.abc import Mapping
from statistics import fmean
from typing import Any, NamedTuple

import matplotlib.pyplot as plt
from matplotlib.ticker import PercentFormatter

from workbook.captions import Captioned, figure, table
from workbook.charts import headed
from workbook.claims import check


class Published(NamedTuple):
    """A row of a paper: millions of parameters, and scores as they stand there."""

    name: str
    parameters: int
    glue: str
    time: str


# Lan et al. 2020, tables 1, 2 and 6: the mean of five tasks, and the speed of *training*.
ALBERT = (
    Published("BERT base", 108, "82.3", "4.7"),
    Published("BERT large", 334, "85.2", "1.0"),
    Published("ALBERT base", 12, "80.1", "5.6"),
    Published("ALBERT large", 18, "82.4", "1.7"),
    Published("ALBERT xlarge", 60, "85.5", "0.6"),
    Published("ALBERT xxlarge", 235, "88.7", "0.3"),
)
# Lan et al. 2020, table 4: what is shared, parameters and mean, for tables of 768 and of 128.
SHARED = {
    "nothing": ((108, 82.3), (89, 81.6)),
    "attention": ((83, 81.6), (64, 81.7)),
    "feed-forward": ((57, 79.5), (38, 80.2)),
    "all": ((31, 79.8), (12, 80.1)),
}
# Sanh et al. 2019, table 4: the mean of GLUE without a part of the recipe, in points.
DISTILBERT = {
    "soft labels": -2.96,
    "hidden states": -1.46,
    "masked words": -0.31,
    "the teacher's layers at the start": -3.69,
}


def places(record: Mapping[str, Any]) -> Captioned:
    """Show what a student of two layers learns from each of TinyBERT's places."""
    found = record["results"]["students"]
    leads = {kind: ahead("places", kind, "soft labels") for kind in found}
    rows = []
    for kind, one in found.items():
        lead = "" if kind == "soft labels" else points_of(leads[kind])
        spread = f"{min(one['test']):.1%} to {max(one['test']):.1%}"
        rows.append([kind, f"{fmean(one['test']):.1%}", spread, lead])
    added = [lead for kind, lead in leads.items() if kind.startswith(("and", "all"))]
    check("no place adds a point", all(lead.low < 0 < lead.high < 0.01 for lead in added))
    check("a random start is far behind", leads["random start"].high < -0.2)
    start = leads["minilm's layers"]
    check("the teacher's layers are worth 4 to 5 points", start.low < -0.05 and start.high < -0.02)
    caption = (
        f"Students of two layers, two rounds through {record['configuration']['texts']:,} snippets "
        "(3 seeds): test accuracy, its range, and the points more than with soft labels alone, "
        "with a 95% interval over snippets and seeds."
    )
    return table("20.7", caption, ["learns from", "test", "seeds", "lead"], rows)


def heads(record: Mapping[str, Any]) -> Captioned:
    """Show accuracy, numbers and time with fewer and fewer heads."""
    points, tried = record["results"]["points"], record["configuration"]["heads"]
    standard = points["teacher, float32"]
    gone = [standard, *(points[f"{number} heads gone"] for number in tried)]
    drawn, axes = plt.subplots(figsize=(8, 3), layout="constrained")
    numbers = [0, *tried]
    lines = {
        "accuracy": [one["test"][0] / standard["test"][0] for one in gone],
        "megabytes": [one["megabytes"] / standard["megabytes"] for one in gone],
        "time, one snippet": [one["batch of 1"]["of the standard"]["median"] for one in gone],
        "time, 32 snippets": [one["batch of 32"]["of the standard"]["median"] for one in gone],
    }
    for name, values in lines.items():
        axes.plot(numbers, values, "o-", label=name)
    kept = dict(zip(numbers, lines["accuracy"], strict=True))
    check("a third of the heads can go", kept[24] > 0.98 > kept[36])
    axes.set(xlabel="heads gone, of 72", ylabel="of the teacher's", xticks=numbers)
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    axes.legend()
    return figure(
        headed(drawn, "A third of the heads can go"),
        "20.8",
        "The least important heads go first, by 512 training snippets; test accuracy without any "
        "training afterwards.",
        alt="Accuracy stays near 100% until a third of the heads are gone; time and megabytes fall "
        "slowly.",
    )


def published() -> Captioned:
    """Show ALBERT's sizes, scores and speeds."""
    rows = [[row.name, str(row.parameters), row.glue, row.time] for row in ALBERT]
    caption = (
        "Lan et al. (2020), Tables 1 and 2: millions of parameters, mean of five tasks, and how "
        "fast it is *trained* (BERT large = 1)."
    )
    return table("20.9", caption, ["model", "parameters", "mean", "speed of training"], rows)


def sharing() -> Captioned:
    """Show what sharing attention or feed-forward costs."""
    rows = [
        [name, *(cell for size, mean in both for cell in (str(size), f"{mean:.1f}"))]
        for name, both in SHARED.items()
    ]
    (_, all_own), (_, shared) = SHARED["nothing"][0], SHARED["feed-forward"][0]
    check("most is lost by the feed-forward part", all_own - shared > 2)
    columns = ["shared", "E = 768", "mean", "E = 128", "mean"]
    caption = "Lan et al. (2020), Table 4: ALBERT base, millions of parameters, mean of five tasks."
    return table("20.10", caption, columns, rows)


def recipe() -> Captioned:
    """Show what DistilBERT loses without each part of its recipe."""
    rows = [[name, f"{points:+.2f}"] for name, points in DISTILBERT.items()]
    check(
        "most is lost by a random start", min(DISTILBERT.values()) == list(DISTILBERT.values())[-1]
    )
    caption = (
        "Sanh et al. (2019), Table 4: change of the mean score of GLUE's nine tasks, in points."
    )
    return table("20.8", caption, ["without", "points"], rows)
