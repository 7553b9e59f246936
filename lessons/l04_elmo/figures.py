"""Pictures of the lesson on ELMo: what was measured, as bars, curves and maps."""

from lessons.l04_elmo.controls import Strip
from lessons.l04_elmo.measure import Scores

import html
from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
import numpy as np
from jaxtyping import Float
from matplotlib.figure import Figure
from numpy.typing import NDArray
from torch import Tensor


def draw_static(
    verbs: Mapping[str, float], months: Mapping[str, float], others: Mapping[str, float]
) -> Figure:
    """Draw the cosines of one word2vec vector with verbs, with months, and with other words."""
    figure, axes = plt.subplots(figsize=(8, 4.2))
    values = {**verbs, **months, **others}
    colors = ["C0"] * len(verbs) + ["C1"] * len(months) + ["0.6"] * len(others)
    axes.barh(range(len(values)), list(values.values()), color=colors)
    axes.set_yticks(
        range(len(values)), [*verbs, *(month.title() for month in months), *others], fontsize=11
    )
    axes.invert_yaxis()
    axes.axvline(0, color="0.3", linewidth=0.8)
    axes.set(xlabel="cosine with the word2vec vector of “may”", xlim=(-0.3, 1))
    axes.set_title("word2vec's one vector for “may” lies with the verbs")
    return figure


def draw_dice(curves: Mapping[str, Float[Tensor, "seeds steps"]], faces: int) -> Figure:
    """Plot perplexities on dice against the training step, a thin line for each seed."""
    figure, axes = plt.subplots(figsize=(8, 2.5))
    for number, (name, rows) in enumerate(curves.items()):
        for seed, row in enumerate(rows):
            axes.semilogy(row, color=f"C{number}", linewidth=1.2, label="" if seed else name)
    axes.axhline(faces, color="0.4", linestyle=":", label=f"{faces}: the best without looking")
    axes.set_yticks([1, 2, 5, 10, 20], ["1", "2", "5", "10", "20"])
    axes.minorticks_off()
    axes.set(xlabel="training step", ylabel="perplexity of new dice")
    axes.set_title("Layers that see both sides read the answer off")
    axes.legend(loc="lower left")
    return figure


def draw_controls(found: Mapping[str, Sequence[float]]) -> Figure:
    """Draw how often the nearest use has the same sense, from chance, with a dot for each seed."""
    figure, axes = plt.subplots(figsize=(8, 2.8))
    names = list(found)
    for place, values in enumerate(found.values()):
        percent = 100 * np.array(values)
        color = "C0" if names[place].startswith("may") else "0.6"
        axes.barh(place, percent.mean() - 50, left=50, color=color)
        axes.scatter(percent, [place] * len(percent), color="0.15", s=16, zorder=3)
        axes.text(percent.max() + 1, place, f"{percent.mean():.0f}%", va="center")
    axes.set_yticks(range(len(names)), ["“" + name.replace(",", "”,", 1) for name in names])
    axes.invert_yaxis()
    axes.set(xlim=(50, 106), xlabel="nearest use has the same sense, % (chance: 50)")
    axes.set_title("Random weights, too, tell the two “may” apart")
    return figure


def draw_strips(found: Mapping[str, Sequence[Strip]]) -> Figure:
    """Draw each use as a dot: to the right of 0 it lies with the months."""
    rows = [(name, seed, strip) for name, some in found.items() for seed, strip in enumerate(some)]
    figure, axes = plt.subplots(figsize=(8, 4.1))
    jitter = np.random.default_rng(0)
    for place, (_, _, strip) in enumerate(rows):
        values = strip.values.numpy() / strip.values.abs().max().item()
        month = strip.month.numpy()
        axes.axhspan(place - 0.38, place + 0.38, color="0.95", zorder=0)
        for kind, shift, color, name in (
            (month, -0.17, "C1", "uses as a month"),
            (~month, 0.17, "C0", "uses as a verb"),
        ):
            heights = place + shift + jitter.uniform(-0.13, 0.13, kind.sum())
            label = "" if place else f"{kind.sum()} {name}"
            axes.scatter(values[kind], heights, s=14, color=color, alpha=0.7, label=label)
        beside = axes.get_yaxis_transform()
        axes.text(1.03, place, f"{strip.auc:.2f}", va="center", transform=beside)
    axes.text(1.03, 1.01, "AUC", va="bottom", transform=axes.transAxes)
    axes.axvline(0, color="0.3", linewidth=0.8)
    names = [f"{name} {seed + 1}" if len(found[name]) > 1 else name for name, seed, _ in rows]
    axes.set_yticks(range(len(rows)), names)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xticks([-1, 0, 1], ["with the verbs", "0", "with the months"])
    axes.set(xlim=(-1.1, 1.1), xlabel="cosine with a month less cosine with a verb (rows scaled)")
    axes.set_title("The neighbors alone order the uses of “may”")
    figure.legend(loc="outside lower center", ncols=2, markerscale=2)
    return figure


def draw_hits(
    found: Mapping[str, Mapping[str, Sequence[int]]], chance: Mapping[str, float]
) -> Figure:
    """Draw how many of five hits have the sense asked for, trained and in each control."""
    figure, axes = plt.subplots(figsize=(8, 3.8))
    for place, (question, hits) in enumerate(found.items()):
        (own,), controls = hits["trained"], [name for name in hits if name != "trained"]
        axes.barh(place, own, height=0.7, color="C0", label="" if place else "trained")
        for row, name in enumerate(controls):
            values = hits[name]
            height = place + 0.25 * (row - 1)
            places = [height + 0.06 * (number - len(values) // 2) for number in range(len(values))]
            label, color = "" if place else name, f"C{row + 1}"
            axes.scatter(
                values, places, color=color, marker="os^"[row], edgecolor="white", s=70, zorder=3,
                label=label,
            )  # fmt: skip
        chances = [chance[question]] * 2
        label = "" if place else "5 uses drawn at random"
        axes.plot(chances, [place - 0.42, place + 0.42], color="0.1", linestyle=":", label=label)
    axes.set_yticks(range(len(found)), [name.replace(": ", ":\n") for name in found])
    axes.invert_yaxis()
    axes.set(xlim=(-0.15, 5.3), xlabel="hits with the sense of the question, of 5")
    axes.set_title("“He was right”: 5 hits trained,\nat most 2 for every control")
    figure.legend(loc="outside lower center", ncols=2)
    return figure


def draw_training(curves: Mapping[str, Float[Tensor, "steps readers"]]) -> Figure:
    """Plot the perplexity of both readers on letters, one panel for each kind of targets."""
    figure, panels = plt.subplots(len(curves), 1, figsize=(8, 2.4 * len(curves)), sharex=True)
    for axes, (name, curve) in zip(panels, curves.items(), strict=True):
        for reader, (values, style) in enumerate(zip(curve.T, ("-", "--"), strict=True)):
            label = ("forward reader", "backward reader")[reader]
            axes.semilogy(values, style, color=f"C{reader}", label=label)
        axes.set_yticks([1, 3, 10, 30], ["1", "3", "10", "30"])
        axes.minorticks_off()
        axes.set(ylabel="perplexity", ylim=(0.9, 35))
        axes.set_title(name)
    panels[0].legend(loc="lower left")
    panels[-1].set(xlabel="training step")
    return figure


def draw_classifier(scores: Scores, counts: NDArray[np.float64]) -> Figure:
    """Plot accuracies against the number of labels, and the intervals of the mix's gain."""
    figure, (above, below) = plt.subplots(2, 1, figsize=(8, 5.6), height_ratios=(1.2, 1))
    sizes = scores.sizes
    shifts = np.linspace(0.93, 1.07, len(scores.accuracies))
    for shift, marker, (name, values) in zip(
        shifts, "so^D", scores.accuracies.items(), strict=True
    ):
        mean, deviation = 100 * values.mean(axis=1), 100 * values.std(axis=1, ddof=1)
        places = [size * shift for size in sizes]
        above.errorbar(places, mean, deviation, marker=marker, capsize=2, label=name)
    above.plot(sizes, 100 * counts.mean(axis=1), "k--", label="word counts alone")
    above.axhline(100 * scores.majority, color="0.4", linestyle=":", label="more frequent class")
    above.set(
        xscale="log",
        ylabel="test accuracy, %\n(5 seeds, ± 1 standard dev.)",
        ylim=(50, 82),
        xlabel="training snippets",
    )
    above.set_xticks(sizes, [f"{size:,}" for size in sizes])
    above.minorticks_off()
    above.legend(loc="upper left", ncols=3, fontsize=9)
    above.set_title("Counting words beats our frozen vectors")
    names = []
    for place, ((size, other), (low, mean, high)) in enumerate(scores.intervals.items()):
        below.plot([low, high], [place, place], color="C3", linewidth=2)
        below.scatter(mean, place, color="C3", s=28)
        names.append(f"{size:,}, over {other}")
    below.axvline(0, color="0.3", linewidth=0.8)
    below.set_yticks(range(len(names)), names, fontsize=8)
    below.invert_yaxis()
    below.set(xlabel="gain of the scalar mix in points (interval of 95%)")
    above_zero = sum(low > 0 for low, _, _ in scores.intervals.values())
    below.set_title(f"The mix is shown to be better in {above_zero} of {len(names)} comparisons")
    return figure


def draw_reach(
    maps: Mapping[str, Float[Tensor, "T T"]], tokens: Mapping[str, Sequence[str]]
) -> Figure:
    """Draw maps of gradients on a log scale; what is exactly 0 stays white."""
    figure, axes = plt.subplots(1, len(maps), figsize=(8, 3.6))
    for axis, (name, values) in zip(axes, maps.items(), strict=True):
        shown = np.ma.masked_equal((values / values.max()).numpy(), 0)
        axis.imshow(shown, cmap="viridis", norm="log", vmin=1e-4)
        axis.set_title(name, fontsize=11)
        axis.set_xlabel("word that changes")
        count = range(len(tokens[name]))
        axis.set_xticks(count, tokens[name], rotation=90, fontsize=9)
        axis.set_yticks(count, tokens[name], fontsize=9)
        axis.grid(False)
    axes[0].set_ylabel("state of this token")
    figure.suptitle(
        "Each reader sees one side; a BERT layer sees both\n"
        "(yellow: much; dark: little; white: exactly 0)"
    )
    return figure


def draw_gaps(filled: Mapping[str, float]) -> Figure:
    """Draw the proportion of gaps that each reader fills."""
    figure, axes = plt.subplots(figsize=(8, 2.3))
    percent = [100 * value for value in filled.values()]
    axes.barh(range(len(percent)), percent, color=["C0", "C1", "C2"])
    for place, value in enumerate(percent):
        axes.text(value + 0.4, place, f"{value:.0f}%", va="center")
    axes.set_yticks(range(len(percent)), list(filled))
    axes.invert_yaxis()
    axes.set(xlabel="missing words that are the first guess, %", xlim=(0, max(percent) + 4))
    axes.set_title("Both sides together fill more gaps than either")
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
