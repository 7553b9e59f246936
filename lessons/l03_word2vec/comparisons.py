"""Pictures that compare models of the word2vec lesson: gains, people, frequencies."""

from lessons.l03_word2vec.figures import name_panel
from lessons.l03_word2vec.people import YOURS, Agreement

from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from jaxtyping import Float
from matplotlib.figure import Figure


def draw_gains(rows: Sequence[Mapping[str, Any]], unigram: Mapping[str, float]) -> Figure:
    """Draw by how much six models guess better than by frequency alone, in held-out perplexity.

    Args:
        rows: For each context three objectives, the full softmax first.
        unigram: The perplexity of guessing by frequency alone, for each context.
    """
    figure, panels = plt.subplots(2, 1, figsize=(6, 4.4), sharex=True)
    for axes, (context, baseline) in zip(panels, unigram.items(), strict=True):
        these = [row for row in rows if row["context"] == context]
        gains = baseline - np.array([row["perplexity"] for row in these])
        names, means = [row["objective"] for row in these], gains.mean(1)
        spread = gains.std(1, ddof=1)
        axes.barh(names, means, xerr=spread, color=["C0", "C1", "C2"])
        for place, (mean, extra) in enumerate(zip(means, spread, strict=True)):
            axes.text(mean + extra + 0.6, place, f"{mean / means[0]:.0%}", va="center", fontsize=12)
        axes.tick_params(axis="y", labelsize=12)
        axes.invert_yaxis()
        axes.margins(x=0.12)
        name_panel(axes, context)
    panels[1].set_xlabel(
        "perplexity below that of guessing by frequency\n(%: of the full softmax's)"
    )
    title = "A tree and negative sampling keep most\nof what a full softmax gains"
    figure.suptitle(title, weight="bold", x=0.01, ha="left")
    return figure


def draw_people(found: Mapping[str, Mapping[str, Agreement]]) -> Figure:
    """Draw correlations with people: a row for each model, with a dot a seed and the interval."""
    figure, panels = plt.subplots(len(found), 1, figsize=(6, 4.7), sharex=True, squeeze=False)
    for axes, (name, rows) in zip(panels[:, 0], found.items(), strict=True):
        for place, (label, row) in enumerate(rows.items()):
            color = "C1" if label == YOURS else "C0"
            axes.plot([row.low, row.high], [place, place], color=color, linewidth=1.5)
            apart = place + np.linspace(-0.2, 0.2, len(row.seeds) + 2)[1:-1]
            axes.plot(row.seeds, apart, "o", color=color, markersize=5, alpha=0.7)
        today = rows[YOURS].seeds[0]
        first = np.linspace(-0.2, 0.2, len(rows[YOURS].seeds) + 2)[1]
        place = list(rows).index(YOURS) + first
        axes.plot(today, place, "o", color="black", fillstyle="none", markersize=10)
        axes.set_yticks(range(len(rows)), list(rows), fontsize=12)
        axes.set(xlim=(-0.15, 1), ylim=(len(rows) - 0.4, -0.6))
        axes.axvline(0, color="0.5", linestyle=":")
        name_panel(axes, name)
    label = "Spearman correlation with people\n(a dot is a seed, with a ring: yours of today;\n"
    label += "lines: 95% intervals)"
    panels[-1, 0].set_xlabel(label)
    title = "The input table of minilm, a small BERT,\nagrees far better with people"
    figure.suptitle(title, weight="bold", x=0.01, ha="left")
    return figure


def draw_between(leaning: Mapping[str, float], left: str, right: str) -> Figure:
    """Draw words between two others: a bar to the side of the one with the larger cosine.

    Args:
        leaning: For each word its cosine with the right one minus that with the left one, sorted.
        left: The word at the left.
        right: The word at the right.
    """
    names, values = list(leaning), list(leaning.values())
    figure, axes = plt.subplots(figsize=(6, 4))
    axes.barh(names, values, color=["C1" if value < 0 else "C0" for value in values])
    axes.axvline(0, color="0.4", linewidth=1)
    axes.tick_params(axis="y", labelsize=12)
    axes.set_xlabel(f"cosine with “{right}” minus cosine with “{left}”")
    axes.set_title(
        f"Of these, “{names[0]}” leans most to “{left}”,\nand “{names[-1]}” to “{right}”"
    )
    return figure


def draw_bands(
    found: Mapping[tuple[int, str], Float[np.ndarray, "S bands"]],
    sizes: Sequence[int],
    bands: Sequence[str],
    chance: float,
) -> Figure:
    """Plot the agreement with a larger model against the frequency of words, a panel a size.

    Args:
        found: For each size and objective a row a seed.
        sizes: Which sizes are shown.
        chance: What ten words drawn at random would find.
        bands: The names of the columns.
    """
    figure, rows = plt.subplots(
        len(sizes), 1, figsize=(6, 1.2 + 1.35 * len(sizes)), sharex=True, sharey=True, squeeze=False
    )
    panels = rows[:, 0]
    looks = {
        "hierarchical softmax": ("o", "-"),
        "negative sampling": ("s", "--"),
    }
    for axes, size in zip(panels, sizes, strict=True):
        for color, (objective, (marker, style)) in enumerate(looks.items()):
            values = found[size, objective]
            axes.plot(values.mean(0), style, color=f"C{color}", label=objective)
            places = np.arange(values.shape[1])
            for row in values:
                axes.plot(places, row, marker, color=f"C{color}", markersize=5, alpha=0.7)
        axes.set_xticks(range(len(bands)), bands, fontsize=12)
        axes.axhline(chance, color="0.5", linestyle=":", label="chance")
        name_panel(axes, f"vectors of {size} numbers")
    panels[-1].set_xlabel("occurrences of the word")
    figure.supylabel("proportion of minilm's 10 neighbors", fontsize=12)
    panels[0].set_ylim(0, None)
    panels[0].legend(loc="upper left")
    title = "Negative sampling leads only for frequent words\nand 10 numbers; with 30 it is level"
    figure.suptitle(title, weight="bold", x=0.01, ha="left")
    return figure
