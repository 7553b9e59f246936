"""Pictures of the lesson on four tasks: baselines, spans, thresholds, comparisons."""

from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from jaxtyping import Float
from matplotlib.figure import Figure
from torch import Tensor

from bertlab.finetuning.answer_scores import answer_scores, decide
from bertlab.finetuning.spans import SpanPrediction
from workbook.claims import mean_sd


def draw_span_scores(
    start: Float[Tensor, " T"], end: Float[Tensor, " T"], pieces: Sequence[str], max_pieces: int
) -> Figure:
    """Draw the score of each span of a passage; spans that are no answers stay white.

    Args:
        start: Logits of the passage's pieces to be the first of the answer.
        end: To be the last.
        pieces: As written.
        max_pieces: The longest answer.
    """
    first, last = start.numpy(), end.numpy()
    length = np.arange(len(last)) - np.arange(len(first))[:, None] + 1
    scores = np.where((length >= 1) & (length <= max_pieces), first[:, None] + last, np.nan)
    row, column = divmod(int(np.nanargmax(scores)), len(last))
    figure, axes = plt.subplots(figsize=(8, 4))
    image = axes.imshow(scores, cmap="cividis", aspect="auto")
    axes.plot(column, row, "s", color="#D55E00", markersize=11, fillstyle="none")
    places = range(len(pieces))
    axes.set_xticks(places, pieces, rotation=90, fontsize=8)
    axes.set_yticks(places, pieces, fontsize=8)
    axes.set(xlabel="last piece of the answer", ylabel="first piece")
    axes.set_title(f"The best span: “{' '.join(pieces[row : column + 1])}”")
    figure.colorbar(image, label="start logit + end logit")
    return figure


def draw_proportions(
    found: Mapping[str, float | Sequence[float]],
    chance: float,
    title: str,
    label: str,
    count: int,
) -> Figure:
    """Draw what each way reaches, from chance on: a dot for each seed, an interval of the mean.

    Args:
        found: For each way one proportion, or one for each seed.
        chance: What guessing reaches: the left end of the axis.
        title: What the picture shows.
        label: Of the axis.
        count: Items of the test, for the interval: 95%, by Wilson's formula.
    """
    figure, axes = plt.subplots(figsize=(7, 0.9 + 0.42 * len(found)))
    for height, values in enumerate(found.values()):
        dots = np.atleast_1d(values)
        low, high = interval(float(dots.mean()), count)
        axes.hlines(height, low, high, color="C0", alpha=0.35, linewidth=7)
        axes.plot(dots, [height] * len(dots), "k.", markersize=5)
        per_cent = (100 * dots).tolist()
        words = f"{mean_sd(per_cent)}%" if len(dots) > 1 else f"{per_cent[0]:.1f}%"
        axes.text(1.02, height, words, transform=axes.get_yaxis_transform(), va="center")
    axes.axvline(chance, color="0.4", linestyle="--", linewidth=1)
    words = f"{label} (dots: seeds; bars: 95% intervals; dashed: chance)"
    axes.set(xlabel=words, xlim=(chance - 0.05, 1.02), ylim=(len(found) - 0.5, -0.5))
    axes.set_yticks(range(len(found)), list(found))
    _headline(figure, title)
    return figure


def _headline(figure: Figure, title: str) -> None:
    """Write a title at the left end of a figure whose axes begin further right."""
    figure.suptitle(title, x=0.01, ha="left", weight="bold", fontsize=12)


def interval(proportion: float, count: int) -> tuple[float, float]:
    """Return Wilson's 95% interval of a proportion of ``count`` items."""
    z = 1.96
    middle = (proportion + z * z / (2 * count)) / (1 + z * z / count)
    spread = proportion * (1 - proportion) / count + z * z / (4 * count * count)
    half = z * spread**0.5 / (1 + z * z / count)
    return middle - half, middle + half


def scores_of_ways(results: Mapping[str, Any]) -> dict[str, list[float]]:
    """Return the F1 of names on test of counting, and of each way with each seed."""
    ways = {"counting": [results["majority"]], **{w: e["test"] for w, e in results["ways"].items()}}
    return {way: [scores["all"]["f1"] for scores in runs] for way, runs in ways.items()}


def draw_ways(scores: Mapping[str, Sequence[float]], title: str) -> Figure:
    """Draw the F1 of names for several ways: a bar of the mean, a dot for each seed."""
    figure, axes = plt.subplots(figsize=(7, 0.9 + 0.42 * len(scores)))
    for height, values in enumerate(scores.values()):
        axes.barh(height, np.mean(values), color="C0", alpha=0.4)
        axes.plot(values, [height] * len(values), "k.", markersize=5)
        per_cent = [100 * value for value in values]
        words = f"{mean_sd(per_cent)}%" if len(values) > 1 else f"{per_cent[0]:.1f}%"
        axes.text(1.02, height, words, transform=axes.get_yaxis_transform(), va="center")
    axes.set(xlabel="F1 of names in the test lines", xlim=(0, 1), ylim=(len(scores) - 0.5, -0.5))
    axes.set_yticks(range(len(scores)), list(scores))
    _headline(figure, title)
    return figure


def threshold_curves(
    expected: Sequence[str], predictions: Sequence[SpanPrediction], thresholds: Sequence[float]
) -> dict[str, list[float]]:
    """Return scores for each threshold: mean F1 of all, with an answer, and without one."""
    found: dict[str, list[float]] = {"all": [], "with an answer": [], "without": []}
    for threshold in thresholds:
        scores = answer_scores(expected, decide(predictions, threshold))
        values = (scores.f1, scores.f1_answered, scores.none)
        for curve, value in zip(found.values(), values, strict=True):
            curve.append(value)
    return found


def draw_thresholds(
    thresholds: Sequence[float],
    panels: Mapping[str, Mapping[str, Sequence[float]]],
    chosen: float,
) -> Figure:
    """Draw F1 against the threshold, a panel for each set of questions; a line marks the chosen."""
    figure, rows = plt.subplots(
        len(panels), 1, figsize=(7, 2.5 * len(panels)), sharex=True, squeeze=False
    )
    for axes, (part, curves) in zip(rows[:, 0], panels.items(), strict=True):
        for color, (name, curve) in enumerate(curves.items()):
            width = 2.5 if name == "all" else 1.2
            style = ("-", "--", ":")[color]
            axes.plot(thresholds, curve, f"C{color}{style}", label=name, lw=width)
        axes.axvline(chosen, color="0.4", linewidth=1, label="chosen")
        axes.set(ylim=(0, 1.05), ylabel="F1")
        reached = np.interp(chosen, thresholds, curves["all"])
        axes.set_title(f"{part}: F1 {reached:.0%} at the chosen threshold")
    rows[-1, 0].set_xlabel("threshold, in logits")
    rows[0, 0].legend(fontsize="small", loc="center left", bbox_to_anchor=(1.01, 0.5))
    return figure


Kinds = Mapping[str, Mapping[str, Any]]


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


def draw_kinds(kinds: Kinds, title: str) -> Figure:
    """Draw held-out accuracy on the same places for several ways of reading.

    Args:
        kinds: With ``curves``: for each seed the logged lines.
        title: What the picture shows.
    """
    figure, axes = plt.subplots(figsize=(7, 2.6))
    styles = ("-", "--", "-.", ":", (0, (5, 1, 1, 1)))
    for color, (name, kind) in enumerate(kinds.items()):
        for seed, lines in enumerate(kind["curves"]):
            steps = [line["step"] for line in lines]
            found = [line["held_out_masked_accuracy"] for line in lines]
            label = "" if seed else name
            axes.plot(steps, found, color=f"C{color}", linestyle=styles[color], lw=1.2, label=label)
    axes.set(xlabel="updates", ylabel="hidden characters found", ylim=(0, None))
    axes.set_title(title)
    axes.legend(fontsize="small", loc="center left", bbox_to_anchor=(1.01, 0.5))
    return figure
