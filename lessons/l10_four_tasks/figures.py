"""Pictures of the lesson on four tasks: heads, baselines, thresholds, comparisons."""

from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from jaxtyping import Float
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from torch import Tensor

from bertlab.finetuning.answer_scores import answer_scores, decide
from bertlab.finetuning.spans import SpanPrediction
from workbook.claims import mean_sd

ENCODER, HEAD, INPUT = "#d9d9d9", "#fbe3c0", "#ffffff"
FOUR = {  # a task: what goes in, and what comes out above which of it
    "single sentence": ("[CLS] Tok Tok Tok [SEP]", {0: "class"}),
    "pair of sentences": ("[CLS] Tok Tok [SEP] Tok [SEP]", {0: "class"}),
    "tagging": ("[CLS] Tok Tok Tok [SEP]", {1: "B-PER", 2: "I-PER", 3: "O"}),
    "span": ("[CLS] Question [SEP] Tok Tok Tok [SEP]", {4: "start", 5: "end"}),
}


def draw_four_heads() -> Figure:
    """Draw one encoder four times: what goes in below, and where a head reads above."""
    figure, panels = plt.subplots(2, 2, figsize=(8, 4))
    for axes, (name, (tokens, heads)) in zip(panels.flat, FOUR.items(), strict=True):
        _draw_head(axes, tokens.split(), heads)
        axes.set_title(name, loc="center", fontsize=11)
    figure.suptitle("One encoder; what differs is the head, and where it reads")
    return figure


def _draw_head(axes: Axes, tokens: Sequence[str], heads: Mapping[int, str]) -> None:
    T = len(tokens)
    axes.set(xlim=(-0.6, T - 0.4), ylim=(-0.2, 3.4))
    axes.axis("off")
    axes.text((T - 1) / 2, 1.5, "the same BERT", ha="center", va="center")
    axes.add_patch(plt.Rectangle((-0.5, 1.1), T, 0.8, facecolor=ENCODER, zorder=0))
    for place, token in enumerate(tokens):
        axes.text(place, 0.25, token, ha="center", va="center", fontsize=8)
        axes.annotate("", (place, 1.08), (place, 0.5), arrowprops={"arrowstyle": "->", "lw": 0.8})
        if place in heads:
            axes.annotate("", (place, 2.6), (place, 1.92), arrowprops={"arrowstyle": "->"})
            axes.text(
                place,
                2.9,
                heads[place],
                ha="center",
                va="center",
                fontsize=9,
                bbox={"boxstyle": "round,pad=0.25", "facecolor": HEAD, "edgecolor": "#888"},
            )


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
    axes.set_title(f"The best span: {' '.join(pieces[row : column + 1])}")
    figure.colorbar(image, label="start logit + end logit")
    return figure


def draw_shares(
    shares: Mapping[str, float | Sequence[float]], chance: float, title: str, label: str
) -> Figure:
    """Draw what each way reaches: a bar of the mean, and a dot for each seed.

    Args:
        shares: For each way one number, or one for each seed, in [0, 1].
        chance: What guessing reaches.
        title: What the picture shows.
        label: Of the axis.
    """
    figure, axes = plt.subplots(figsize=(8, 0.9 + 0.45 * len(shares)))
    for height, found in enumerate(shares.values()):
        values = np.atleast_1d(found).tolist()
        axes.barh(height, np.mean(values), color="C0", alpha=0.5)
        axes.plot(values, [height] * len(values), "k.", markersize=5)
        per_cent = [100 * value for value in values]
        words = f"{mean_sd(per_cent)}%" if len(values) > 1 else f"{per_cent[0]:.1f}%"
        axes.annotate(words, (max(values), height), (6, 0), textcoords="offset points", va="center")
    axes.axvline(chance, color="0.4", linestyle="--", linewidth=1)
    axes.set(yticks=range(len(shares)), xlabel=label, xlim=(0, 1.12))
    axes.set_yticklabels(list(shares))
    axes.invert_yaxis()
    axes.set_title(title)
    return figure


def draw_pairs(shares: Mapping[str, float | Sequence[float]]) -> Figure:
    """Draw what is right of generated pairs, as ``draw_shares`` does."""
    title = "Who reads both texts knows most; order alone is not learned"
    return draw_shares(shares, 1 / 3, title, "share of test pairs right")


def scores_of_ways(results: Mapping[str, Any]) -> dict[str, list[float]]:
    """Return the F1 of names on test of counting, and of each way with each seed."""
    ways = {"counting": [results["majority"]], **{w: e["test"] for w, e in results["ways"].items()}}
    return {way: [scores["all"]["f1"] for scores in runs] for way, runs in ways.items()}


def draw_ways(scores: Mapping[str, float | Sequence[float]]) -> Figure:
    """Draw the F1 of names for fine-tuning and frozen features, as ``draw_shares`` does."""
    return draw_shares(scores, 0, "Fine-tuning finds most names", "F1 of names on test lines")


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
    figure, rows = plt.subplots(1, len(panels), figsize=(9, 3.3), sharey=True, squeeze=False)
    reached = []
    for axes, (part, curves) in zip(rows[0], panels.items(), strict=True):
        for color, (name, curve) in enumerate(curves.items()):
            width = 2.5 if name == "all" else 1.2
            axes.plot(thresholds, curve, f"C{color}", label=name, lw=width)
        axes.axvline(chosen, color="0.4", linestyle="--", linewidth=1, label="chosen")
        axes.set(xlabel="threshold, in logits")
        axes.set_title(part, loc="left")
        reached.append(f"{np.interp(chosen, thresholds, curves['all']):.0%} on {part}")
    rows[0, 0].set_ylabel("F1")
    rows[0, 0].legend(fontsize="small", loc="lower center")
    figure.suptitle(f"One threshold: F1 {', '.join(reached)}", weight="bold")
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
    """Return by what share the largest of several models is larger than the smallest."""
    sizes = [kind["parameters"] for kind in kinds.values()]
    return max(sizes) / min(sizes) - 1


def draw_kinds(kinds: Kinds) -> Figure:
    """Draw held-out accuracy on the same places for several ways of reading.

    Args:
        kinds: With ``curves``: for each seed the logged lines.
    """
    figure, axes = plt.subplots(figsize=(8, 3.4))
    for color, (name, kind) in enumerate(kinds.items()):
        for seed, lines in enumerate(kind["curves"]):
            steps = [line["step"] for line in lines]
            shares = [line["held_out_masked_accuracy"] for line in lines]
            axes.plot(steps, shares, f"C{color}", lw=1, label="" if seed else name)
    axes.set(xlabel="updates", ylabel="characters guessed right", ylim=(0, None))
    axes.set_title("Two one-way readers, joined, lead at this budget")
    axes.legend(fontsize="small")
    return figure
