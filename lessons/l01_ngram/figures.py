"""Pictures of the n-gram lesson: texts that counts write, and what was measured."""

from lessons.l01_ngram.measure import Choice, Halves

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


def copies_as_html(pieces: Sequence[Sequence[str]]) -> HTML:
    """Show a text cut into pieces, each in a frame of its own."""
    look = "border: 1px solid #0072b2; border-radius: 0.3em; padding: 0 0.25em; line-height: 1.6"
    frames = [f'<span style="{look}">{html.escape(" ".join(piece))}</span>' for piece in pieces]
    return HTML(f"<p>{' '.join(frames)}</p>")


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


def draw_halves(found: Halves, part: float = 0.4) -> Figure:
    """Plot what a count loses in the other half, beside a fixed amount and a fixed proportion."""
    counts = np.array(found.counts)
    lost = counts - found.again
    figure, axes = plt.subplots(figsize=(6.6, 3.4))
    axes.plot(counts, part * counts, color="C1", linestyle="--")
    axes.plot(counts, np.full(len(counts), lost.mean()), color="0.5", linestyle=":")
    axes.errorbar(counts, lost, yerr=found.errors, marker="o", capsize=3, color="C0")
    axes.text(6.2, 2.75, f"{part:.0%} of the count", color="C1", ha="right")
    axes.text(8.5, lost.mean() + 0.35, "a fixed amount", color="0.4", ha="center")
    axes.text(4.0, 0.45, "measured, with standard error", color="C0", ha="center")
    axes.set(xlabel="count in one half", ylabel="lost in the other half", ylim=(0, 4))
    axes.set_title("A count loses about the same amount, small or large")
    return figure


def draw_offered(history: str, offered: Mapping[str, Mapping[str, float]]) -> Figure:
    """Draw what words get after a history that saw none of them, by each way of handing out.

    Args:
        history: The word before.
        offered: For each way, in words, the probability of each word.
    """
    figure, every = plt.subplots(len(offered), 1, figsize=(6.6, 3.4), sharex=True)
    most = max(value for words in offered.values() for value in words.values())
    for axes, (way, words), color in zip(every, offered.items(), ("C1", "C0"), strict=True):
        bars = axes.barh(list(words), list(words.values()), color=color)
        labels = [f"{value:.6f}" for value in words.values()]
        axes.bar_label(bars, labels, padding=4)
        axes.set_title(f"given by {way}", fontsize=11)
        axes.set(xlim=(0, 1.25 * most), xticks=[])
        axes.invert_yaxis()
    every[-1].set_xlabel(f"probability after “{history}”, where neither was seen")
    figure.suptitle("Counting different words tells near from york", fontweight="bold")
    return figure


def draw_methods(orders: Sequence[int], perplexity: Mapping[str, Sequence[float]]) -> Figure:
    """Plot the perplexity of each smoothing by n, from n = 2 on."""
    figure, axes = plt.subplots(figsize=(6.6, 2.8))
    for (name, values), marker in zip(perplexity.items(), "so^D", strict=True):
        (line,) = axes.plot(orders[1:], values[1:], marker=marker)
        label = name.replace(" ", "\n", 1)
        axes.text(orders[-1] + 0.12, values[-1], label, va="center", color=line.get_color())
    axes.set(xlabel="n", ylabel="validation perplexity", xlim=(1.8, 6.4), xticks=orders[1:])
    axes.set_ylim(bottom=min(min(values[1:]) for values in perplexity.values()) - 4)
    axes.set_title(
        "The longer the history, the more it matters who gets what was taken", fontsize=11
    )
    return figure


def draw_choices(found: Sequence[Choice]) -> Figure:
    """Draw how often the counts choose the right one of two words, beside the frequent word."""
    ranked = sorted(found, key=lambda choice: choice.right)
    places = np.arange(len(ranked))
    figure, axes = plt.subplots(figsize=(7.2, 3.4))
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


def draw_next(likely: Mapping[str, float], beginning: str) -> Figure:
    """Draw the most probable next words of a beginning, the best on top."""
    figure, axes = plt.subplots(figsize=(6.6, 2.2))
    axes.barh(list(likely), list(likely.values()))
    axes.invert_yaxis()
    axes.set_xlabel("probability, modified Kneser-Ney")
    axes.set_title(f"{beginning} ...", parse_math=False)
    return figure
