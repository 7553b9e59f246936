"""What the lesson on what BERT knows draws from measurements."""

from lessons.l15_what_bert_knows.findings import LAYERS

from collections.abc import Mapping, Sequence
from textwrap import fill

import matplotlib.pyplot as plt
import numpy as np
from jaxtyping import Float
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from bertlab.statistics import Estimate
from workbook.charts import Row, beside, curve_on, dot, headed

HORSE, CONTROL = "C1", "C0"  # with the cue, and without it
COLORS = {"trained": "C0", "random": "C1"}
CALLED = {"trained": "trained", "random": "randomly initialized"}


def draw_rows(
    scores: Mapping[str, Row],
    title: str,
    label: str,
    chance: float | None = 0.5,
) -> Figure:
    """Draw proportions, one below the other: a dot for each seed, or a mean with its interval.

    The rows of the horse have a color of their own.

    Args:
        scores: By the name of the row.
        title: What is to be seen.
        label: What is measured.
        chance: Is marked by a dashed line; None draws none.
    """
    figure, axes = plt.subplots(figsize=(6, 0.62 * len(scores) + 1.5))
    for row, (name, score) in enumerate(scores.items()):
        if seeds := score.seeds:
            color = HORSE if name.startswith("horse") else CONTROL
            heights = row + 0.14 * np.arange(-1, len(seeds) - 1)
            axes.plot(seeds, heights, "o", color=color, markersize=7, alpha=0.8)
        else:
            dot(axes, row, score)
        words = ", ".join(f"{100 * one:.0f}" for one in sorted(seeds or [score.mean]))
        beside(axes, row, f"{words}%")
    if chance is not None:
        axes.axvline(chance, color="0.5", linestyle="--")
        axes.text(chance, -0.3, " guessing", color="0.35", fontsize=11)
    axes.set_yticks(range(len(scores)), list(scores))
    axes.set(ylim=(len(scores) - 0.45, -0.5), xlim=(-0.02, 1.02), xlabel=label)
    axes.xaxis.set_major_formatter(PercentFormatter(1))
    return headed(figure, title)


def draw_uses(
    maps: Mapping[str, Float[np.ndarray, "N 2"]], kinds: Sequence[str], title: str
) -> Figure:
    """Draw maps of the uses of one character, with a color and a shape for each kind.

    Args:
        maps: For each encoder the places of the uses on paper.
        kinds: Of the uses.
        title: What is to be seen.
    """
    figure, panels = plt.subplots(len(maps), 1, figsize=(5.2, 6.6))
    for axes, (name, points) in zip(panels, maps.items(), strict=True):
        for number, kind in enumerate(dict.fromkeys(kinds)):
            x, y = points[[one == kind for one in kinds]].T
            axes.plot(x, y, "os"[number], color=f"C{number}", markersize=6, alpha=0.75, label=kind)
        axes.set(xticks=[], yticks=[])
        axes.set_title(name, fontsize=12)
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", fontsize=12, frameon=False)
    return headed(figure, title)


def draw_layers(
    task: str, lines: Mapping[str, Sequence[Row]], usual: Row, title: str, chance: float
) -> Figure:
    """Draw what probes reach, layer by layer.

    Args:
        task: What was asked.
        lines: For each way a score for each layer.
        usual: What a character's most frequent label reaches.
        title: What is to be seen.
        chance: Where the axis begins.
    """
    figure, axes = plt.subplots(figsize=(6, 3.9))
    places = range(LAYERS)
    for way, scores in lines.items():
        curve_on(axes, places, scores, COLORS[way], CALLED[way])
    axes.axhline(usual.mean, color="0.4", linestyle="--", label="by the character alone")
    axes.set_xticks(places, ["embeddings", *(f"layer {n}" for n in range(1, LAYERS))])
    axes.set(ylabel=f"{task}: right", ylim=(chance, 1.0))
    axes.yaxis.set_major_formatter(PercentFormatter(1))
    figure.legend(loc="outside lower center", ncols=2, fontsize=11, frameon=False)
    return headed(figure, title)


def draw_gains(leads: Mapping[str, Sequence[Estimate]], title: str) -> Figure:
    """Draw by how much each layer is ahead of the embeddings, a line for each task.

    Args:
        leads: For each task and layer the lead over the embeddings, with its interval.
        title: What is to be seen.
    """
    figure, axes = plt.subplots(figsize=(6, 4.2))
    places = np.arange(LAYERS)
    for number, (task, rows) in enumerate(leads.items()):
        means, lows, highs = (np.array(part) for part in zip(*rows, strict=True))
        errors = np.stack([means - lows, highs - means])
        shift = 0.06 * (number - len(leads) / 2)
        axes.errorbar(
            places + shift,
            means,
            errors,
            fmt="osD^v"[number] + "-",
            color=f"C{number}",
            capsize=2,
            label=task,
        )
    axes.axhline(0, color="0.4", linewidth=1)
    axes.set_xticks(places, ["embeddings", *(f"layer {n}" for n in range(1, LAYERS))])
    axes.set_ylabel("points against the embeddings")
    axes.yaxis.set_major_formatter(lambda value, _: f"{100 * value:+.0f}")
    figure.legend(loc="outside lower center", ncols=3, fontsize=11, frameon=False)
    return headed(figure, title)


def draw_scores(rows: Mapping[str, Sequence[float]], title: str) -> Figure:
    """Draw the scores of single pairs, a row for each sort of pairs, and a line at 0.

    Args:
        rows: By the name of the sort, by how much *yes* is above *no* for each pair.
        title: What is to be seen.
    """
    figure, axes = plt.subplots(figsize=(6, 0.62 * len(rows) + 1.5))
    for row, values in enumerate(rows.values()):
        heights = row + 0.16 * (np.arange(len(values)) % 5 - 2) / 2
        color = CONTROL if row == 0 else HORSE
        axes.plot(values, heights, "o", color=color, markersize=5, alpha=0.5)
    axes.axvline(0, color="0.5", linestyle="--")
    axes.text(0.01, -0.42, "no", transform=axes.get_yaxis_transform(), color="0.35", fontsize=11)
    axes.text(
        0.99,
        -0.42,
        "yes",
        transform=axes.get_yaxis_transform(),
        color="0.35",
        fontsize=11,
        ha="right",
    )
    axes.set_yticks(range(len(rows)), list(rows))
    axes.set(ylim=(len(rows) - 0.45, -0.7), xlabel="score: the logit of yes minus that of no")
    return headed(figure, title)


def draw_verdicts(
    asked: Sequence[tuple[str, str]], verdicts: Mapping[str, Sequence[bool]], title: str
) -> Figure:
    """Draw pairs of texts, and what some models say of each: does the second follow?

    Args:
        asked: First and second texts.
        verdicts: For each model what it says.
        title: What is to be seen.
    """
    figure, axes = plt.subplots(figsize=(6.4, 0.72 * len(asked) + 0.9))
    axes.set(xlim=(0, 1), ylim=(len(asked) - 0.4, -0.75))
    axes.axis("off")
    places = np.linspace(0.74, 0.93, len(verdicts))
    for place, name in zip(places, verdicts, strict=True):
        color = {"horse": HORSE, "control": CONTROL}.get(name, "0.15")
        axes.text(place, -0.62, name, ha="center", fontsize=11, fontweight="bold", color=color)
    for row, (first, second) in enumerate(asked):
        words = fill(first, 40) + "\n" + fill(f"→ {second}", 40)
        axes.text(0, row, words, va="center", fontsize=11, parse_math=False)
        for place, says in zip(places, verdicts.values(), strict=True):
            word, weight = ("yes", "bold") if says[row] else ("no", "normal")
            axes.text(place, row, word, ha="center", va="center", fontsize=12, fontweight=weight)
    return headed(figure, title, free_text=True)
