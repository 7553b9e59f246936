"""Pictures of the lesson on ELMo: what was measured, as bars, curves and maps."""

from lessons.l04_elmo.controls import Strip
from lessons.l04_elmo.measure import Scores

import html
from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from jaxtyping import Float
from matplotlib.figure import Figure
from numpy.typing import NDArray
from torch import Tensor

WIDTH = 6  # inches: a phone shrinks the labels of a wide figure


def draw_static(
    verbs: Mapping[str, float], months: Mapping[str, float], others: Mapping[str, float]
) -> Figure:
    """Draw the cosines of one word2vec vector with verbs, with months, and with other words."""
    figure, axes = plt.subplots(figsize=(WIDTH, 4.6))
    values = {**verbs, **months, **others}
    colors = ["C0"] * len(verbs) + ["C1"] * len(months) + ["0.6"] * len(others)
    axes.barh(range(len(values)), list(values.values()), color=colors)
    names = [*verbs, *(month.title() for month in months), *others]
    axes.set_yticks(range(len(values)), names, fontsize=12)
    axes.invert_yaxis()
    axes.axvline(0, color="0.3", linewidth=0.8)
    axes.set(xlabel="cosine with the word2vec vector of “may”", xlim=(-0.3, 1))
    axes.set_title("The one vector for “may” lies with the verbs")
    return figure


def draw_dice(curves: Mapping[str, Float[Tensor, "seeds steps"]], faces: int) -> Figure:
    """Plot perplexities on dice against the training step, a thin line for each seed."""
    figure, axes = plt.subplots(figsize=(WIDTH, 2.9))
    for number, (name, rows) in enumerate(curves.items()):
        for seed, row in enumerate(rows):
            axes.semilogy(row, color=f"C{number}", linewidth=1.2, label="" if seed else name)
    axes.axhline(faces, color="0.4", linestyle=":", label=f"{faces}: the best without looking")
    axes.set_yticks([1, 2, 5, 10, 20], ["1", "2", "5", "10", "20"])
    axes.minorticks_off()
    axes.set(xlabel="training step", ylabel="perplexity of new dice")
    axes.set_title("Layers that see both sides copy the answer")
    axes.legend(loc="lower left", fontsize=11)
    return figure


def draw_controls(found: Mapping[str, Sequence[float]]) -> Figure:
    """Draw how often the nearest use has the same sense, from chance, with a dot for each seed."""
    figure, axes = plt.subplots(figsize=(WIDTH, 0.42 * len(found) + 1.3))
    names = list(found)
    for place, values in enumerate(found.values()):
        percent = 100 * np.array(values)
        color = "C0" if names[place].startswith("may") else "0.6"
        axes.barh(place, percent.mean() - 50, left=50, color=color)
        if len(percent) > 1:
            axes.scatter(percent, [place] * len(percent), color="0.15", s=16, zorder=3)
        axes.text(percent.max() + 1, place, f"{percent.mean():.0f}%", va="center", fontsize=11)
    labels = ["“" + name.replace(",", "”,", 1) for name in names]
    axes.set_yticks(range(len(names)), labels, fontsize=11)
    axes.invert_yaxis()
    axes.set(xlim=(50, 108), xlabel="nearest use has the same sense, %\n(dots: three seeds)")
    axes.set_title("Random weights, too, tell the “may” apart", x=1, ha="right")
    return figure


def draw_strips(found: Mapping[str, Sequence[Strip]]) -> Figure:
    """Draw each use as a dot: to the right of 0 it lies with the months."""
    rows = [(name, seed, strip) for name, some in found.items() for seed, strip in enumerate(some)]
    figure, axes = plt.subplots(figsize=(WIDTH, 0.27 * len(rows) + 1.1))
    jitter = np.random.default_rng(0)
    beside: dict[str, Any] = {"xycoords": axes.get_yaxis_transform(), "textcoords": "offset points"}
    for place, (_, _, strip) in enumerate(rows):
        values = strip.values.numpy() / strip.values.abs().max().item()
        month = strip.month.numpy()
        axes.axhspan(place - 0.38, place + 0.38, color="0.95", zorder=0)
        for kind, shift, color, name in (
            (month, -0.17, "C1", "months"),
            (~month, 0.17, "C0", "verbs"),
        ):
            heights = place + shift + jitter.uniform(-0.13, 0.13, kind.sum())
            label = "" if place else f"{kind.sum()} uses as {name}"
            axes.scatter(values[kind], heights, s=12, color=color, alpha=0.7, label=label)
        months, verbs = strip.right_of_0
        for shift, text in ((5, f"{strip.auc:.2f}"), (42, f"{months}"), (88, f"{verbs}")):
            axes.annotate(text, (1, place), (shift, 0), va="center", fontsize=11, **beside)
    for shift, text in ((5, "AUC"), (42, "above 0:\nmonths"), (88, "verbs")):
        axes.annotate(text, (1, -0.5), (shift, 3), va="bottom", fontsize=11, **beside)
    axes.axvline(0, color="0.3", linewidth=0.8)
    names = [f"{name} {seed + 1}" if len(found[name]) > 1 else name for name, seed, _ in rows]
    short = [name.removeprefix("trained words, ").removesuffix(", word2vec") for name in names]
    axes.set_yticks(range(len(rows)), short, fontsize=11)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xticks([-1, 0, 1], ["verb", "0", "month"])
    axes.set(xlim=(-1.1, 1.1), xlabel="cosine with a month\nless cosine with a verb")
    figure.suptitle("All rows order the uses; not all put 0 in place", fontweight="bold")
    figure.legend(loc="outside lower center", ncols=2, markerscale=2, fontsize=11)
    return figure


def draw_hits(found: Mapping[str, Mapping[str, Sequence[int]]], sense: str) -> Figure:
    """Draw how many of five hits have the sense asked for, as a grid of numbers.

    Args:
        found: The hits of each network, by ``"sense: question"`` and the kind of vectors.
        sense: The one that the title is about.
    """
    questions, columns = list(found), list(next(iter(found.values())))
    best = np.array([[max(hits[name]) for name in columns] for hits in found.values()])
    figure, axes = plt.subplots(figsize=(WIDTH, 0.36 * len(questions) + 1.1))
    axes.imshow(best, cmap="Blues", vmin=0, vmax=8, aspect="auto")
    for row, hits in enumerate(found.values()):
        for column, name in enumerate(columns):
            text = ", ".join(map(str, hits[name]))
            axes.text(column, row, text, ha="center", va="center", fontsize=12)
    short = {"trained words, random LSTM": "random\nLSTM", "neighbors, word2vec": "neigh-\nbors"}
    heads = [short.get(name, name.replace(" ", "\n")) for name in columns]
    axes.set_xticks(range(len(columns)), heads, fontsize=11)
    axes.xaxis.tick_top()
    labels = [question.replace(": ", ":\n") for question in questions]
    axes.set_yticks(range(len(questions)), labels, fontsize=11)
    axes.tick_params(length=0)
    own = [place for place, question in enumerate(questions) if question.startswith(sense)]
    ahead = best[own, 0] - best[own, 1:].max(axis=1)
    figure.suptitle(
        f"“{sense.capitalize()}”: {ahead.min()} to {ahead.max()} hits more than the best control\n"
        "(of 5, a number for each seed; color: the highest)",
        fontweight="bold",
    )
    return figure


def draw_training(curves: Mapping[str, Float[Tensor, "steps readers"]]) -> Figure:
    """Plot the perplexity of both readers on letters, one panel for each kind of targets."""
    figure, panels = plt.subplots(len(curves), 1, figsize=(WIDTH, 2.5 * len(curves)), sharex=True)
    for axes, (name, curve) in zip(panels, curves.items(), strict=True):
        for reader, (values, style) in enumerate(zip(curve.T, ("-", "--"), strict=True)):
            label = ("forward reader", "backward reader")[reader]
            axes.semilogy(values, style, color=f"C{reader}", label=label)
        axes.set_yticks([1, 3, 10, 30], ["1", "3", "10", "30"])
        axes.minorticks_off()
        axes.set(ylabel="perplexity", ylim=(0.9, 35))
        axes.set_title(name)
    panels[0].legend(loc="lower left", fontsize=11)
    panels[-1].set(xlabel="training step")
    return figure


def draw_classifier(scores: Scores, counts: NDArray[np.float64]) -> Figure:
    """Plot accuracies against the number of labels, and the intervals of the mix's gain."""
    figure, (above, below) = plt.subplots(2, 1, figsize=(WIDTH, 4.9), height_ratios=(1.1, 1))
    sizes = scores.sizes
    shifts = np.linspace(0.9, 1.1, len(scores.accuracies))
    for shift, marker, (name, values) in zip(
        shifts, "so^D", scores.accuracies.items(), strict=True
    ):
        mean, deviation = 100 * values.mean(axis=1), 100 * values.std(axis=1, ddof=1)
        places = [size * shift for size in sizes]
        above.errorbar(places, mean, deviation, marker=marker, capsize=2, label=name)
    above.axhline(100 * scores.majority, color="0.4", linestyle=":", label="more frequent class")
    above.set(
        xscale="log",
        xlabel="training snippets",
        ylabel="test accuracy, %\n(bars: SD, 5 seeds)",
        ylim=(50, 67),
    )
    above.set_xticks(sizes, [f"{size:,}" for size in sizes])
    above.minorticks_off()
    above.legend(loc="upper left", ncols=2, fontsize=11)
    ends = ", ".join(f"{mean:.0f}" for mean in 100 * counts.mean(axis=1))
    above.set_title(f"Counting words, not drawn, is ahead: {ends}%", x=1, ha="right")
    names = []
    for place, ((size, other), (low, mean, high)) in enumerate(scores.intervals.items()):
        below.plot([low, high], [place, place], color="C3", linewidth=2)
        below.scatter(mean, place, color="C3", s=28)
        names.append(f"{size:,}, over {other}")
    below.axvline(0, color="0.3", linewidth=0.8)
    below.set_yticks(range(len(names)), names, fontsize=11)
    below.invert_yaxis()
    below.set(xlabel="gain of the mix, points (95% interval)")
    clear = sum(low > 0 or high < 0 for low, _, high in scores.intervals.values())
    below.set_title(f"{clear} of {len(names)} intervals lies clear of 0, barely", x=1, ha="right")
    return figure


def draw_reach(maps: Mapping[str, Float[Tensor, "T T"]], words: Sequence[str]) -> Figure:
    """Draw maps of gradients on a log scale; what is exactly 0 stays white."""
    figure, axes = plt.subplots(2, 2, figsize=(WIDTH, 6.6))
    *places, last = axes.flat
    for axis, (name, values) in zip(places, maps.items(), strict=False):
        largest = values.amax(dim=1, keepdim=True)
        shown = np.ma.masked_equal((values / largest).numpy(), 0)
        image = axis.imshow(shown, cmap="viridis", norm="log", vmin=1e-3, vmax=1)
        axis.set_title(name)
        ends = ("[CLS]", "[SEP]") if name.startswith("BERT") else ("<s>", "</s>")
        tokens = [ends[0], *words, ends[1]]
        axis.set_xticks(range(len(tokens)), tokens, rotation=90, fontsize=11)
        axis.set_yticks(range(len(tokens)), tokens, fontsize=11)
        axis.grid(False)
    last.axis("off")
    bar = figure.colorbar(image, ax=last, location="left", fraction=0.3, aspect=10)
    bar.set_label("gradient, as a proportion of the\nlargest in its row (white: exactly 0)")
    figure.suptitle("Each reader sees one side, a BERT layer both", fontweight="bold")
    figure.supxlabel("word that changes", fontsize=11)
    figure.supylabel("state of this token", fontsize=11)
    return figure


def draw_gaps(filled: Mapping[str, float]) -> Figure:
    """Draw the proportion of gaps that each reader fills."""
    figure, axes = plt.subplots(figsize=(WIDTH, 2.3))
    percent = [100 * value for value in filled.values()]
    axes.barh(range(len(percent)), percent, color=["C0", "C1", "C2"])
    for place, value in enumerate(percent):
        axes.text(value + 0.4, place, f"{value:.0f}%", va="center", fontsize=11)
    axes.set_yticks(range(len(percent)), list(filled), fontsize=11)
    axes.invert_yaxis()
    axes.set(xlabel="missing words that are the first guess, %", xlim=(0, max(percent) + 4))
    axes.set_title("Both sides fill more gaps than either", x=1, ha="right")
    return figure


Hit = tuple[float, Sequence[str], int]


def hits_table(hits: Sequence[Hit], asked: str = "") -> str:
    """Return found uses as a table: the cosine, and the word in bold among its neighbors."""
    rows = [f"<caption style='text-align: left'>{html.escape(asked)}</caption>"] if asked else []
    for cosine, sentence, at in hits:
        parts = sentence[max(0, at - 6) : at], sentence[at : at + 1], sentence[at + 1 : at + 7]
        left, middle, right = (html.escape(" ".join(part)) for part in parts)
        words = f"{left} <b>{middle}</b> {right}"
        rows.append(f"<tr><td>{cosine:.2f}</td><td style='text-align: left'>{words}</td></tr>")
    return f"<table>{''.join(rows)}</table>"
