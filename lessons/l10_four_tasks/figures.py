"""Pictures of the lesson on four tasks: controls, spans, comparisons."""

from collections.abc import Collection, Mapping, Sequence
from textwrap import fill
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from jaxtyping import Float
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from torch import Tensor

from bertlab.statistics import proportion_interval
from workbook.charts import headed
from workbook.claims import mean_sd


def draw_span_scores(
    start: Float[Tensor, " T"],
    end: Float[Tensor, " T"],
    pieces: Sequence[str],
    max_pieces: int,
    no_answer: float,
) -> Figure:
    """Draw the score of each span of a passage, and of no answer; what is no span is hatched.

    Args:
        start: Logits of the passage's pieces to be the first of the answer.
        end: To be the last.
        pieces: As written.
        max_pieces: The longest answer.
        no_answer: The score of no answer.
    """
    first, last = start.numpy(), end.numpy()
    length = np.arange(len(last)) - np.arange(len(first))[:, None] + 1
    scores = np.where((length >= 1) & (length <= max_pieces), first[:, None] + last, np.nan)
    row, column = divmod(int(np.nanargmax(scores)), len(last))
    figure, (axes, beside) = plt.subplots(1, 2, figsize=(5.7, 4.2), width_ratios=(len(pieces), 1))
    looks = {"cmap": "cividis", "aspect": "auto", "vmin": -1, "vmax": float(np.nanmax(scores))}
    for on, cells in ((axes, scores), (beside, np.array([[no_answer]]))):
        on.set_facecolor("0.95")
        on.patch.set(hatch="///", edgecolor="0.8")
        on.imshow(cells, **looks)
        for (down, across), score in np.ndenumerate(cells):
            if not np.isnan(score):
                ink = "black" if score > 3 else "white"
                on.text(
                    across, down, f"{score:.1f}", ha="center", va="center", color=ink, fontsize=11
                )
    axes.plot(column, row, "s", color="#D55E00", markersize=23, markeredgewidth=2.5, mfc="none")
    places = range(len(pieces))
    axes.set_xticks(places, pieces)
    axes.set_yticks(places, pieces)
    axes.set(xlabel="last piece of the answer", ylabel="first piece")
    beside.set(xticks=[], yticks=[], xlabel="none\n([CLS])")
    best = " ".join(pieces[row : column + 1])
    return headed(figure, f"The best span: “{best}”", free_text=True)


def draw_proportions(
    found: Mapping[str, float | Sequence[float]],
    chance: float,
    title: str,
    label: str,
    counts: int | Mapping[str, int],
    baseline: str = "chance",
    built_in: Collection[str] = (),
) -> Figure:
    """Draw what each way reaches: a dot for each seed, an interval of their mean.

    Args:
        found: For each way one proportion, or one for each seed.
        chance: What guessing reaches. A measure without chance, an F1, begins at 0; an accuracy at
            chance, unless something is below it.
        title: What the picture shows.
        label: Of the axis.
        counts: Items of the test, for the interval: 95%, by Wilson's formula; or those of each way.
        baseline: What the dashed line is.
        built_in: Ways whose value follows from the data: an open mark and no interval.
    """
    figure, axes = plt.subplots(figsize=(5.6, 1.6 + 0.46 * len(found)))
    ends = [chance]
    for height, (name, values) in enumerate(found.items()):
        dots = np.atleast_1d(values)
        per_cent = (100 * dots).tolist()
        words = f"{mean_sd(per_cent)}%" if len(dots) > 1 else f"{per_cent[0]:.1f}%"
        if name in built_in:
            axes.plot(dots, [height] * len(dots), "ko", markersize=8, fillstyle="none")
            words = f"{'1/3' if abs(dots.max() - 1 / 3) < 1e-9 else f'{dots.max():.0%}'}, built in"
        else:
            count = counts if isinstance(counts, int) else counts[name]
            low, high = proportion_interval(float(dots.mean()), count)
            axes.hlines(height, low, high, color="C0", alpha=0.35, linewidth=8)
            axes.plot(dots, [height] * len(dots), "k.", markersize=6)
            ends.append(low)
        _beside(axes, height, words)
    axes.axvline(chance, color="0.4", linestyle="--", linewidth=1, zorder=0)
    axes.set_xlabel(f"{label}\n(dashed: {baseline})")
    left = 0.0 if "F1" in label else min(ends) - 0.03
    return _finished(figure, axes, list(found), title, left)


def _beside(axes: Axes, height: int, words: str) -> None:
    """Write a result in a column to the right of the axis."""
    look: dict[str, Any] = {"textcoords": "offset points", "va": "center", "fontsize": 11}
    across = axes.get_yaxis_transform()
    axes.annotate(words, (1, height), (6, 0), xycoords=across, annotation_clip=False, **look)


def _finished(figure: Figure, axes: Axes, names: Sequence[str], title: str, left: float) -> Figure:
    """Name the rows at the left of the axis, which is in per cent and ends at 100%."""
    axes.set(ylim=(len(names) - 0.5, -0.5), xlim=(left, 1.01))
    axes.set_yticks(range(len(names)), [fill(name, 22) for name in names], fontsize=11)
    axes.tick_params(axis="y", length=0)
    ticks = [tick for tick in (0, 0.2, 0.4, 0.6, 0.8, 1) if tick >= left]
    axes.set_xticks(ticks, [f"{tick:.0%}" for tick in ticks])
    return headed(figure, title)


def scores_of_ways(results: Mapping[str, Any]) -> dict[str, list[float]]:
    """Return the F1 of names on test of counting, and of each way with each seed."""
    ways = {"counting": [results["majority"]], **{w: e["test"] for w, e in results["ways"].items()}}
    return {way: [scores["all"]["f1"] for scores in runs] for way, runs in ways.items()}


def draw_ways(scores: Mapping[str, Sequence[float]], title: str) -> Figure:
    """Draw the F1 of names for several ways: a dot for each seed.

    Args:
        scores: For each way an F1 for each seed. The first way is the baseline, and has one.
        title: What the picture shows.

    The lowest comes first.
    """
    baseline, *ways = scores
    ways.sort(key=lambda way: float(np.mean(scores[way])))
    figure, axes = plt.subplots(figsize=(5.6, 1.6 + 0.42 * len(ways)))
    for height, way in enumerate(ways):
        values = np.asarray(scores[way])
        axes.plot(values, [height] * len(values), "ko", markersize=6, alpha=0.7)
        _beside(axes, height, f"{mean_sd((100 * values).tolist())}%")
    axes.axvline(scores[baseline][0], color="0.4", linestyle="--", linewidth=1, zorder=0)
    axes.set_xlabel("F1 of names\n(dashed: a table of characters\nfrom the same 1,500 lines)")
    return _finished(figure, axes, ways, title, left=0.0)


Kinds = Mapping[str, Mapping[str, Any]]
PREDICTED = {"BERT, both ways": 0.15}  # of the characters of an update; the others: all


def side_by_side(ablation: Kinds, lstm: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """Return the runs of two experiments that differ in the way of reading alone.

    Args:
        ablation: The results of ``ablation``.
        lstm: The results of ``two_way_lstm``.
    """
    ways = {"forward": "LSTM, forward", "backward": "LSTM, backward", "joined": "LSTM, both joined"}
    return {
        "BERT, both ways": ablation["runs"]["without next sentences"],
        "left to right": ablation["runs"]["left to right"],
        **{name: {**lstm, "curves": lstm["curves"][way]} for way, name in ways.items()},
    }


def spread_of_sizes(kinds: Kinds) -> float:
    """Return by what proportion the largest of several models is larger than the smallest."""
    sizes = [kind["parameters"] for kind in kinds.values()]
    return max(sizes) / min(sizes) - 1


def draw_kinds(kinds: Kinds, titles: tuple[str, str]) -> Figure:
    """Draw held-out accuracy for several ways of reading, by updates and by predictions.

    Args:
        kinds: With ``curves``: for each seed the logged lines.
        titles: What the two pictures show.
    """
    figure, panels = plt.subplots(2, 1, figsize=(5.6, 5.6), sharey=True)
    styles = ("-", "--", "-.", ":", (0, (5, 1, 1, 1)))
    for color, (name, kind) in enumerate(kinds.items()):
        for seed, lines in enumerate(kind["curves"]):
            steps = np.array([line["step"] for line in lines])
            found = [line["held_out_masked_accuracy"] for line in lines]
            look = {"color": f"C{color}", "linestyle": styles[color], "linewidth": 1.3}
            for axes, share in zip(panels, (1.0, PREDICTED.get(name, 1.0)), strict=True):
                axes.plot(steps * share, found, label="" if seed else name, **look)
    labels = ("updates", "updates × proportion of the characters predicted")
    for axes, title, label in zip(panels, titles, labels, strict=True):
        axes.set(xlabel=label, ylabel="characters found", ylim=(0, None))
        axes.set_title(title, loc="left", fontsize=11)
    panels[1].set_xlim(0, 300)
    panels[1].legend(loc="upper center", bbox_to_anchor=(0.45, -0.3), ncols=2)
    return figure


def found_by(kind: Mapping[str, Any], step: int) -> np.ndarray:
    """Return the held-out accuracy of each seed at an update."""
    lines = [line for curve in kind["curves"] for line in curve if line["step"] == step]
    return np.array([line["held_out_masked_accuracy"] for line in lines])
