"""What the lesson draws from ``replaced_tokens`` and ``mask_rates``: curves, and mask rates."""

from lessons.l17_what_to_predict.learned import Point

from collections.abc import Callable, Mapping, Sequence
from textwrap import fill

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MultipleLocator, PercentFormatter

from bertlab.probing.leads import Lead, Score

COLORS = ("C0", "C1", "0.45")  # of the first, the second, the third way
MARKERS = ("o", "s", "^")
UNITS: dict[str, Callable[[Point], float]] = {
    "updates": lambda point: point.updates,
    "tokens learned at (thousands)": lambda point: point.work.predictions / 1e3,
    "multiplications in forward passes (billions)": lambda point: point.work.multiplications / 1e9,
}


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
    return _headed(figure, title)


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


def draw_rates(scores: Mapping[str, Score], leads: Mapping[str, Lead], title: str) -> Figure:
    """Draw the F1 of names by how much was hidden, and the differences to the first below.

    Args:
        scores: By the rate in words, such as ``"15%"``; the first is compared with.
        leads: Of the other rates to the first; an interval that leaves out 0 has a filled dot.
        title: What is to be seen.
    """
    figure, (above, below) = plt.subplots(
        2, 1, figsize=(5.8, 4.6), gridspec_kw={"height_ratios": [len(scores), len(leads)]}
    )
    for place, score in enumerate(scores.values()):
        above.plot(score.seeds, [place] * len(score.seeds), ".", color="C0", alpha=0.6)
        above.plot([score.mean], [place], "o", color="C0" if place else "0.45", markersize=8)
        above.annotate(f"{score.mean:.1%}", (score.mean, place), (0, 7), **ABOVE)
    above.set_yticks(range(len(scores)), list(scores))
    above.set(ylim=(len(scores) - 0.5, -0.7), xlabel="F1 of names (small dots: seeds)")
    above.xaxis.set_major_formatter(PercentFormatter(1, decimals=1))
    above.xaxis.set_major_locator(MultipleLocator(0.005))
    above.margins(x=0.15)
    for place, lead in enumerate(leads.values()):
        clear = lead.low > 0 or lead.high < 0
        below.plot([100 * lead.low, 100 * lead.high], [place, place], color="C0")
        face = "C0" if clear else "white"
        below.plot([100 * lead.mean], [place], "o", color="C0", markerfacecolor=face, markersize=8)
        below.annotate(f"{100 * lead.mean:+.1f}", (100 * lead.mean, place), (0, 7), **ABOVE)
    below.axvline(0, color="0.4", linewidth=1, zorder=0)
    below.set_yticks(range(len(leads)), list(leads))
    first = next(iter(scores))
    label = f"points of F1 above {first} (95% interval)"
    below.set(ylim=(len(leads) - 0.5, -0.7), xlabel=label)
    below.margins(x=0.15)
    return _headed(figure, title)


ABOVE = {"textcoords": "offset points", "ha": "center", "fontsize": 11}


def _headed(figure: Figure, title: str, width: int = 54) -> Figure:
    figure.suptitle(fill(title, width), x=0.01, ha="left", fontsize=13, fontweight="bold")
    return figure
