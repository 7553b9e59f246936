"""Pictures of the lesson on pre-training: gaps, masks, and small models that learn."""

import html
from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from jaxtyping import Bool, Float
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from bertlab.pretraining.generation import Candidate
from bertlab.pretraining.masking import Masked

CELL = "background: {}; color: #111; padding: 2px 5px"
ROW = "display: flex; flex-wrap: wrap; gap: 3px 14px"  # on a phone the guesses go on below
ASKED, PLAIN = "#fbe3c0", "#e8e8e8"


def mask_table(masked: Masked, vocabulary: Sequence[str]) -> str:
    """Return HTML: a text as the model sees it, and below each chosen place what stood there."""
    answers = dict(zip(masked.positions.tolist(), masked.targets.tolist(), strict=True))
    cells = ""
    for place, piece in enumerate(masked.input_ids.tolist()):
        below = html.escape(vocabulary[answers[place]]) if place in answers else "&nbsp;"
        style = CELL.format(ASKED if place in answers else PLAIN)
        cells += f'<div style="{style}">{html.escape(vocabulary[piece])}<br><b>{below}</b></div>'
    return f'<div style="display: flex; flex-wrap: wrap; gap: 3px">{cells}</div>'


def draw_both_sides(found: Mapping[str, Sequence[Candidate]]) -> Figure:
    """Draw the likeliest pieces at the gap of each of some sentences, one panel below the other."""
    figure, panels = plt.subplots(len(found), 1, figsize=(6.4, 2.1 * len(found)), sharex=True)
    for axes, (sentence, gap) in zip(panels, found.items(), strict=True):
        colors = ["C1"] + ["C0"] * (len(gap) - 1)
        axes.barh([c.piece for c in gap], [c.probability for c in gap], color=colors)
        axes.invert_yaxis()
        words = sentence.replace("[MASK]", "____")
        axes.set_title(words, loc="left", fontsize="medium", fontweight="normal")
    panels[-1].set_xlabel("probability")
    figure.suptitle("The end of the sentence decides the first guess", fontweight="bold")
    return figure


def draw_grids(grids: Mapping[str, Bool[np.ndarray, "E T"]], words: Sequence[str]) -> Figure:
    """Draw which tokens are asked for, epoch by epoch, and how often each one in all.

    Args:
        grids: By the kind of masks, where a token is asked for in an epoch.
        words: The tokens.
    """
    figure, panels = plt.subplots(len(grids), 1, figsize=(6.4, 2.7 * len(grids) + 0.6))
    for axes, (name, grid) in zip(panels, grids.items(), strict=True):
        axes.imshow(grid, cmap="Greys", vmax=1.3, aspect="auto")
        for place, times in enumerate(grid.sum(axis=0).tolist()):
            axes.text(place, len(grid) + 0.1, str(times), ha="center", va="center")
        axes.set_xticks(np.arange(-0.5, grid.shape[1]), minor=True)
        axes.set_yticks(np.arange(-0.5, len(grid)), minor=True)
        axes.grid(which="minor", color="0.8")
        axes.grid(visible=False, which="major")
        axes.tick_params(which="both", length=0)
        axes.set(xticks=[], yticks=[0, len(grid) - 1], yticklabels=["1", str(len(grid))])
        axes.set(ylabel="epoch", ylim=(len(grid) - 0.5, -0.5))
        axes.set_title(name, loc="left", fontsize="medium", fontweight="normal")
    axes.set_xticks(range(len(words)), words, rotation=90)
    axes.tick_params(axis="x", pad=20)
    axes.set_xlabel("each word, and above it how often it is asked for")
    figure.suptitle("One mask asks for the same words; new ones reach most", fontweight="bold")
    return figure


def draw_coverage(curves: Mapping[str, Float[np.ndarray, " N"]]) -> Figure:
    """Draw the proportion of a text that was asked for at least once, epoch by epoch."""
    figure, axes = plt.subplots(figsize=(6.4, 3.4))
    for name, curve in curves.items():
        axes.plot(range(1, 1 + len(curve)), curve)
        axes.annotate(
            name, (len(curve), curve[-1]), (0, -14), textcoords="offset points", ha="right"
        )
    axes.set(xlabel="epochs", ylabel="proportion asked for", ylim=(0, 1.05))
    axes.set_title("A mask that is drawn once never asks for most of a text")
    return figure


def draw_learning(losses: Sequence[Sequence[float]], know_nothing: float) -> Figure:
    """Draw the training losses of some models, each the mean of ten updates.

    Args:
        losses: For each model one loss for each update.
        know_nothing: The loss of one who gives all answers the same probability.
    """
    figure, axes = plt.subplots(figsize=(6.4, 3.2))
    for number, model in enumerate(losses):
        means = np.array(model[: len(model) // 10 * 10]).reshape(-1, 10).mean(axis=1)
        label = "" if number else f"your BERT, {len(losses)} seeds"
        axes.plot(10 * np.arange(1, 1 + len(means)), means, color="C0", lw=1, label=label)
    axes.axhline(know_nothing, color="0.5", linestyle="--", label="equal probabilities")
    axes.set(xlabel="updates", ylabel="sum of both losses, in nats", ylim=(0, None))
    axes.set_title(f"Your BERT learns within {len(losses[0])} updates")
    axes.legend()
    return figure


def draw_named(seen: Mapping[str, Sequence[float]], read: Mapping[str, Sequence[float]]) -> Figure:
    """Draw the proportion of visible words that are named: a dot for each seed, a row a kind.

    Args:
        seen: By the models' own word heads, for each kind of models.
        read: By a new linear layer on their vectors.
    """
    figure, panels = plt.subplots(2, 1, figsize=(6.4, 3.2), sharex=True)
    titles = "by the word head", "by a new linear layer on the last vectors, on new sentences"
    for axes, found, title in zip(panels, (seen, read), titles, strict=True):
        for row, proportions in enumerate(found.values()):
            apart = row + 0.22 * (np.arange(len(proportions)) - (len(proportions) - 1) / 2)
            axes.plot(proportions, apart, f"C{row}o", markersize=6, alpha=0.7)
        axes.set_yticks(range(len(found)), list(found))
        axes.set(xlim=(-0.03, 1.03), ylim=(len(found) - 0.4, -0.6))
        axes.xaxis.set_major_formatter(PercentFormatter(1))
        axes.set_title(title, loc="left", fontsize="medium", fontweight="normal")
    panels[-1].set_xlabel("visible words named, a dot for each seed")
    title = "[MASK] alone: the head misreads visible words"
    figure.suptitle(title, fontweight="bold")
    return figure


def draw_schedule(factors: Sequence[float], warmup: int) -> Figure:
    """Draw what the highest learning rate is multiplied by, update by update."""
    figure, axes = plt.subplots(figsize=(6.4, 2.6))
    axes.plot(range(len(factors)), factors)
    axes.axvline(warmup, color="0.5", linestyle=":")
    axes.annotate("end of the warm-up", (warmup, 0.05), (5, 0), textcoords="offset points")
    axes.set(xlabel="update", ylabel="factor", ylim=(0, 1.05))
    axes.set_title("The learning rate rises quickly and falls slowly")
    return figure


def draw_lengths(results: Mapping[str, Sequence[Mapping[str, Any]]], own_place: float) -> Figure:
    """Draw recorded losses for sequences of two lengths, in nats above the unigram guess.

    Args:
        results: Of the experiment ``plateau``.
        own_place: What one gains in nats who looks at the chosen places themselves.
    """
    figure, axes = plt.subplots(figsize=(6.4, 3.4))
    styles = zip(results.items(), ("-", "--"), strict=True)
    for color, ((length, runs), style) in enumerate(styles):
        for seed, run in enumerate(runs):
            heights = np.array(run["validation"]) - run["unigram"]
            label = "" if seed else f"sequences of up to {length}"
            tokens = np.array(run["tokens"]) / 1e6
            axes.plot(tokens, heights, f"C{color}", linestyle=style, label=label)
    axes.axhline(0, color="0.3", linestyle=":", label="frequencies alone (unigram)")
    axes.set(xlabel="million tokens read", ylabel="nats above the frequencies", ylim=(None, 1))
    axes.axhline(-own_place, color="0.5", linestyle="-.", label="frequencies and own place")
    axes.set_title("With short sequences the loss falls sooner")
    axes.legend()
    return figure


def gap_table(sentence: str, gaps: Sequence[Sequence[Candidate]]) -> str:
    """Return HTML: for each [MASK] of a sentence its likeliest pieces."""
    rows = ""
    for number, gap in enumerate(gaps, start=1):
        guesses = "".join(
            f"<span>{html.escape(c.piece)}&nbsp;{c.probability:.0%}</span>" for c in gap
        )
        rows += f'<div style="{ROW}"><b>gap {number}</b>{guesses}</div>'
    return f"<p>{html.escape(sentence)}</p>{rows}"
