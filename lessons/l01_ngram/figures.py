"""Pictures of what the n-gram lesson measures."""

from lessons.l01_ngram.measure import Choice, Halves

from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure


def _entitle(figure: Figure, words: str) -> None:
    """Write a title from the left edge on, so that a narrow figure has room for it."""
    figure.suptitle(words, x=0.01, ha="left", fontsize=12, fontweight="bold")


def draw_unseen(orders: Sequence[int], unseen: Sequence[float]) -> Figure:
    """Draw for each n how much of a new text was never seen."""
    figure, axes = plt.subplots(figsize=(5.7, 3.2))
    bars = axes.bar(orders, [100 * part for part in unseen], color="C1")
    axes.bar_label(bars, fmt="%.1f%%")
    axes.set(xlabel="n", ylabel="never seen in training, %", ylim=(0, 100), xticks=orders)
    _entitle(figure, "From n = 3 on, most n-grams of a new text are new")
    return figure


def draw_kept(rows: Sequence[tuple[float, float, float]], word: str) -> Figure:
    """Draw for each k how much probability the words keep that were seen after a word.

    Args:
        rows: k, the proportion that is kept, the validation perplexity.
        word: After which word.
    """
    figure, axes = plt.subplots(figsize=(5.7, 2.8))
    places = range(len(rows))
    kept = [100 * row[1] for row in rows]
    axes.barh(places, kept, color="C0")
    axes.barh(places, [100 - part for part in kept], left=kept, color="0.88")
    for place, (_, part, perplexity) in enumerate(rows):
        axes.text(109, place, f"{perplexity:.0f}", va="center", ha="center")
        words = f"{part:.1%} kept"
        if part < 0.5:
            axes.text(100 * part + 1.5, place, words, va="center")
        else:
            axes.text(100 * part - 1.5, place, words, va="center", ha="right", color="white")
    axes.set_yticks(places, [f"k = {row[0]:g}" for row in rows])
    axes.text(109, -0.75, "perplexity", va="center", ha="center")
    axes.set(xlabel=f"probability after “{word}”, %: seen words blue", xlim=(0, 100))
    axes.invert_yaxis()
    _entitle(figure, f"Add-one leaves {rows[0][1]:.1%} to the words that were seen")
    return figure


def draw_weights(
    weights: Sequence[float], validation: Sequence[float], training: Sequence[float]
) -> Figure:
    """Plot the perplexity of a mixture against the weight of the pairs, on both texts."""
    figure, axes = plt.subplots(figsize=(5.7, 3.4))
    finite = [value if np.isfinite(value) else np.nan for value in validation]
    best = int(np.nanargmin(finite))
    for values, name, at in ((training, "training text", 3), (finite, "validation text", 3)):
        (line,) = axes.plot(weights, values, marker="o", markersize=4)
        above = 14 if name == "validation text" else -36
        axes.annotate(
            name,
            (weights[at], values[at]),
            xytext=(8, above),
            textcoords="offset points",
            color=line.get_color(),
        )
    axes.plot(weights[best], finite[best], "o", color="C1", markersize=11, fillstyle="none")
    top = 1.5 * np.nanmax([*finite, *training])
    if not np.isfinite(validation[-1]):
        look = {"arrowstyle": "->", "color": "C1", "linestyle": "--"}
        last = (weights[-2], finite[-2])
        axes.annotate("", (weights[-1], top), last, arrowprops=look)
        axes.text(weights[-1] - 0.03, top / 1.08, "∞", color="C1", size=16, ha="right", va="top")
    axes.set(xlabel="weight of the pairs", ylabel="perplexity, logarithmic axis", yscale="log")
    axes.set_yticks([50, 100, 200, 400], ["50", "100", "200", "400"])
    axes.set(ylim=(0.8 * min(training), top))
    axes.minorticks_off()
    axes.set_xticks(weights, [f"{weight:.1f}" for weight in weights])
    _entitle(figure, "The training text always wants more of the pairs")
    return figure


def draw_halves(found: Halves, apart: Halves, part: float = 0.4) -> Figure:
    """Plot what a count loses in the other half, beside a fixed amount and a fixed proportion.

    Args:
        found: In halves of the same articles.
        apart: In halves of different articles.
        part: The proportion.
    """
    counts = np.array(found.counts)
    lost = counts - found.again
    figure, axes = plt.subplots(figsize=(5.7, 3.4))
    axes.plot(counts, part * counts, color="C1", linestyle="--")
    axes.plot(counts, np.full(len(counts), lost.mean()), color="0.5", linestyle=":")
    axes.errorbar(counts, lost, yerr=found.errors, marker="o", capsize=3, color="C0")
    more = counts - apart.again
    axes.errorbar(counts, more, yerr=apart.errors, marker="s", capsize=3, color="C2")
    axes.text(6.2, 2.75, f"{part:.0%} of the count", color="C1", ha="right")
    axes.text(8.9, lost.mean() + 0.35, "dotted: a fixed amount", color="0.4", ha="right")
    axes.text(4.0, 0.45, "same articles", color="C0", ha="center")
    axes.text(8.9, 1.65, "different articles", color="C2", ha="right")
    axes.set(
        xlabel="count in one half (bars: standard errors)",
        ylabel="lost in the other half",
        ylim=(0, 4),
    )
    _entitle(figure, f"Same articles: a count loses {lost.min():.1f} to {lost.max():.1f}")
    return figure


def draw_offered(history: str, offered: Mapping[str, Mapping[str, float]]) -> Figure:
    """Draw what words get after a history that saw none of them, by each way of handing out.

    Args:
        history: The word before.
        offered: For each way, in words, the probability of each word.
    """
    figure, every = plt.subplots(len(offered), 1, figsize=(5.7, 3.6), sharex=True)
    most = max(value for words in offered.values() for value in words.values())
    for axes, (way, words), color in zip(every, offered.items(), ("C1", "C0"), strict=True):
        bars = axes.barh(list(words), list(words.values()), color=color)
        labels = [f"{1e4 * value:.2f}" for value in words.values()]
        axes.bar_label(bars, labels, padding=4, fontsize=11)
        axes.set_title(f"given by {way}", fontsize=11)
        axes.set(xlim=(0, 1.2 * most), xticks=[])
        axes.tick_params(axis="y", labelsize=11)
        axes.invert_yaxis()
    every[-1].set_xlabel(f"probability after “{history}”, × 10,000")
    _entitle(figure, "Counting different words tells near from york")
    return figure


def draw_parts(parts: Mapping[str, tuple[float, float]], history: str) -> Figure:
    """Draw Kneser-Ney after a history: what is left of a word's own counts, and what it is given.

    Args:
        parts: Both probabilities for each word.
        history: The word before.
    """
    figure, axes = plt.subplots(figsize=(5.7, 3.0))
    names = list(parts)
    left, given = (np.array(column) for column in zip(*parts.values(), strict=True))
    axes.barh(names, left, color="C0")
    axes.barh(names, given, left=left, color="0.75")
    for place, (own, more) in enumerate(zip(left, given, strict=True)):
        words = f"{own:.3f} + {more:.3f} = {own + more:.3f}"
        axes.text(own + more + 0.01, place, words, va="center", fontsize=11)
    axes.set(xlabel=f"P(word | {history}): what is left (blue), what is given (gray)")
    axes.set(xlim=(0, 1.0))
    axes.tick_params(axis="y", labelsize=11)
    axes.invert_yaxis()
    _entitle(figure, f"After “{history}”: seen words pay, every word receives")
    return figure


def draw_methods(orders: Sequence[int], perplexity: Mapping[str, Sequence[float]]) -> Figure:
    """Plot the perplexity of each smoothing by n, from n = 2 on."""
    figure, axes = plt.subplots(figsize=(5.7, 3.6))
    for (name, values), marker in zip(perplexity.items(), "sPo^D", strict=True):
        (line,) = axes.plot(orders[1:], values[1:], marker=marker)
        axes.text(orders[-1] + 0.12, values[-1], name, va="center", color=line.get_color())
    least = min(min(values[1:]) for values in perplexity.values()) // 5 * 5
    axes.set(xlabel="n", xlim=(1.8, 6.4), xticks=orders[1:])
    axes.set_ylabel(f"validation perplexity, from {least:.0f} on")
    axes.set_ylim(bottom=least)
    change = values[-1] / values[orders.index(3)] - 1
    words = f"from 3 to 5: {change:.0%}".replace("-", "−")
    axes.text(4, values[-1] - 0.9, words, ha="center", va="top", color=line.get_color())
    _entitle(figure, f"After n = 3, the best model gains only {-change:.0%}")
    return figure


def draw_choices(found: Sequence[Choice]) -> Figure:
    """Draw how often the counts choose the right one of two words, beside the frequent word."""
    ranked = sorted(found, key=lambda choice: choice.right)
    places = np.arange(len(ranked))
    figure, axes = plt.subplots(figsize=(5.8, 4.0))
    right = np.array([choice.right for choice in ranked])
    ends = np.array([choice.interval for choice in ranked]).T
    error = 100 * np.abs(ends - right)
    axes.errorbar(
        100 * right, places, xerr=error, fmt="o", capsize=3, label="trigram, 95% interval"
    )
    frequent = [100 * choice.frequent for choice in ranked]
    axes.plot(frequent, places, "s", label="always the word more frequent in training")
    axes.set_yticks(places, [f"{' / '.join(c.words)}  ({c.places})" for c in ranked])
    for name, choice in zip(axes.get_yticklabels(), ranked, strict=True):
        name.set_color("black" if choice.clear else "0.6")
    axes.set(xlim=(50, 101), xlabel="right, % (50: a coin); gray names: no clear difference")
    hardest = " / ".join(ranked[0].words)
    _entitle(figure, f"Most pairs are told apart; “{hardest}” is hardest")
    figure.legend(loc="outside lower center")
    return figure


def draw_cities(cities: Mapping[str, tuple[int, int, float]], history: str) -> Figure:
    """Draw the probability of some names after a word, on a logarithmic axis.

    Args:
        cities: For each name how often it occurs, how often after ``history``, and its probability.
        history: The word before.
    """
    figure, axes = plt.subplots(figsize=(5.7, 3.2))
    places = range(len(cities))
    values = [value for _, _, value in cities.values()]
    axes.plot(values, places, "o", markersize=9)
    for place, value in zip(places, values, strict=True):
        axes.text(1.4 * value, place, f"{value:.6f}", va="center", fontsize=11)
    names = [
        f"{name}: {all_} times,\n{after} after {history}"
        for name, (all_, after, _) in cities.items()
    ]
    axes.set_yticks(places, names, fontsize=11)
    axes.set_xscale("log")
    axes.set(xlim=(min(values) / 2, 12 * max(values)), ylim=(len(cities) - 0.5, -0.5))
    axes.set_xlabel(f"P(city | {history}), modified Kneser-Ney, logarithmic axis")
    (*_, third), (*_, last) = list(cities.values())[-2:]
    first, second = (name.capitalize() for name in list(cities)[-2:])
    times = f"{third / last:.0f} times as probable as {second}"
    _entitle(figure, f"After “{history}”, {first} is {times}")
    return figure
