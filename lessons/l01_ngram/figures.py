"""Pictures of the n-gram lesson: texts that counts write, and what was measured."""

from lessons.l01_ngram.measure import Choice, Halves, above_best

import html
from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
import numpy as np
from IPython.display import HTML
from matplotlib.figure import Figure

LEFT = "text-align: left; vertical-align: top; padding: 0.4em 0.8em 0.4em 0"


def texts_as_html(texts: Mapping[str, Sequence[str]]) -> str:
    """Lay out texts beside their names, all of it left-aligned and wrapped."""
    rows = []
    for name, group in texts.items():
        lines = [f'<div style="margin-bottom: 0.3em">{html.escape(text)}</div>' for text in group]
        first = f'<th style="{LEFT}; white-space: nowrap">{html.escape(name)}</th>'
        rows.append(f'<tr>{first}<td style="{LEFT}">{"".join(lines)}</td></tr>')
    return f"<table>{''.join(rows)}</table>"


def texts(found: Mapping[str, Sequence[str]], caption: str = "") -> HTML:
    """Show texts beside their names, below a caption."""
    return HTML(f"<p>{html.escape(caption)}</p>" * bool(caption) + texts_as_html(found))


def draw_unseen(orders: Sequence[int], unseen: Sequence[float]) -> Figure:
    """Draw for each n how much of a new text was never seen."""
    figure, axes = plt.subplots(figsize=(6.6, 3.2))
    bars = axes.bar(orders, [100 * part for part in unseen], color="C1")
    axes.bar_label(bars, fmt="%.1f%%")
    axes.set(xlabel="n", ylabel="never seen in training, %", ylim=(0, 100), xticks=orders)
    axes.set_title("From n = 3 on, most n-grams of a new text are new")
    return figure


def draw_kept(rows: Sequence[tuple[float, float, float]], word: str) -> Figure:
    """Draw for each k how much probability the words keep that were seen after a word.

    Args:
        rows: k, the proportion that is kept, the validation perplexity.
        word: After which word.
    """
    figure, axes = plt.subplots(figsize=(6.6, 2.8))
    places = range(len(rows))
    kept = [100 * row[1] for row in rows]
    axes.barh(places, kept, color="C0")
    axes.barh(places, [100 - part for part in kept], left=kept, color="0.88")
    for place, (_, part, perplexity) in enumerate(rows):
        words = f"{part:.1%} kept; perplexity {perplexity:.0f}"
        axes.text(100 * part + 1.5, place, words, va="center")
    axes.set_yticks(places, [f"k = {row[0]:g}" for row in rows])
    axes.set(xlabel="probability, %", xlim=(0, 100))
    axes.invert_yaxis()
    axes.set_title(f"After “{word}”: blue for seen words, gray for others")
    return figure


def draw_weights(
    weights: Sequence[float], validation: Sequence[float], training: Sequence[float]
) -> Figure:
    """Plot the perplexity of a mixture against the weight of the pairs, on both texts."""
    figure, axes = plt.subplots(figsize=(6.6, 3.4))
    finite = [value if np.isfinite(value) else np.nan for value in validation]
    best = int(np.nanargmin(finite))
    for values, name, at in ((training, "training text", 3), (finite, "validation text", 3)):
        (line,) = axes.plot(weights, values, marker="o", markersize=4)
        above = 14 if name == "validation text" else -22
        axes.annotate(
            name,
            (weights[at], values[at]),
            xytext=(8, above),
            textcoords="offset points",
            color=line.get_color(),
        )
    axes.plot(weights[best], finite[best], "o", color="C1", markersize=11, fillstyle="none")
    axes.set(xlabel="weight of the pairs", ylabel="perplexity", ylim=(0, None))
    axes.set_xticks(weights, [f"{weight:.1f}" for weight in weights])
    axes.set_title("The training text always asks for more weight on the pairs")
    return figure


def draw_halves(found: Halves) -> Figure:
    """Plot the mean count in the other half against the count in one."""
    figure, axes = plt.subplots(figsize=(6.6, 3.2))
    axes.plot(found.counts, found.counts, color="0.6", linestyle=":")
    axes.errorbar(found.counts, found.again, yerr=found.errors, marker="o", capsize=3)
    axes.text(6.3, 7.2, "if nothing were lost", color="0.4", ha="right")
    axes.text(6.6, 4.6, "measured, with standard error", color="C0", ha="left")
    axes.set(xlabel="count in one half", ylabel="mean count in the other")
    axes.set_title("A count loses roughly one, whether it is small or large")
    return figure


def draw_continuations(
    counts: np.ndarray, continuations: np.ndarray, shown: Mapping[str, tuple[int, int]]
) -> Figure:
    """Plot words by how often they occur and by how many different words stand before them."""
    figure, axes = plt.subplots(figsize=(6.6, 3.4))
    axes.loglog(counts, continuations, ".", markersize=3, color="0.75")
    for word, place in shown.items():
        axes.plot(*place, "o", color="C1")
        axes.annotate(word, place, xytext=(7, -4), textcoords="offset points")
    axes.set(xlabel="how often the word occurs", ylabel="different words before it")
    axes.set_title("A frequent word need not follow many different words")
    return figure


def draw_methods(orders: Sequence[int], validation: Mapping[str, Sequence[float | None]]) -> Figure:
    """Plot the perplexity of each smoothing by n, and how far the good ones are from the best."""
    figure, (left, right) = plt.subplots(2, 1, figsize=(6.5, 6.2))
    for name, color in (("add-one", "C3"), ("add-k", "C4")):
        left.plot(orders, validation[name], marker="o", markersize=4, color=color)
        left.text(orders[-1] + 0.12, validation[name][-1], name, color=color, va="center")
    for (name, percent), marker in zip(above_best(validation), "so^", strict=True):
        color = {"s": "C0", "o": "C1", "^": "C2"}[marker]
        left.plot(orders, validation[name], color=color, linewidth=1.2)
        right.plot(orders[1:], percent[1:], marker=marker, color=color)
        right.text(orders[-1] + 0.12, percent[-1], name.replace(" K", "\nK"), va="center", c=color)
    left.text(orders[-1] + 0.12, validation["interpolation"][-1], "the other\nthree", va="center")
    left.set(xlabel="n", ylabel="validation perplexity", yscale="log", xlim=(0.8, 6.6))
    left.set_title("Adding counts fails ...", fontsize=11)
    left.set_yticks([100, 300, 1000, 3000], ["100", "300", "1,000", "3,000"])
    left.minorticks_off()
    right.set(xlabel="n", ylabel="perplexity above the best, %", xlim=(1.8, 6.6), ylim=(-1, 16))
    right.set_title("... and of the other three, one is best", fontsize=11)
    left.set_xticks(orders)
    right.set_xticks(orders[1:])
    return figure


def draw_growth(words: Sequence[int], perplexity: np.ndarray) -> Figure:
    """Plot what a longer history gains against the size of the training text.

    Args:
        words: Of each training text.
        perplexity: (sizes, seeds, orders).
    """
    figure, axes = plt.subplots(figsize=(6.6, 3.2))
    names = {(2, 3): "from n = 2 to n = 3", (3, 5): "from n = 3 to n = 5"}
    for (short, long), name in names.items():
        gain = 100 * (1 - perplexity[:, :, long - 1] / perplexity[:, :, short - 1])
        (line, *_) = axes.errorbar(words, gain.mean(1), yerr=gain.std(1, ddof=1), marker="o")
        axes.text(words[-1] * 1.1, gain[-1].mean(), name, va="center", color=line.get_color())
    axes.set(xlabel="training words, thousands", ylabel="perplexity falls by, %", xscale="log")
    axes.set_xticks(words, [f"{size / 1000:.0f}" for size in words])
    axes.minorticks_off()
    axes.set(ylim=(-0.5, None), xlim=(words[0] * 0.85, words[-1] * 2.6))
    axes.set_title("The more text, the more a second word of history helps")
    return figure


def draw_choices(found: Sequence[Choice]) -> Figure:
    """Draw how often the counts choose the right one of two words, beside the frequent word."""
    ranked = sorted(found, key=lambda choice: choice.right)
    places = np.arange(len(ranked))
    figure, axes = plt.subplots(figsize=(7.2, 3.8))
    right = np.array([choice.right for choice in ranked])
    ends = np.array([choice.interval for choice in ranked]).T
    error = 100 * np.abs(ends - right)
    axes.errorbar(
        100 * right, places, xerr=error, fmt="o", capsize=3, label="trigram, 95% interval"
    )
    frequent = [100 * choice.frequent for choice in ranked]
    axes.plot(frequent, places, "s", label="always the more frequent word")
    axes.set_yticks(places, [f"{' / '.join(c.words)}  ({c.places})" for c in ranked])
    axes.set(xlim=(50, 101), xlabel="right, % (50: a coin)")
    hardest = " / ".join(ranked[0].words)
    axes.set_title(f"Neighbors tell most pairs apart; “{hardest}” is hardest")
    figure.legend(loc="outside lower center", ncols=2)
    return figure


def draw_next(words: Sequence[str], probabilities: Sequence[float], beginning: str) -> Figure:
    """Draw the most probable next words of a beginning, the best on top."""
    figure, axes = plt.subplots(figsize=(6.6, 2.8))
    axes.barh(words[::-1], probabilities[::-1])
    axes.set_xlabel("probability")
    axes.set_title(f"{beginning} ...", parse_math=False)
    return figure
