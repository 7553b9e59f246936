"""Pictures of the lesson on four tasks: baselines, spans, thresholds, comparisons."""

from lessons.l10_four_tasks.measure import interval_of_mean, plateau

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
    axes.set_xticks(places, pieces)
    axes.set_yticks(places, pieces)
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
    baseline: str = "chance",
) -> Figure:
    """Draw what each way reaches, from chance on: a dot for each seed, an interval of the mean.

    Args:
        found: For each way one proportion, or one for each seed.
        chance: What guessing reaches: the left end of the axis, unless something is below it.
        title: What the picture shows.
        label: Of the axis.
        count: Items of the test, for the interval: 95%, by Wilson's formula.
        baseline: What the dashed line is.
    """
    figure, axes = plt.subplots(figsize=(7, 1.1 + 0.42 * len(found)))
    for height, values in enumerate(found.values()):
        dots = np.atleast_1d(values)
        low, high = interval(float(dots.mean()), count)
        axes.hlines(height, low, high, color="C0", alpha=0.35, linewidth=7)
        axes.plot(dots, [height] * len(dots), "k.", markersize=5)
        per_cent = (100 * dots).tolist()
        words = f"{mean_sd(per_cent)}%" if len(dots) > 1 else f"{per_cent[0]:.1f}%"
        axes.text(1.02, height, words, transform=axes.get_yaxis_transform(), va="center")
    axes.axvline(chance, color="0.4", linestyle="--", linewidth=1)
    words = f"{label}\n(dots: seeds; bars: 95% intervals; dashed: {baseline})"
    least = min(chance, *(float(np.min(values)) for values in found.values()))
    axes.set(xlabel=words, xlim=(least - 0.05, 1.02), ylim=(len(found) - 0.5, -0.5))
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
    """Draw the F1 of names for several ways: a point for the mean, an interval over the seeds.

    Args:
        scores: For each way an F1 for each seed. The first way is the baseline, and has one.
        title: What the picture shows.
    """
    baseline, *ways = scores
    figure, axes = plt.subplots(figsize=(7, 1.1 + 0.42 * len(ways)))
    for height, way in enumerate(ways):
        values = np.asarray(scores[way])
        low, high = interval_of_mean(values)
        axes.hlines(height, low, high, color="C0", alpha=0.35, linewidth=7)
        axes.plot(values, [height] * len(values), "k.", markersize=5)
        axes.text(
            1.02,
            height,
            f"{mean_sd((100 * values).tolist())}%",
            transform=axes.get_yaxis_transform(),
            va="center",
        )
    axes.axvline(scores[baseline][0], color="0.4", linestyle="--", linewidth=1)
    axes.set(
        xlabel=f"F1 of names\n(dots: seeds; bars: 95% intervals over seeds; dashed: {baseline})",
        xlim=(0, 1),
        ylim=(len(ways) - 0.5, -0.5),
    )
    axes.set_yticks(range(len(ways)), ways)
    _headline(figure, title)
    return figure


def draw_heads(
    found: Mapping[str, Any], guesses: Mapping[str, float], count: int, title: str
) -> Figure:
    """Draw what each head gets right, on validation and on test, with 95% intervals.

    Args:
        found: For ``"validation"`` and ``"test"`` the proportion of each task.
        guesses: What guessing reaches, for the tasks where that can be said.
        count: Sentences of each part.
        title: What the picture shows.
    """
    tasks = list(found["test"])
    figure, axes = plt.subplots(figsize=(7, 1.1 + 0.5 * len(tasks)))
    looks = {"validation": ("0.55", "o", -0.14), "test": ("k", "s", 0.14)}
    for part, (color, mark, shift) in looks.items():
        means = np.array([found[part][name] for name in tasks])
        bounds = np.array([interval(mean, count) for mean in means])
        reach = np.abs(bounds - means[:, None]).T
        places = np.arange(len(tasks)) + shift
        axes.errorbar(means, places, xerr=reach, fmt=mark, color=color, capsize=3, label=part)
    for place, name in enumerate(tasks):
        if name in guesses:
            axes.vlines(guesses[name], place - 0.3, place + 0.3, color="C1", linestyles="--")
    axes.plot([], [], "C1--", label="guessing")
    axes.set_yticks(range(len(tasks)), tasks)
    axes.set(xlabel="sentences right, 95% interval", xlim=(0, 1.02), ylim=(len(tasks) - 0.5, -0.5))
    axes.legend(loc="upper center", bbox_to_anchor=(0.4, -0.22), ncols=3)
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
    parts: Mapping[str, Mapping[str, Sequence[float]]],
    chosen: float,
) -> Figure:
    """Draw F1 against the threshold: both parts, and the two kinds of questions of the test.

    Args:
        thresholds: In logits, rising.
        parts: The curves of ``threshold_curves`` for ``"validation"`` and ``"test"``.
        chosen: The threshold that was chosen on validation.
    """
    figure, axes = plt.subplots(figsize=(7, 4.2))
    validation, test = parts["validation"]["all"], parts["test"]
    axes.plot(thresholds, validation, color="0.75", lw=7, label="validation: all questions")
    axes.plot(thresholds, test["all"], "k-", lw=2, label="test: all questions")
    axes.plot(thresholds, test["with an answer"], "C1--", label="test: with an answer")
    axes.plot(thresholds, test["without"], "C0:", lw=2, label="test: without an answer")
    axes.axvline(chosen, color="0.4", linewidth=1, label="chosen on validation")
    axes.text(thresholds[0], 0.62, "refuses\nalways", ha="left", va="center")
    axes.text(thresholds[-1], 0.36, "refuses\nnever", ha="right", va="center")
    axes.set(ylim=(0, 1.05), ylabel="F1", xlabel="threshold for “no answer” (logits)")
    low, high = plateau(thresholds, validation)
    axes.set_title(
        f"On validation, any threshold from {low:.0f} to {high:.0f} is as good", loc="left"
    )
    axes.legend(loc="upper center", bbox_to_anchor=(0.45, -0.2), ncols=2)
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
