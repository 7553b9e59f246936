"""Pictures of the lesson on neural language models: passes, mixtures, cost, reach, choices."""

from lessons.l02_nnlm.measure import Pass

from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
import numpy as np
from jaxtyping import Bool, Float
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

Places = Sequence[int] | Float[np.ndarray, " N"]


def draw_followers(
    counts: Mapping[str, int], probabilities: Mapping[str, Sequence[float]], following: str
) -> Figure:
    """Draw how probable two models find a word after each of some words.

    Args:
        counts: The words, and how often the training text has the following word after each.
        probabilities: For each model one number a word.
        following: The word that follows.
    """
    figure, axes = plt.subplots(figsize=(7, 3.6))
    for (name, values), marker in zip(probabilities.items(), "so", strict=True):
        axes.semilogy(range(len(counts)), values, marker, markersize=8, label=name)
    labels = [f"{word}\n{count}" for word, count in counts.items()]
    axes.set_xticks(range(len(counts)), labels)
    axes.set(xlabel=f"word before, and how often “{following}” follows it in the training text")
    axes.set(ylabel=f"P({following})", ylim=(1e-5, 0.3))
    axes.grid(axis="y", alpha=0.3)
    axes.legend(ncols=2, loc="upper right")
    axes.set_title(f"Never seen before “{following}”: counting falls near 0")
    return figure


def draw_passes(passes: Sequence[tuple[float, float]]) -> Figure:
    """Draw perplexity pass by pass: (training, validation) of each."""
    numbers = range(1, 1 + len(passes))
    figure, axes = plt.subplots(figsize=(7, 3))
    names = "training text, during the pass", "validation text, after the pass"
    for name, marker, values in zip(names, "os", zip(*passes, strict=True), strict=True):
        axes.plot(numbers, values, marker=marker, label=name)
    axes.set(xlabel="pass", ylabel="perplexity", xticks=numbers, ylim=(0, None))
    axes.set_title("First pass: training text looks harder than new text")
    axes.legend()
    return figure


def draw_again(passes: Sequence[Pass]) -> Figure:
    """Draw the training text during the first pass and after it, and the validation text."""
    columns = {
        "training text,\nduring the pass": [one.during for one in passes],
        "training text,\nscored again": [one.again.all for one in passes],
        "validation text": [one.validation.all for one in passes],
    }
    return _bars(
        columns, ["C5", "C0", "C1"], "Scored at the same moment, both texts are equally hard"
    )


def draw_known(passes: Sequence[Pass]) -> Figure:
    """Draw both texts after the first pass: all tokens, and those in the vocabulary."""
    columns = {
        "training text,\nall tokens": [one.again.all for one in passes],
        "validation text,\nall tokens": [one.validation.all for one in passes],
        "training text,\nwithout <unk>": [one.again.known for one in passes],
        "validation text,\nwithout <unk>": [one.validation.known for one in passes],
    }
    return _bars(columns, ["C0", "C1"] * 2, "Without <unk>, the training text is the easier one")


def _bars(columns: Mapping[str, Sequence[float]], colors: Sequence[str], title: str) -> Figure:
    """Draw a bar for each mean and a dot for each seed."""
    figure, axes = plt.subplots(figsize=(7, 3))
    for place, (color, values) in enumerate(zip(colors, columns.values(), strict=True)):
        axes.bar(place, np.mean(values), width=0.6, color=color, alpha=0.6)
        axes.plot([place] * len(values), values, "o", color="0.2", markersize=4)
    axes.set_xticks(range(len(columns)), list(columns))
    axes.set(ylabel="perplexity (a dot for each seed)", ylim=(0, None), title=title)
    return figure


def draw_models(epochs: Mapping[str, Sequence], trigram: float) -> Figure:
    """Draw what each kind of model reached pass by pass, beside the trigram.

    Args:
        epochs: For each model (seeds, passes, 2): perplexity on training and validation text.
        trigram: Perplexity of the trigram model on the validation text.
    """
    figure, panels = plt.subplots(1, len(epochs), figsize=(8, 3.2), sharey=True)
    for axes, (name, values) in zip(panels, epochs.items(), strict=True):
        curves = np.array(values)
        passes = range(1, 1 + curves.shape[1])
        for column, (label, marker) in enumerate((("training, during", "o"), ("validation", "s"))):
            lines = axes.plot(passes, curves[:, :, column].T, f"C{column}", marker=marker)
            lines[0].set_label(label)
        axes.axhline(trigram, color="0.5", ls=":", label="trigram, validation")
        axes.set(xlabel="pass", xticks=passes, ylim=(0, None))
        axes.set_title(name, loc="center", fontsize=11, fontweight="normal")
    panels[0].set_ylabel("perplexity")
    panels[-1].legend()
    title = "Direct connections: better on the training text, not on new text"
    figure.suptitle(title, x=0.01, ha="left", fontsize=13, fontweight="bold")
    return figure


def draw_mixtures(weights: Float[np.ndarray, " W"], curves: Sequence[Sequence[float]]) -> Figure:
    """Draw the perplexity of mixtures against the network's weight: mean and range of seeds."""
    figure, axes = plt.subplots(figsize=(7, 3.2))
    axes.set(xlabel="weight of the network (0: trigram alone, 1: network alone)")
    axes.set(ylabel="validation perplexity", title="A mixture of both beats each of them")
    _mean_and_range(axes, weights, np.array(curves))
    return figure


def _mean_and_range(axes: Axes, places: Places, curves: Float[np.ndarray, "S N"]) -> None:
    """Draw the mean over seeds, and a band from the lowest to the highest."""
    label = f"mean of {len(curves)} seeds; band: lowest to highest"
    (line,) = axes.plot(places, curves.mean(axis=0), marker="o", markersize=4, label=label)
    low, high = curves.min(axis=0), curves.max(axis=0)
    axes.fill_between(places, low, high, color=line.get_color(), alpha=0.3, lw=0)
    _legend_above(axes)


def _legend_above(axes: Axes, columns: int = 2) -> None:
    """Put the legend between title and axes, where it hides nothing."""
    rows = -(-len(axes.get_legend_handles_labels()[1]) // columns)
    axes.legend(ncols=columns, loc="lower left", bbox_to_anchor=(-0.01, 0.99), borderaxespad=0)
    axes.set_title(axes.get_title(loc="left"), pad=8 + 16 * rows)


def draw_groups(
    proportions: Mapping[str, float], perplexities: Mapping[str, Sequence[float]]
) -> Figure:
    """Draw bars: the perplexity of each model on each group of tokens.

    Args:
        proportions: For each group its proportion of the tokens.
        perplexities: For each model one number a group.
    """
    figure, axes = plt.subplots(figsize=(7, 3))
    for place, (name, values) in enumerate(perplexities.items()):
        places = np.arange(len(proportions)) + 0.27 * (place - 1)
        bars = axes.bar(places, values, width=0.25, label=name)
        axes.bar_label(bars, fmt="%.0f", fontsize=9)
    labels = [f"{name}\n{part:.0%} of tokens" for name, part in proportions.items()]
    top = 2.5 * max(max(values) for values in perplexities.values())
    axes.set(yscale="log", ylabel="validation perplexity", ylim=(5, top))
    axes.set_xticks(range(len(proportions)), labels)
    axes.set_title("Counting is better only on trigrams that it has seen")
    axes.legend(loc="upper left")
    return figure


def draw_cost(
    sizes: Sequence[int],
    totals: Float[np.ndarray, " N"],
    counted: Float[np.ndarray, " N"],
    measured: Float[np.ndarray, " N"],
) -> Figure:
    """Draw multiplications, and the proportion of them and of the time for scores, against V."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(8, 3))
    left.plot(sizes, totals / 1e6, marker="o")
    left.set(xlabel="V, words", ylabel="multiplications, millions", title="The cost grows with V")
    right.plot(sizes, 100 * counted, marker="o", label="multiplications, counted")
    right.plot(sizes, 100 * measured, "s--", label="training step, measured")
    right.set(xlabel="V, words", ylabel="spent on the scores, %", ylim=(0, 105))
    right.set_title("Nearly all of it is softmax")
    right.legend()
    return figure


def draw_reach(true_words: Sequence[int], reach: Float[np.ndarray, "S N"], window: float) -> Figure:
    """Draw perplexity against the number of true words, mean and range of seeds.

    Args:
        true_words: How many of the last words are those of the text.
        reach: Validation perplexity for each seed and number.
        window: That of the model with a window of four.
    """
    figure, axes = plt.subplots(figsize=(7, 3.2))
    axes.set(xscale="log", xlabel="true words before the one to predict, k")
    axes.set(ylabel="validation perplexity")
    axes.set_title("What stood more than 16 words back hardly matters")
    axes.axhline(window, color="0.4", ls=":", label="window of 4")
    _mean_and_range(axes, true_words, reach)
    axes.set_xticks(true_words, [str(number) for number in true_words])
    axes.minorticks_off()
    return figure


def draw_choices(
    pairs: Sequence[tuple[str, str]], answers: Mapping[str, Sequence[Bool[np.ndarray, " G"]]]
) -> Figure:
    """Draw how often each model chooses the right word, pair by pair and over all gaps.

    Args:
        pairs: The two words of each pair.
        answers: For each model an array a pair: where it chose the right word.
    """
    figure, axes = plt.subplots(figsize=(7.5, 3.0))
    places = [*range(len(pairs)), len(pairs) + 0.5]
    for number, (name, found) in enumerate(answers.items()):
        groups = [*found, np.concatenate(found)]
        means = np.array([group.mean() for group in groups])
        half = [1.96 * group.std() / len(group) ** 0.5 for group in groups]
        shift = 0.18 * (number - 1.5)
        axes.errorbar(
            np.array(places) + shift, means, half, label=name, capsize=2,
            color=f"C{(6, 0, 1, 2)[number]}", fmt="xso^"[number],
        )  # fmt: skip
    labels = [
        f"{first} / {second}\n{len(group)}"
        for (first, second), group in zip(pairs, next(iter(answers.values())), strict=True)
    ]
    axes.axvline(len(pairs) - 0.25, color="0.7", lw=1)
    axes.set_xticks(places, [*labels, f"all gaps\n{len(groups[-1])}"])
    axes.set(ylabel="right choices (95% interval)", ylim=(0.28, 1.02), xlabel="pair, and its gaps")
    axes.yaxis.set_major_formatter(PercentFormatter(1.0))
    axes.set_title("Over all gaps, the mixture beats each model alone")
    _legend_above(axes, columns=4)
    return figure
