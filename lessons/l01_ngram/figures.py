"""Pictures of the n-gram lesson: texts that counts write, and what was measured."""

from lessons.l01_ngram.measure import Choice, Halves

import html
from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
import numpy as np
from IPython.display import HTML
from matplotlib.figure import Figure

LEFT = "text-align: left; vertical-align: top; padding: 0.4em 0.8em 0.4em 0"


def _entitle(figure: Figure, words: str) -> None:
    """Write a title from the left edge on, so that a narrow figure has room for it."""
    figure.suptitle(words, x=0.01, ha="left", fontsize=12, fontweight="bold")


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


def copies_as_html(pieces: Sequence[Sequence[str]], shared: int) -> HTML:
    """Show a text cut into pieces, each in a frame; what leads to the next piece is bold.

    Args:
        pieces: The words of each piece.
        shared: How many words at the end of a piece stand in the sentence of the next one, too.
    """
    look = "border: 1px solid #0072b2; border-radius: 0.3em; padding: 0 0.25em; line-height: 1.7"
    dark = "background: #fbe3b5; font-weight: bold"
    frames = []
    for number, piece in enumerate(pieces):
        cut = len(piece) - shared * (number < len(pieces) - 1)
        own, both = (html.escape(" ".join(part)) for part in (piece[:cut], piece[cut:]))
        bold = f' <b style="{dark}">{both}</b>' * bool(both)
        frames.append(f'<span style="{look}">{own}{bold}</span>')
    return HTML(f"<p>{' '.join(frames)}</p>")


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
        words = f"{part:.1%} kept; perplexity {perplexity:.0f}"
        if part < 0.5:
            axes.text(100 * part + 1.5, place, words, va="center")
        else:
            axes.text(100 * part - 1.5, place, words, va="center", ha="right", color="white")
    axes.set_yticks(places, [f"k = {row[0]:g}" for row in rows])
    axes.set(xlabel="probability, %", xlim=(0, 100))
    axes.invert_yaxis()
    _entitle(figure, f"After “{word}”: seen words blue, others gray")
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
    axes.text(8.5, lost.mean() + 0.35, "a fixed amount", color="0.4", ha="center")
    axes.text(4.0, 0.45, "same articles, with standard error", color="C0", ha="center")
    axes.text(8.9, 1.65, "different articles", color="C2", ha="right")
    axes.set(xlabel="count in one half", ylabel="lost in the other half", ylim=(0, 4))
    _entitle(figure, "The loss is level within the same articles only")
    return figure


def draw_offered(
    history: str, offered: Mapping[str, Mapping[str, float]], handed_out: float
) -> Figure:
    """Draw what words get after a history that saw none of them, by each way of handing out.

    Args:
        history: The word before.
        offered: For each way, in words, the probability of each word.
        handed_out: What is handed out after this history in all.
    """
    figure, every = plt.subplots(len(offered), 1, figsize=(5.7, 3.6), sharex=True)
    most = max(value for words in offered.values() for value in words.values())
    for axes, (way, words), color in zip(every, offered.items(), ("C1", "C0"), strict=True):
        bars = axes.barh(list(words), list(words.values()), color=color)
        labels = [f"{1e4 * value:.2f} of 10,000" for value in words.values()]
        axes.bar_label(bars, labels, padding=4, fontsize=11)
        axes.set_title(f"given by {way}", fontsize=11)
        axes.set(xlim=(0, 1.45 * most), xticks=[])
        axes.tick_params(axis="y", labelsize=11)
        axes.invert_yaxis()
    every[-1].set_xlabel(f"part of the {handed_out:.2f} that is handed out after “{history}”")
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
    _entitle(figure, "Longer history: continuation counts help more")
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
    axes.set(xlim=(50, 101), xlabel="right, % (50: a coin)")
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
    _entitle(figure, f"{first} is {third / last:.0f} times as probable as {second}")
    return figure
