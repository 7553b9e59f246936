"""Pictures of what the lesson on input measures."""

from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

NAMES = {
    "untrained": "untrained rows",
    "in words": "(in love), (angry)",
    "trained": "trained emojis",
    "trained, alone": "emoji alone",
    "its text": "emoji + own message",
    "another text": "emoji + other message",
    "no text": "emoji alone",
    "the text alone": "message alone",
}


def draw_sizes(
    pieces: Mapping[int, float], published: tuple[int, float], characters: float
) -> Figure:
    """Plot what a longer vocabulary saves (pieces in a word), and what it costs (numbers).

    Args:
        pieces: For each size of our vocabulary, the pieces in a word of new text.
        published: The size of BERT's vocabulary, and the pieces in a word with it.
        characters: The characters in a word of new text.
    """
    figure, (saved, cost) = plt.subplots(2, sharex=True, figsize=(6, 5.4), height_ratios=(3, 2))
    saved.plot(
        list(pieces), list(pieces.values()), "o-", label="our list, cut after its first pieces"
    )
    saved.plot(*published, "D", label="BERT's (from other, longer texts)")
    for height, name in ((characters, "characters only"), (1, "1: whole words")):
        saved.axhline(height, color="0.4", linestyle=":")
        saved.text(520, height + 0.07, name, color="0.25")
    saved.set(ylabel="pieces in a word\nof new text", ylim=(0.8, characters + 0.5))
    saved.set_title("Each doubling of the list saves less and costs more", fontsize="large")
    saved.legend(loc="upper right", bbox_to_anchor=(1, 0.88))
    sizes = [*pieces, published[0]]
    millions = [size * 768 / 1e6 for size in sizes]
    cost.plot(sizes, millions, "o", color="C2")
    cost.text(sizes[-1] * 0.92, millions[-1], f"BERT: {millions[-1]:.0f}", ha="right", va="center")
    cost.set(xscale="log", xlabel="pieces in the list", ylim=(0, None), xlim=(450, 40_000))
    cost.set_ylabel("million numbers\nin the table")
    cost.set_xticks(sizes, [f"{size:,}" for size in sizes])
    cost.minorticks_off()
    return figure


def draw_lengths(lengths: Mapping[str, Sequence[int]], limit: int = 512) -> Figure:
    """Plot which proportion of the texts of some collections fits in how many tokens."""
    figure, axes = plt.subplots(figsize=(6, 3.7))
    for (name, values), style in zip(lengths.items(), ("-", "--", "-."), strict=True):
        fits = np.arange(1, len(values) + 1) / len(values)
        axes.plot(np.sort(values), fits, style, label=name)
    for height, (place, name) in enumerate({128: "128", limit: f"{limit}, BERT's limit"}.items()):
        axes.axvline(place, color="0.4", linestyle=":")
        axes.text(place * 1.06, 0.05 + 0.1 * (1 - height), name, color="0.25")
    ticks = [8, 32, 128, 512, 2048]
    axes.set(xscale="log", xlabel="tokens, [CLS] and [SEP] counted", xlim=(4, 3000))
    axes.set(ylabel="proportion of texts that fit", ylim=(0, 1.02))
    axes.set_xticks(ticks, [f"{tick:,}" for tick in ticks])
    axes.minorticks_off()
    below = axes.legend(loc="upper center", bbox_to_anchor=(0.45, -0.2), ncols=2)
    below.set_frame_on(False)
    axes.set_title("Most texts fit in 128 tokens; a few exceed 512")
    return figure


def draw_company(
    lengths: Sequence[int], found: Mapping[str, np.ndarray], different: float
) -> Figure:
    """Plot how far vectors of texts move when they are padded, with the mask and without it.

    Args:
        lengths: To which the texts are padded.
        found: Cosines, a row for each text and a column for each length.
        different: The mean cosine of two different texts, for comparison.
    """
    figure, axes = plt.subplots(figsize=(6, 3.8))
    for (name, cosines), marker in zip(found.items(), "os", strict=True):
        axes.plot(lengths, cosines.mean(axis=0), marker=marker, label=name)
        axes.fill_between(lengths, cosines.min(axis=0), cosines.max(axis=0), alpha=0.2)
    axes.set_xscale("log", base=2)
    axes.set_xticks(lengths, [str(length) for length in lengths])
    axes.set(xlabel="padded length (tokens)", ylabel="cosine with the text alone", ylim=(0, 1.05))
    axes.axhline(different, color="0.4", linestyle=":", label="two different texts, not padded")
    number = len(found["without it"])
    axes.set_title(
        "Without the mask, vectors depend on the padding\n"
        f"(mean of {number} texts; band: all of them)",
        fontsize="large",
    )
    below = axes.legend(loc="upper center", bbox_to_anchor=(0.45, -0.18), ncols=2)
    below.set_frame_on(False)
    return figure


def listed(proportions: Mapping[str, float]) -> str:
    """Return names with percentages, in a line."""
    return ", ".join(f"{name} {each:.0%}" for name, each in proportions.items())


def draw_replies(
    found: Mapping[str, Sequence[float]],
    searches: Mapping[str, Sequence[float]],
    num_questions: int,
) -> Figure:
    """Plot how often the right reply is found, a row for each way to say what is meant.

    Args:
        found: For each way, the proportion of right choices between two replies with each seed.
        searches: The proportion of searches with the right reply in the first place of all.
        num_questions: Asked with each seed; there are twice as many replies in all.
    """
    figure, (choice, search) = plt.subplots(2, figsize=(6, 5.8), gridspec_kw={"hspace": 0.12})
    _draw_splits(choice, found, 50.0)
    choice.set_xlabel(f"right reply of two (% of {num_questions} choices)")
    title = "Trained emojis find the right reply of two,\nwith the message or without it"
    choice.set_title(title, fontsize="large")
    _draw_splits(search, searches, 100 / (2 * num_questions))
    search.set_xlabel(f"right reply first of {2 * num_questions} (% of {num_questions} searches)")
    search.set_title("In a search, the emoji adds little", fontsize="large")
    below = search.legend(loc="upper center", bbox_to_anchor=(0.35, -0.36), ncols=3)
    below.set_frame_on(False)
    return figure


def _draw_splits(axes: Axes, found: Mapping[str, Sequence[float]], chance: float) -> None:
    """Draw proportions in percent, a row for each name: its mean, and a point for each split.

    Equal points stand above each other; the mean is written at the right.
    """
    for row, values in enumerate(found.values()):
        if row % 2 == 0:
            axes.axhspan(row - 0.5, row + 0.5, color="0.95", zorder=0)
        mean, first = float(100 * np.mean(values)), row == 0
        bar: dict[str, Any] = {
            "markersize": 24,
            "markeredgewidth": 3,
            "label": "mean" if first else None,
        }
        axes.plot(mean, row, "|", color="C0", **bar)
        splits = [round(100 * value, 3) for value in values]
        for number, split in enumerate(splits):
            equal = splits[:number].count(split) - (splits.count(split) - 1) / 2
            label = "a split" if first and number == 0 else None
            axes.plot(split, row + 0.22 * equal, "o", color="C1", markersize=6, label=label)
        axes.text(103, row, f"{mean:.0f}%", ha="left", va="center")
    axes.axvline(chance, color="0.4", linestyle=":", label="chance")
    axes.set_yticks(range(len(found)), [NAMES.get(name, name) for name in found])
    axes.set_ylim(len(found) - 0.5, -0.5)
    axes.set_xlim(-3, 101)
