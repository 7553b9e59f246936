"""Pictures of the lesson on input: tokens as cards in HTML, and what was measured as curves.

The cards are HTML rather than a figure, since a browser has letters for every script.
"""

import html
from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
import numpy as np
from IPython.display import HTML
from matplotlib.figure import Figure

from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer

FIRST, SECOND, SPECIAL, UNKNOWN = "#cfe6f7", "#fbe3c0", "#e4e4e4", "#f6c7c7"
ROW = "display: flex; flex-wrap: wrap; gap: 4px; font-family: monospace; font-size: 14px"
NAMES = {"in words": "category as\na plain word", "trained, no word": "trained token,\nno word"}
CARD = "padding: 3px 6px; border-radius: 4px; text-align: center; color: #111; background: "


def token_cards(
    tokenizer: WordPieceTokenizer, text: str, pair: str | None = None, most: int = 60
) -> str:
    """Draw the tokens of a text, or of a pair, as cards: piece, id, type, position.

    Args:
        tokenizer: Cuts the text.
        text: The (first) text.
        pair: The second text, if there is one.
        most: How many cards to draw; what follows is counted in a line below.

    Returns:
        HTML. Blue is type 0, orange type 1, gray a special piece, red [UNK].
    """
    encoded = tokenizer.encode(text, pair)
    cards = ""
    rows = zip(encoded.input_ids[:most], encoded.token_type_ids, strict=False)
    for position, (i, kind) in enumerate(rows):
        piece = tokenizer.vocabulary[i]
        color = SECOND if kind else FIRST
        if piece in SPECIALS:
            color = UNKNOWN if piece == "[UNK]" else SPECIAL
        cards += (
            f'<div style="{CARD}{color}"><b>{html.escape(piece)}</b><br>{i}'
            f"<br><small>type {kind}, at {position}</small></div>"
        )
    left = len(encoded.input_ids) - most
    rest = f"<p>and {left} more</p>" if left > 0 else ""
    return f'<div style="{ROW}">{cards}</div>{rest}'


def what_arrives(tokenizer: WordPieceTokenizer, texts: Sequence[tuple[str, str]]) -> HTML:
    """Show texts, each with the pieces that a BERT reads in its place.

    Args:
        tokenizer: Cuts the texts.
        texts: What is written, and a gloss in English (``""`` if it needs none).
    """
    rows = ""
    for text, gloss in texts:
        cards = ""
        for piece in tokenizer.tokenize(text):
            color = UNKNOWN if piece == "[UNK]" else FIRST
            cards += f'<div style="{CARD}{color}">{html.escape(piece)}</div>'
        meaning = f"<br><small>{html.escape(gloss)}</small>" if gloss else ""
        rows += (
            '<div style="margin: 0.6em 0"><div style="margin-bottom: 3px">'
            f'<b>{html.escape(text)}</b>{meaning}</div><div style="{ROW}">{cards}</div></div>'
        )
    return HTML(rows)


def draw_joins(found: Mapping[str, Sequence[float]]) -> Figure:
    """Plot the pieces in a word of new text after some joins, a curve for each rule.

    Args:
        found: For each rule, the pieces in a word after 0, 25, 50 ... joins.
    """
    figure, axes = plt.subplots(figsize=(6, 3.2))
    for (name, means), marker in zip(found.items(), "os^", strict=True):
        axes.plot(25 * np.arange(len(means)), means, marker=marker, label=name)
    axes.set(xlabel="joins", ylabel="pieces in a word of new text", ylim=(1, None))
    axes.set_title("Joins by quotient hardly shorten new words")
    axes.legend(loc="lower left")
    return figure


def draw_lengths(lengths: Mapping[str, Sequence[int]], limit: int = 512) -> Figure:
    """Plot which proportion of the texts of some collections fits in how many tokens."""
    figure, axes = plt.subplots(figsize=(6, 3.4))
    for (name, values), style in zip(lengths.items(), ("-", "--", "-."), strict=True):
        fits = np.arange(1, len(values) + 1) / len(values)
        axes.plot(np.sort(values), fits, style, label=name)
    axes.axvline(limit, color="0.4", linestyle=":")
    axes.text(limit * 1.06, 0.06, f"{limit}, BERT's limit", color="0.25")
    ticks = [8, 32, 64, 128, 256, 512, 2048]
    axes.set(xscale="log", xlabel="tokens, [CLS] and [SEP] counted", xlim=(4, 3000))
    axes.set(ylabel="proportion of texts that fit", ylim=(0, 1.02))
    axes.set_xticks(ticks, [f"{tick:,}" for tick in ticks])
    axes.minorticks_off()
    below = axes.legend(loc="upper center", bbox_to_anchor=(0.45, -0.2), ncols=3, fontsize="small")
    below.set_frame_on(False)
    axes.set_title("Most texts fit in 128 tokens; a few exceed 512")
    return figure


def draw_company(lengths: Sequence[int], found: Mapping[str, np.ndarray]) -> Figure:
    """Plot how far vectors of texts move when they are padded, with the mask and without it.

    Args:
        lengths: To which the texts are padded.
        found: Cosines, a row for each text and a column for each length.
    """
    figure, axes = plt.subplots(figsize=(6, 3.2))
    for (name, cosines), marker in zip(found.items(), "os", strict=True):
        axes.plot(lengths, cosines.mean(axis=0), marker=marker, label=name)
        axes.fill_between(lengths, cosines.min(axis=0), cosines.max(axis=0), alpha=0.2)
    axes.set_xscale("log", base=2)
    axes.set_xticks(lengths, [str(length) for length in lengths])
    axes.set(xlabel="padded length (tokens)", ylabel="cosine with the text alone", ylim=(0, 1.05))
    axes.set_title("Without the mask, vectors depend on the padding")
    number = len(found["without it"])
    axes.text(lengths[0], 0.31, f"line: mean of {number} texts\nband: all of them", va="bottom")
    axes.legend(loc="lower left")
    return figure


def listed(proportions: Mapping[str, float]) -> str:
    """Return names with percentages, in a line."""
    return ", ".join(f"{name} {each:.0%}" for name, each in proportions.items())


def draw_tags(found: Mapping[str, Sequence[float]], num_questions: int) -> Figure:
    """Plot how often the right meaning is found, a row for each way to say the category.

    Args:
        found: For each way, the proportion of right answers with each seed.
        num_questions: Asked with each seed.
    """
    figure, axes = plt.subplots(figsize=(6, 3))
    for row, values in enumerate(found.values()):
        mean, first = float(100 * np.mean(values)), row == 0
        axes.plot(mean, row, "D", color="C0", markersize=9, label="mean" if first else None)
        splits = 100 * np.asarray(values)
        jitter = row + np.linspace(0.1, 0.3, len(values))
        axes.plot(splits, jitter, "o", color="C1", markersize=4, label="a split" if first else None)
        above = axes.text(mean, row - 0.17, f"{mean:.0f}%", ha="center", va="bottom", zorder=1)
        above.set_bbox({"facecolor": "white", "edgecolor": "none", "pad": 0.5})
    axes.axvline(50, color="0.4", linestyle=":", label="chance", zorder=0)
    axes.legend(loc="lower left")
    axes.set_yticks(range(len(found)), [NAMES.get(name, name) for name in found])
    axes.set(ylim=(len(found) - 0.4, -0.75), xlim=(30, 105))
    axes.set_xlabel(f"right text of two found, % of {num_questions} questions")
    axes.set_title(
        "A trained token finds the right text,\nwith a word or without", fontsize="large"
    )
    return figure
