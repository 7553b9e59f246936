"""The figures of the path."""

from lessons.l20_small_and_fast import live
from lessons.l20_small_and_fast.live import Point

from collections.abc import Callable, Mapping, Sequence
from textwrap import shorten

import matplotlib.pyplot as plt
from jaxtyping import Float
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle
from matplotlib.ticker import PercentFormatter
from torch import Tensor

from bertlab.model import BertForSequenceClassification
from workbook.captions import Captioned, figure
from workbook.charts import headed
from workbook.claims import check
from workbook.diagrams.roles import role_of
from workbook.widgets import explore, text

TIME, ACCURACY = 0.5, 0.97  # what we want, as parts of the teacher's
PARTS = {"table": "embedding", "attention": "query", "feed-forward": "layer"}
MARKS = {"teacher": "o", "3 layers": "^", "2 layers": "s"}
WAYS = {"float32": "C0", "bf16": "C1", "int8": "C2", "ONNX": "C3", "ONNX int8": "C4"}
GRAY = "0.55"
LOWEST = 0.9  # of the plot


def where_we_are(milliseconds: float, megabytes: float) -> Captioned:
    """Show the teacher, and where a smaller model should be."""
    drawn, axes = _plane()
    name = f"our BERT: {milliseconds:.0f} ms, {megabytes:.0f} MB"
    _name(axes, Point(name, 1, 1, megabytes), "C0", right=True)
    axes.text(TIME / 2, (1 + ACCURACY) / 2, "here?", ha="center", va="center", fontsize=14)
    return figure(
        headed(drawn, "How small, how fast, how much worse?"),
        "20.1",
        "The BERT of lesson 09, measured here with one core. In the green area, a model takes half "
        "of its time at most, and keeps 97% of its accuracy.",
        alt="A plane of time and accuracy. The BERT stands at 1 and 100%; a green area, up to half "
        "of the time and above 97%, is empty.",
    )


def beside_the_teacher(number: str, title: str, found: Sequence[Point]) -> Captioned:
    """Show models that the reader made, and their teacher.

    Args:
        number: Of the figure.
        title: What it shows.
        found: The models.
    """
    drawn, axes = _plane()
    _name(axes, Point("teacher", 1, 1, 0), "C0")
    for point in found:
        words = f"{point.name}: {point.accuracy:.0%}, {point.megabytes:.0f} MB"
        _name(axes, point._replace(name=words), "C5", right=point.time > TIME)
    axes.set_xlim(0, 1.15 * max(1, *(point.time for point in found)))
    names = " and ".join(point.name for point in found)
    return figure(
        headed(drawn, title),
        number,
        f"The teacher and {names}, on validation snippets; times by your `milliseconds`.",
        alt=f"A plane of time and accuracy, with the teacher and {names}.",
    )


def _plane() -> tuple[Figure, Axes]:
    drawn, axes = plt.subplots(figsize=(8, 3.2), layout="constrained")
    _wanted(axes)
    axes.set_xlim(0, 1.15)
    axes.set_ylim(LOWEST - 0.02, 1.03)
    _units(axes)
    return drawn, axes


def _name(axes: Axes, point: Point, color: str, right: bool = False) -> None:
    """Draw a point, with its name at one of its sides."""
    place = point.time, point.accuracy
    axes.plot(*place, "o", color=color, markersize=12)
    axes.annotate(
        point.name, place, xytext=(-14 if right else 14, 0), textcoords="offset points",
        ha="right" if right else "left", va="center",
    )  # fmt: skip


def _wanted(axes: Axes) -> None:
    axes.add_patch(Rectangle((0, ACCURACY), TIME, 1, color="C2", alpha=0.12, linewidth=0))


def _units(axes: Axes) -> None:
    axes.set(xlabel="time for one snippet, as part of the teacher's", ylabel="accuracy kept")
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))


def numbers_and_time(numbers: Mapping[str, int], spent: Mapping[str, float]) -> Captioned:
    """Show how the numbers of the teacher, and the time it takes, are divided.

    Args:
        numbers: Of each part.
        spent: Milliseconds of each part, and of ``all``.
    """
    times = {name: spent[name] for name in PARTS}
    shares = {"numbers": _shares(numbers), "time": _shares(times)}
    check("the table has the numbers, and no time", shares["time"]["table"] < 0.15)
    drawn, axes = plt.subplots(figsize=(8, 2.4), layout="constrained")
    for row, found in enumerate(shares.values()):
        begin = 0.0
        for name, share in found.items():
            role = role_of(PARTS[name])
            axes.barh(
                row, share, left=begin, color=role.fill, edgecolor=role.edge, hatch=role.hatch
            )
            if share > 0.1:
                axes.text(begin + share / 2, row, f"{name}\n{share:.0%}", ha="center", va="center",
                          color=role.ink)  # fmt: skip
            begin += share
    axes.set_yticks(range(len(shares)), list(shares))
    axes.invert_yaxis()
    axes.set_xlim(0, 1)
    axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    return figure(
        headed(drawn, "Where the numbers are, and where the time goes"),
        "20.2",
        "The numbers of our BERT, and the time of its parts for one snippet, by your "
        "`milliseconds` (norms are counted with the table).",
        alt="Two bars. Of the numbers the table has about half; of the time it has a few per cent, "
        "and the rest is attention and feed-forward.",
    )


def _shares(values: Mapping[str, float]) -> dict[str, float]:
    total = sum(values.values())
    return {name: value / total for name, value in values.items()}


def temperature(logits: Float[Tensor, "B 2"], texts: Sequence[str]) -> Captioned:
    """Show what a teacher says of some snippets, at three temperatures.

    Args:
        logits: The teacher's.
        texts: What they are about.
    """
    drawn, all_axes = plt.subplots(1, 3, figsize=(8, 0.5 * len(texts) + 1.5), sharey=True,
                                   layout="constrained")  # fmt: skip
    for axes, T in zip(all_axes, (1, 2, 4), strict=True):
        good = (logits / T).softmax(dim=1)[:, 1].tolist()
        axes.barh(range(len(good)), good, color=role_of("output").fill,
                  edgecolor=role_of("output").edge)  # fmt: skip
        axes.axvline(0.5, color=GRAY, linewidth=1)
        axes.set(xlim=(0, 1), xlabel=f"T = {T}", xticks=(0, 0.5))
        axes.tick_params(axis="y", length=0)
        for row, value in enumerate(good):
            axes.text(1.0, row, f"{value:.1%}", va="center", ha="right", fontsize=11)
    all_axes[0].set_yticks(range(len(texts)), texts, fontsize=11)
    all_axes[0].invert_yaxis()
    return figure(
        headed(drawn, "A temperature makes a sure teacher less sure"),
        "20.3",
        "How likely *good* is, to the teacher, for some validation snippets. (The third is good.)",
        alt="Three columns of bars, for T = 1, 2 and 4: the bars come closer to one half.",
    )


def rounding(
    weight: Float[Tensor, "N M"],
    quantize: Callable[[Tensor, int], tuple[Tensor, Tensor]],
    before: float,
    by_row: Mapping[int, float],
    by_matrix: Mapping[int, float],
) -> Captioned:
    """Show some weights before and after, and what few bits cost.

    Args:
        weight: A matrix of the student.
        quantize: The reader's function.
        before: The student's accuracy.
        by_row: Accuracy for each number of bits, with a scale for each row.
        by_matrix: The same with one scale for each matrix.
    """
    numbers, scales = quantize(weight, 8)
    errors = (numbers.float() * scales - weight) / scales
    check("at most half a scale is lost", errors.abs().max() <= 0.501)
    drawn, (left, right) = plt.subplots(1, 2, figsize=(8, 3), layout="constrained")
    few = 8
    left.plot(weight[0, :few], "o", color="C0", label="weight")
    for bits, color in ((8, "C1"), (4, "C2")):
        numbers, scales = quantize(weight, bits)
        rounded = (numbers.float() * scales)[0, :few]
        left.plot(rounded, "_", color=color, markersize=20, markeredgewidth=2, label=f"{bits} bits")
    left.set(xlabel="weights of the first row", xticks=[])
    left.legend()
    for name, found in (("a scale for each row", by_row), ("one for a matrix", by_matrix)):
        right.plot(range(len(found)), list(found.values()), "o-", label=name)
    right.axhline(before, color=GRAY, linestyle="--", label="floats")
    right.set_xticks(range(len(by_row)), [str(bits) for bits in by_row])
    right.set(xlabel="bits", ylabel="accuracy", ylim=(0.45, 0.9))
    right.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    right.legend()
    return figure(
        headed(drawn, "Eight bits are enough, if each row has its scale"),
        "20.5",
        "Left: weights, and what your `quantize` keeps of them. Right: accuracy on validation "
        "snippets with all matrices and the table rounded.",
        alt="Left, eight dots with dashes: those of 8 bits lie on the dots, those of 4 bits beside "
        "them. Right, accuracy falls with fewer bits, and much sooner with one scale for a matrix.",
    )


def one_plot(points: Sequence[Point], best: Sequence[int]) -> Captioned:
    """Show all models; those on the frontier have numbers."""
    drawn, axes = plt.subplots(figsize=(8, 5), layout="constrained")
    _wanted(axes)
    line = sorted((points[i].time, points[i].accuracy) for i in best)
    axes.step(*zip(*line, strict=True), where="post", color="0.2", linewidth=1, zorder=0)
    for point in (one for one in points if one.accuracy > LOWEST):
        marker, color = _look(point)
        if point.interval is not None:
            axes.plot([point.time] * 2, point.interval, color="0.8", linewidth=1.5, zorder=1)
        axes.scatter(
            point.time, point.accuracy, s=4 * point.megabytes, marker=marker, color=color, alpha=0.8
        )
    for number, index in enumerate(in_order(points, best), start=1):
        point = points[index]
        axes.annotate(str(number), (point.time, point.accuracy), xytext=(0, 9),
                      textcoords="offset points", ha="center", weight="bold")  # fmt: skip
    shapes = [
        Line2D([], [], color="0.3", marker=m, linestyle="", label=n) for n, m in MARKS.items()
    ]
    colors = [Line2D([], [], color=c, marker="o", linestyle="", label=n) for n, c in WAYS.items()]
    others = [("your student", "D", "C5"), ("heads gone", "P", GRAY), ("zeros", "X", GRAY)]
    rest = [Line2D([], [], color=c, marker=m, linestyle="", label=n) for n, m, c in others]
    drawn.legend(handles=[*shapes, *colors, *rest], loc="outside lower center", ncols=5)
    axes.set_ylim(LOWEST, 1.03)
    _units(axes)
    return figure(
        headed(drawn, "One plot: who is fast, and who is good?"),
        "20.7",
        "Every model in every way (recorded) and your student (measured here), for one snippet; "
        "the area of a point is its size in megabytes, and a gray line a 95% interval over "
        "snippets and seeds. The dark line is the frontier, with the numbers of Table 20.6. What "
        f"keeps less than {LOWEST:.0%} is left out.",
        alt="A plane of time and accuracy kept; the frontier goes from ONNX with 8 bits and two "
        "layers at the left to the teacher's ways at the upper right.",
    )


def in_order(points: Sequence[Point], best: Sequence[int]) -> list[int]:
    """Return the indices of the frontier, the fastest first."""
    return sorted(best, key=lambda index: points[index].time)


def _look(point: Point) -> tuple[str, str]:
    """Return a point's marker and color."""
    model, _, way = point.name.partition(", ")
    if model in MARKS:
        return MARKS[model], WAYS[way]
    if model == "your student":
        return "D", "C5"
    return "X" if "zeros" in model else "P", GRAY


def ask_both(
    teacher: BertForSequenceClassification, student: BertForSequenceClassification
) -> None:
    """Let a reader type a snippet, and show what both say about it."""

    def draw(snippet: str) -> Figure:
        drawn, axes = plt.subplots(figsize=(8, 1.6), layout="constrained")
        good = [live.good(model, snippet) for model in (student, teacher)]
        role = role_of("output")
        axes.barh(["your student", "teacher"], good, color=role.fill, edgecolor=role.edge)
        axes.axvline(0.5, color=GRAY, linewidth=1)
        for row, value in enumerate(good):
            axes.text(0.02, row, f"{value:.0%}", va="center", color=role.ink)
        axes.set(xlim=(0, 1), xlabel="probability of good")
        axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        return headed(drawn, f"\u201c{shorten(snippet, 60)}\u201d", free_text=True)

    first = text("I wanted to like it more than I did.", label="snippet")
    explore(draw, alt="Two bars: how likely good is to both.", snippet=first)
