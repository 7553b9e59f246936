"""What the lesson on what to predict draws: pairs of sentences, and curves of learning."""

from lessons.l17_what_to_predict.learned import Point

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from workbook.charts import OURS, Row, headed, proportions_on
from workbook.fonts.figures import letters_for

COUNTING, START = "0.45", "C1"
TESTS = {"NSP": "Does B follow A, or is it a stranger?", "SOP": "A and B: are they in order?"}
COLORS = ("C0", "C1", "0.45")  # of the first, the second, the third way
MARKERS = ("o", "s", "^")
UNITS: dict[str, Callable[[Point], float]] = {
    "updates": lambda point: point.updates,
    "tokens learned at (thousands)": lambda point: point.work.predictions / 1e3,
    "multiplications in forward passes (billions)": lambda point: point.work.multiplications / 1e9,
}


class Said(NamedTuple):
    """Two sentences, what they mean, and the probability that the second follows the first."""

    label: str
    first: str
    second: str
    probability: float


def draw_said(pairs: Sequence[Said], title: str) -> Figure:
    """Draw what a model says of pairs of sentences, a bar for each.

    Args:
        pairs: From top to bottom.
        title: What is to be seen.
    """
    with letters_for([text for one in pairs for text in (one.first, one.second)]):
        figure, axes = plt.subplots(figsize=(5.8, 1.15 * len(pairs) + 0.9))
        for place, one in enumerate(pairs):
            words = f"{one.label}\n{one.first}\n{one.second}"
            axes.text(0, place - 0.14, words, va="bottom", fontsize=11, linespacing=1.35)
            axes.barh(place, one.probability, height=0.2, color=OURS)
            axes.text(one.probability + 0.01, place, f"{one.probability:.0%}", va="center")
        axes.set(ylim=(len(pairs) - 0.75, -0.95), xlim=(0, 1), yticks=[])
        axes.set_xlabel("probability, by BERT's head, that B follows A")
        axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        figure.canvas.draw()
    return headed(figure, title, free_text=True)


def draw_tests(
    scores: Mapping[str, Mapping[str, Row]], title: str, colors: Mapping[str, str] | None = None
) -> Figure:
    """Draw accuracies on both tests, a panel for each, with a line at chance.

    Args:
        scores: By test, ``"NSP"`` and ``"SOP"``, and by what answers it.
        title: What is to be seen.
        colors: Of some of those who answer; the others are blue.
    """
    rows = sum(len(found) for found in scores.values())
    figure, panels = plt.subplots(
        len(scores),
        1,
        figsize=(5.8, 0.35 * rows + 0.75 * len(scores) + 0.4),
        squeeze=False,
        gridspec_kw={"height_ratios": [len(found) for found in scores.values()]},
    )
    for axes, (test, found) in zip(panels[:, 0], scores.items(), strict=True):
        proportions_on(axes, found, chance=0.5, colors=colors)
        axes.set_title(TESTS[test], loc="left", fontsize=12)
    lows, highs = zip(*(axes.get_xlim() for axes in panels[:, 0]), strict=True)
    plt.setp(panels, xlim=(min(lows), max(highs)))
    panels[-1, 0].set_xlabel("right answers (line: chance)")
    return headed(figure, title)


def draw_curves(curves: Mapping[str, Sequence[Point]], title: str) -> Figure:
    """Draw the F1 of names against what learning took, in three units, one below the other.

    Lines join means over seeds, small dots are seeds. The last unit is the fair one.

    Args:
        curves: By the way to learn; all begin with the same start.
        title: What is to be seen.
    """
    figure, panels = plt.subplots(len(UNITS), 1, figsize=(5.8, 6.6), sharey=True)
    for axes, (unit, of) in zip(panels, UNITS.items(), strict=True):
        _curves(axes, curves, of)
        axes.set(xlabel=unit, ylabel="F1 of names")
        axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=1))
        axes.margins(x=0.04)
    panels[0].legend(fontsize=11)
    panels[-1].set_title("the fair axis: work", loc="left", fontsize=12)
    return headed(figure, title)


def _curves(
    axes: Axes, curves: Mapping[str, Sequence[Point]], of: Callable[[Point], float]
) -> None:
    for (way, points), color, marker in zip(curves.items(), COLORS, MARKERS, strict=False):
        places = [of(point) for point in points]
        axes.plot(places, [p.f1.mean for p in points], color=color, marker=marker, label=way)
        for place, point in zip(places, points, strict=True):
            if point.updates:
                each = point.f1.seeds
                axes.plot([place] * len(each), each, ".", color=color, markersize=4, alpha=0.6)
