"""Pictures of the lesson on neural language models: followers, passes, mixtures, groups."""

from lessons.l02_nnlm.measure import Pass

from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
import numpy as np
from jaxtyping import Float
from matplotlib.axes import Axes
from matplotlib.figure import Figure


def draw_followers(
    counts: Mapping[str, int], probabilities: Mapping[str, Sequence[float]], following: str
) -> Figure:
    """Draw how probable two models find a word after each of some words.

    Args:
        counts: The words, and how often the training text has the following word after each.
        probabilities: For each model one number a word.
        following: The word that follows.
    """
    figure, axes = plt.subplots(figsize=(5.6, 4.4))
    places = range(len(counts))
    for (name, values), marker in zip(probabilities.items(), "so", strict=True):
        axes.semilogx(values, places, marker, markersize=8, label=name)
    axes.set_yticks(places, [f"{word}  {count}" for word, count in counts.items()])
    axes.set(xlabel=f"P({following}), log scale", xlim=(1e-5, 0.3))
    axes.set_ylabel(f"word before, and how often\n“{following}” follows it in training")
    axes.invert_yaxis()
    axes.grid(axis="x", alpha=0.3)
    axes.set_title(f"Counting expects no “eight {following}”")
    legend_above(axes)
    return figure


def draw_passes(passes: Sequence[tuple[float, float]]) -> Figure:
    """Draw perplexity pass by pass: (training, validation) of each."""
    numbers = range(1, 1 + len(passes))
    figure, axes = plt.subplots(figsize=(6, 3.2))
    names = "training text, during the pass", "validation text, after the pass"
    for name, marker, values in zip(names, "os", zip(*passes, strict=True), strict=True):
        axes.plot(numbers, values, marker=marker, label=name)
    axes.set(xlabel="pass", ylabel="perplexity", xticks=numbers, ylim=(0, None))
    axes.set_title("First pass: training text looks harder than new text")
    axes.legend()
    return figure


def draw_first_pass(passes: Sequence[Pass]) -> Figure:
    """Draw the batches of the first pass, their mean, and two texts scored after it."""
    figure, axes = plt.subplots(figsize=(6, 3.8))
    batches = np.array([one.batches for one in passes])  # (seeds, batches)
    steps = np.arange(1, 1 + batches.shape[1])
    axes.semilogy(steps, batches.T, color="C5", lw=0.8, alpha=0.7)
    axes.lines[0].set_label("training text, batch by batch")
    mean = np.mean([one.during for one in passes])
    axes.plot(steps, np.full(len(steps), mean), "--", color="0.3", label="their mean")
    ends = {"training text, scored again": "training", "validation text": "validation"}
    for number, (label, name) in enumerate(ends.items()):
        values = [getattr(one, name).all for one in passes]
        place = np.full(len(values), steps[-1] * (1.04 + 0.05 * number))
        axes.plot(place, values, "os"[number], color=f"C{number}", label=label)
    axes.set(xlabel="batch of the first pass", ylabel="perplexity, log scale")
    axes.set_title("The mean over the pass hides the fall")
    axes.set_yticks(
        [200, 500, 1000, 2000, 5000, 8000], ["200", "500", "1,000", "2,000", "5,000", "8,000"]
    )
    axes.minorticks_off()
    legend_above(axes)
    return figure


def draw_mixtures(weights: Float[np.ndarray, " W"], curves: Sequence[Sequence[float]]) -> Figure:
    """Draw the perplexity of mixtures against the network's weight: each seed, and their mean."""
    figure, axes = plt.subplots(figsize=(5.2, 3.3))
    axes.set(xlabel="weight of the network\n(0: trigram alone, 1: network alone)")
    axes.set(ylabel="validation perplexity", title="A mixture of both beats each of them")
    seeds = np.array(curves)
    axes.plot(weights, seeds.T, color="C0", alpha=0.4, lw=1)
    label = f"mean of {len(seeds)} seeds"
    axes.plot(weights, seeds.mean(axis=0), "o-", color="C0", markersize=4, label=label)
    legend_above(axes)
    return figure


def legend_above(axes: Axes, columns: int = 2) -> None:
    """Put the legend between title and axes, where it hides nothing."""
    rows = -(-len(axes.get_legend_handles_labels()[1]) // columns)
    axes.legend(ncols=columns, loc="lower left", bbox_to_anchor=(-0.01, 0.99), borderaxespad=0)
    axes.set_title(axes.get_title(loc="left"), pad=8 + 16 * rows)


def draw_groups(
    proportions: Mapping[str, float], perplexities: Mapping[str, Float[np.ndarray, "G S"]]
) -> Figure:
    """Draw the perplexity of each model on each group of tokens, a dot for each seed.

    Args:
        proportions: For each group its proportion of the tokens.
        perplexities: For each model (groups, seeds).
    """
    figure, axes = plt.subplots(figsize=(5.2, 3.8))
    for number, (name, values) in enumerate(perplexities.items()):
        places = np.arange(len(proportions)) + 0.16 * (number - 1)
        lines = axes.plot(places, values, "so^"[number], color=f"C{number}", markersize=6)
        lines[0].set_label(name)
    labels = [f"{name}\n{part:.0%}" for name, part in proportions.items()]
    axes.set_xticks(range(len(proportions)), labels)
    axes.set_xlabel("the two words before stand in the training text\n(times, and % of all tokens)")
    axes.set(ylabel="validation perplexity")
    axes.grid(axis="y", alpha=0.3)
    axes.set_title("After new pairs, the network leads most")
    legend_above(axes, columns=3)
    return figure
