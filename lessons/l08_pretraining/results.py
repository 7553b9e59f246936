"""What recorded runs found, as pictures and numbers: long runs, the ablation, the read-out."""

from lessons.l08_pretraining.measure import Guesses

from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from bertlab.training.loop import Line
from workbook.claims import mean_sd

NAMES = {  # of the ways of the experiment ``readout``; in brackets the parameters trained
    "head on layer 3": "head alone, layer 3",
    "head on layer 6": "head alone, layer 6",
    "last layer freed": "head + last layer",
    "last 3 layers freed": "head + last 3 layers",
    "all layers freed": "head + all layers",
    "low rank 32": "head + low-rank updates",
}

KINDS = {  # of the experiment ``ablation``
    "full": "standard",
    "without next sentences": "without pairs",
    "left to right": "left to right",
    "full, small": "half the width",
    "full, large": "four layers",
}
LOSSES = "masked_lm", "validation_masked_lm"  # of words, as a published run logs them


def draw_long_runs(runs: Mapping[str, Mapping[str, Any]]) -> Figure:
    """Draw what the published checkpoints could do on validation text, step by step."""
    figure, panels = plt.subplots(2, 1, figsize=(6.4, 3.7), sharex=True)
    questions = {"masked": "masked words", "next": "pairs"}
    for color, (name, run) in enumerate(runs.items()):
        steps = [line["step"] / 1000 for line in run["history"]]
        for axes, question in zip(panels, questions, strict=True):
            proportions = [line[f"validation_{question}_accuracy"] for line in run["history"]]
            axes.plot(steps, proportions, f"C{color}", label=name)
            axes.axvline(run["configuration"]["short_steps"] / 1000, color="0.7", lw=0.8)
    for axes, words in zip(panels, questions.values(), strict=True):
        axes.set_ylabel(f"{words} right")
        axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    panels[0].set_ylim(0, None)
    panels[0].legend()
    error = max(0.5 / run["configuration"]["held_out"] ** 0.5 for run in runs.values())
    coin = panels[1].axhspan(0.5 - 2 * error, 0.5 + 2 * error, color="0.88", zorder=0)
    panels[1].axhline(0.5, color="0.5", linestyle=":")
    panels[1].set(xlabel="thousand updates", ylim=(0.42, None))
    pairs = min(run["configuration"]["held_out"] for run in runs.values())
    panels[1].legend([coin], [f"a coin, ± 2 standard errors, {pairs} pairs"], loc="upper left")
    figure.suptitle("Words come first, pairs later", fontweight="bold")
    return figure


def word_losses(run: Mapping[str, Any], first: int, last: int) -> tuple[float, float]:
    """Return the mean loss for words between two updates, on training and on held-out text."""
    lines = [line for line in run["history"] if first <= line["step"] <= last]
    own, held_out = (float(np.mean([line[key] for line in lines])) for key in LOSSES)
    return own, held_out


def scores_line(scores: Mapping[str, float]) -> str:
    """Write what a checkpoint can do in a line: accuracies, and perplexity at the gaps."""
    proportions = [f"{scores[f'{kind}_accuracy']:.1%}" for kind in ("masked", "next")]
    perplexity = np.exp(scores["masked_lm"])
    return f"words {proportions[0]} (perplexity {perplexity:.1f}), pairs {proportions[1]}"


def draw_waiting(curves: Mapping[str, Sequence[Sequence[Line]]], guesses: Guesses) -> Figure:
    """Draw the held-out losses of the ablation's masked models, seed by seed.

    Args:
        curves: For each kind, for each seed, the logged lines of the experiment ``ablation``.
        guesses: The losses of two who do not read the text around a gap.
    """
    figure, axes = plt.subplots(figsize=(6.4, 3.6))
    for color, ((name, seeds), style) in enumerate(zip(curves.items(), ("-", "--"), strict=True)):
        for seed, lines in enumerate(seeds):
            steps, losses = zip(*((x["step"], x["held_out_masked_lm"]) for x in lines), strict=True)
            axes.plot(steps, losses, f"C{color}", linestyle=style, label="" if seed else name)
    axes.axhline(guesses.frequencies, color="0.3", linestyle=":", label="frequencies alone")
    axes.set(xlabel="updates", ylabel="held-out loss in nats")
    axes.set_title("Hundreds of updates of little gain, then a steep fall")
    axes.legend(loc="lower left")
    return figure


def held_out_at(curves: Sequence[Sequence[Line]], step: int) -> list[float]:
    """Return the held-out loss for words after some updates, seed by seed."""
    return [
        line["held_out_masked_lm"] for lines in curves for line in lines if line["step"] == step
    ]


def draw_comparison(
    curves: Mapping[str, Sequence[Sequence[Line]]], hidden: Mapping[int, Sequence[float]]
) -> Figure:
    """Draw held-out accuracy on chosen characters: mean and range of several kinds of models.

    Args:
        curves: For each kind, for each seed, the logged lines of the experiment ``ablation``.
        hidden: By updates, what the second kind guesses at hidden places alone, seed by seed.
    """
    figure, axes = plt.subplots(figsize=(6.4, 3.6))
    styles = zip(curves.items(), ("-", "--", ":", "-."), strict=False)
    for color, ((name, seeds), style) in enumerate(styles):
        steps = [line["step"] for line in seeds[0]]
        found = np.array([[x["held_out_masked_accuracy"] for x in lines] for lines in seeds])
        axes.plot(steps, found.mean(axis=0), f"C{color}", linestyle=style, label=name)
        axes.fill_between(
            steps, found.min(axis=0), found.max(axis=0), color=f"C{color}", alpha=0.2, lw=0
        )
    for number, (step, points) in enumerate(hidden.items()):
        label = "" if number else f"{list(curves)[1]}: hidden alone"
        axes.plot([step] * len(points), points, "C1D", markersize=7, alpha=0.6, label=label)
    axes.set(xlabel="updates", ylabel="letters guessed right", ylim=(0, None))
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    axes.set_title("Left to right is ahead, most at hidden places")
    axes.legend(fontsize="small", loc="upper center", bbox_to_anchor=(0.5, -0.2))
    return figure


def lead(ahead: Mapping[str, Any], behind: Mapping[str, Any]) -> dict[int, float]:
    """Return by how many points one kind guesses more characters than another, by updates.

    Args:
        ahead: A run of the experiment ``ablation``.
        behind: Another one, logged at the same updates.

    Returns:
        For each logged number of updates the difference of the means over seeds.
    """
    proportions = [
        [[line["held_out_masked_accuracy"] for line in lines] for lines in kind["curves"]]
        for kind in (ahead, behind)
    ]
    gaps = 100 * (np.mean(proportions[0], axis=0) - np.mean(proportions[1], axis=0))
    steps = [line["step"] for line in ahead["curves"][0]]
    return dict(zip(steps, gaps.tolist(), strict=True))


def last_accuracies(ways: Mapping[str, Mapping[str, Any]]) -> list[list[float]]:
    """Return what each way of the experiment ``readout`` guesses in the end, seed by seed."""
    return [
        [lines[-1]["held_out_masked_accuracy"] for lines in found["curves"]]
        for found in ways.values()
    ]


def draw_readout(ways: Mapping[str, Mapping[str, Any]], longer: float) -> Figure:
    """Draw how well each way of training a head on ``minilm`` guesses held-out words, seed by seed.

    Args:
        ways: Of the experiment ``readout``.
        longer: The proportion that the last way guesses after a longer training.
    """
    figure, axes = plt.subplots(figsize=(6.4, 3.4))
    for height, last in enumerate(last_accuracies(ways)):
        axes.barh(height, np.mean(last), color="C0", alpha=0.5)
        axes.plot(last, [height] * len(last), "k.", markersize=5)
        words = f"{mean_sd([100 * x for x in last])}%"
        axes.annotate(words, (max(last), height), (6, 0), textcoords="offset points", va="center")
    axes.plot([longer], [len(ways) - 1], "D", color="C1", label=f"trained longer: {longer:.1%}")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.2))
    names = [f"{NAMES.get(way, way)} ({x['trained'] / 1e6:.1f} M)" for way, x in ways.items()]
    axes.set(yticks=range(len(ways)), xlabel="held-out pieces guessed right", xlim=(0, 0.36))
    axes.set_yticklabels(names)
    axes.invert_yaxis()
    axes.set_title("Changes that reach all layers do best")
    return figure
