"""The figures of the path, each with its number, caption and words."""

from lessons.l08_pretraining import diagrams, distributions

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter
from torch import Tensor

from bertlab.pretraining.generation import Candidate, fill_mask
from bertlab.pretraining.readout import from_change
from bertlab.text.wordpiece import WordPieceTokenizer
from workbook.captions import Captioned, figure
from workbook.charts import headed
from workbook.claims import check

WIDTH = 4.8  # inches: one drawing serves a phone and a page
OPENING = "He opened the [MASK] and went in.", "He opened the [MASK] and began to read."
CORRUPTIONS = "hidden", "exchanged", "kept"


def both_sides(tokenizer: WordPieceTokenizer) -> Captioned:
    """Show what a small BERT fills into the sentences of the first page."""
    model = from_change("minilm-words")
    guesses = {text: fill_mask(model, tokenizer, text)[0] for text in OPENING}
    door, book = (guesses[text][0].piece for text in OPENING)
    check("door, then book", (door, book) == ("door", "book"))
    return figure(
        _both_sides(guesses),
        "8.1",
        "What `minilm-words`, the small BERT of lesson 07, puts into the gap. An hour of training "
        "with masked words gave it its word head.",
        alt=f"Two bar charts of guesses for the gap. First above: {door}. First below: {book}.",
    )


def _both_sides(found: Mapping[str, Sequence[Candidate]]) -> Figure:
    drawn, panels = plt.subplots(
        len(found), 1, figsize=(WIDTH, 3.8), sharex=True, layout="constrained"
    )
    for axes, (sentence, gap) in zip(panels, found.items(), strict=True):
        colors = ["C1"] + ["C0"] * (len(gap) - 1)
        axes.barh([c.piece for c in gap], [c.probability for c in gap], color=colors)
        axes.invert_yaxis()
        words = sentence.replace("[MASK]", "____")
        axes.set_title(words, loc="left", fontsize="medium", fontweight="normal")
    panels[-1].set_xlabel("probability")
    return headed(drawn, "The end of the sentence decides the first guess")


def two_questions() -> Captioned:
    """Show what BERT is asked."""
    return figure(
        diagrams.two_questions(),
        "8.2",
        "A pair of texts with a gap, and both questions.",
        alt="A pair of texts with a gap goes into BERT. Above [MASK] a head answers 'fell', above "
        "[CLS] another one answers that the second text followed.",
    )


def corruptions() -> Captioned:
    """Show what the model may see at a chosen token."""
    return figure(
        diagrams.corruptions(),
        "8.3",
        "Three times the same sentence. The chosen word is hidden, exchanged, or kept.",
        alt="Three rows, one sentence. At the chosen position stands [MASK] in 80%, another word "
        "in 10%, the word itself in 10%. To the right of them stands the one answer, 'book'.",
    )


def coverage() -> Captioned:
    """Show how much of a text is asked for at least once, with few masks and with many."""
    named = {"a new mask each time": 40, "ten masks, in turn": 10, "one mask": 1}
    curves = {name: distributions.coverage(number) for name, number in named.items()}
    ends = ", ".join(f"{name}: {curve[-1]:.0%}" for name, curve in curves.items())
    apart = [abs(curves[name][-1] - (1 - 0.85**number)) for name, number in named.items()]
    check("each curve ends at 1 - 0.85^masks, within a point", max(apart) < 0.01)
    drawn, axes = plt.subplots(figsize=(WIDTH, 3.2), layout="constrained")
    for name, curve in curves.items():
        axes.plot(range(1, 1 + len(curve)), curve)
        axes.annotate(
            name, (len(curve), curve[-1]), (0, -14), textcoords="offset points", ha="right"
        )
    axes.set(xlabel="epochs", ylabel="words asked for", ylim=(0, 1.05))
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    return figure(
        headed(drawn, "One mask never asks for most of a text"),
        "8.4",
        "Words that were chosen at least once, out of 4,000.",
        alt=f"Three curves. After 40 epochs, {ends}.",
    )


def two_losses() -> Captioned:
    """Show how scores become one number."""
    return figure(
        diagrams.two_losses(),
        "8.5",
        "From vectors to the loss.",
        alt="M vectors and B vectors go through a head each; two means of -log p are added.",
    )


def schedule(factor: Callable[..., float]) -> Captioned:
    """Show the student's factor, update by update."""
    heights = [factor(step, 250, 25) for step in range(250)]
    drawn, axes = plt.subplots(figsize=(WIDTH, 2.4), layout="constrained")
    axes.plot(range(1, 251), heights)
    axes.set(xlabel="update", ylabel="factor", ylim=(0, 1.1), xlim=(0, 250))
    return figure(
        headed(drawn, "Small steps first, small steps last"),
        "8.6",
        "Your factor for 250 updates, 25 of them warm-up.",
        alt=f"A line from {heights[0]:.2f} up to {max(heights):.0f}, then down to "
        f"{heights[-1]:.3f}.",
    )


def learning(losses: Sequence[Sequence[float]], vocab_size: int) -> Captioned:
    """Show the losses of models that learned the tiny language, means of ten updates."""
    equal = math.log(vocab_size) + math.log(2)
    drawn, axes = plt.subplots(figsize=(WIDTH, 2.8), layout="constrained")
    for number, model in enumerate(losses):
        means = np.reshape(model, (-1, 10)).mean(axis=1)
        label = "" if number else f"your BERT, {len(losses)} seeds"
        axes.plot(10 * np.arange(1, 1 + len(means)), means, color="C0", lw=1, label=label)
    axes.axhline(equal, color="0.5", linestyle="--", label="equal probabilities")
    axes.set(xlabel="updates", ylabel="loss in nats", ylim=(0, None))
    axes.legend()
    last = [float(np.mean(model[-20:])) for model in losses]
    check("from over 4 to below 1", min(x[0] for x in losses) > 4 and max(last) < 1)
    return figure(
        headed(drawn, "Your BERT learns the stories within seconds"),
        "8.7",
        "The sum of both losses, for three initializations.",
        alt=f"Three curves fall from about {equal:.1f} to about {np.mean(last):.1f}.",
    )


def plateau(record: Mapping[str, Any]) -> Captioned:
    """Show the held-out losses of recorded models from their first update on."""
    curves, stored = record["results"]["en"], record["configuration"]["stored"]["en"]
    unigram, steps = curves["unigram"][0], curves["step"][0]
    losses = np.array(curves["held_out"])  # (S, lines)
    start, mid, end = (losses[:, steps.index(step)] for step in (150, stored, steps[-1]))
    check("flat, then steep", (start - mid).max() < 0.2 and (mid - end).min() > 0.8)
    check(
        "a little below the frequencies", 0.2 < (unigram - mid).min() <= (unigram - mid).max() < 0.6
    )
    drawn, axes = plt.subplots(figsize=(WIDTH, 3.2), layout="constrained")
    for seed, line in enumerate(losses):
        axes.plot(steps, line, color="C0", lw=1.3, label="" if seed else "three seeds")
    axes.axhline(unigram, color="0.4", linestyle=":", label="frequencies alone")
    axes.plot(stored, losses[0, steps.index(stored)], "o", color="C1", label="stored")
    axes.set(xlabel="updates", ylabel="held-out loss in nats")
    axes.legend()
    return figure(
        headed(drawn, "Hundreds of updates of little gain, then a steep fall"),
        "8.8",
        "Three recorded runs: the loss of chosen letters in articles that were not read.",
        alt=f"Three curves fall to about {mid.mean():.1f}, a little below a line at {unigram:.1f}, "
        f"stay there for hundreds of updates, then fall to {end.mean():.1f}.",
    )


def crossing(record: Mapping[str, Any], losses: Sequence[float], every: int = 25) -> Captioned:
    """Show the student's run where the recorded ones stand."""
    curves, stored = record["results"]["en"], record["configuration"]["stored"]["en"]
    steps, own = curves["step"][0], np.reshape(losses, (-1, every)).mean(axis=1)
    check("yours falls by more than 0.5 nats", own[0] - own[-1] > 0.5)
    drawn, axes = plt.subplots(figsize=(WIDTH, 3.2), layout="constrained")
    for seed, line in enumerate(curves["training"]):
        axes.plot(steps, line, color="0.65", lw=1.2, label="" if seed else "recorded")
    axes.plot(stored + every * np.arange(1, 1 + len(own)), own, color="C1", lw=2.2, label="yours")
    axes.set(xlabel="updates", ylabel="training loss in nats")
    axes.legend()
    return figure(
        headed(drawn, "Your own loop goes down where the recorded ones did"),
        "8.9",
        f"Both losses together, means of {every} of your updates and of 50 recorded ones.",
        alt=f"Your curve begins at update {stored} at {own[0]:.1f} and falls to {own[-1]:.1f}, as "
        "the gray curves do.",
    )


def by_corruption(before: Tensor, after: Tensor, record: Mapping[str, Any]) -> Captioned:
    """Show the mean losses at hidden, exchanged and kept positions, before and after the run."""
    unigram = record["results"]["en"]["unigram"][0]
    drawn, axes = plt.subplots(figsize=(WIDTH, 2.6), layout="constrained")
    rows = range(len(before))
    axes.hlines(rows, before, after, color="0.6")
    axes.plot(before, rows, "o", color="C0", markersize=9, label="on the plateau")
    axes.plot(after, rows, "D", color="C1", markersize=8, label="after your run")
    axes.axvline(unigram, color="0.4", linestyle=":", label="frequencies alone")
    axes.set(xlabel="held-out loss in nats", ylim=(2.5, -0.5), xlim=(0, None))
    axes.set_yticks(rows, CORRUPTIONS)
    drawn.legend(loc="outside lower center", ncols=2)
    check("hidden letters gain over 0.5 nats", float(before[0] - after[0]) > 0.5)
    values = "; ".join(
        f"{name} from {a:.1f} to {b:.1f}"
        for name, a, b in zip(CORRUPTIONS, before.tolist(), after.tolist(), strict=True)
    )
    return figure(
        headed(drawn, "The gain is where it was missing: at hidden letters"),
        "8.10",
        "The loss of chosen letters by what the model sees there.",
        alt=f"A row for each kind, with two marks: {values}.",
    )
