"""The figures of the path, each with its number, caption and words."""

from lessons.l08_pretraining import diagrams

import math
from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import torch
from torch import Tensor

from bertlab.pretraining.generation import fill_mask
from bertlab.pretraining.readout import from_change
from bertlab.text.wordpiece import WordPieceTokenizer
from workbook.captions import Captioned, figure
from workbook.charts import headed
from workbook.claims import check

WIDTH = 4.8  # inches: one drawing serves a phone and a page
OPENING = "He opened the [MASK] and went in.", "He opened the [MASK] and began to read."
Guesses = Sequence[tuple[str, float]]  # pieces and probabilities, the likeliest first
CORRUPTIONS = "hidden", "exchanged", "kept"


def both_sides(tokenizer: WordPieceTokenizer) -> Captioned:
    """Show what a small BERT fills into the sentences of the first page."""
    model = from_change("minilm-words")
    found = {text: fill_mask(model, tokenizer, text)[0] for text in OPENING}
    guesses = [[(c.piece, c.probability) for c in candidates] for candidates in found.values()]
    caption = "What `minilm-words`, the small BERT of lesson 07, puts into the gap."
    return _opening(guesses, "8.1", "The end of the sentence decides the first guess", caption)


def answered(guesses: Sequence[Guesses]) -> Captioned:
    """Show what the student's BERT fills into the same sentences, by the student's function."""
    caption = (
        "What your BERT, seed 0, puts into the gap. It has read neither sentence, and knows few "
    )
    caption += "words; the BERT of Figure 8.1 chose among 30,522 pieces."
    return _opening(guesses, "8.9", "Your own BERT answers the first question", caption)


def _opening(guesses: Sequence[Guesses], number: str, title: str, caption: str) -> Captioned:
    door, book = (of[0][0] for of in guesses)
    check("door, then book", (door, book) == ("door", "book"))
    drawn, panels = plt.subplots(2, 1, figsize=(WIDTH, 3.8), sharex=True, layout="constrained")
    for axes, sentence, of in zip(panels, OPENING, guesses, strict=True):
        pieces, probabilities = zip(*of, strict=True)
        axes.barh(pieces, probabilities, color=["C1"] + ["C0"] * (len(of) - 1))
        axes.invert_yaxis()
        words = sentence.replace("[MASK]", "____")
        axes.set_title(words, loc="left", fontsize="medium", fontweight="normal")
    panels[-1].set_xlabel("probability")
    alt = f"Two bar charts of guesses for the gap. First above: {door}. First below: {book}."
    return figure(headed(drawn, title), number, caption, alt)


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
        "The chosen word is hidden, exchanged, or kept.",
        alt="Three rows, one sentence. At the chosen position stands [MASK] in 80%, another word "
        "in 10%, the word itself in 10%. To the right of them stands the one answer, 'book'.",
    )


def two_losses() -> Captioned:
    """Show how scores become one number."""
    return figure(
        diagrams.two_losses(),
        "8.4",
        "From vectors to the loss.",
        alt="M vectors and B vectors go through a head each; two means of -log p are added.",
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
        "8.5",
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
        "8.6",
        "Three recorded runs: the loss of chosen letters in articles that were not read.",
        alt=f"Three curves fall to about {mid.mean():.1f}, a little below a line at {unigram:.1f}, "
        f"stay there for hundreds of updates, then fall to {end.mean():.1f}.",
    )


def crossing(record: Mapping[str, Any], curve: Mapping[int, float]) -> Captioned:
    """Show the student's run where the recorded ones stand.

    Args:
        record: Of the experiment ``approach``.
        curve: The held-out loss of words after some of the student's updates, 0 among them.
    """
    curves, stored = record["results"]["en"], record["configuration"]["stored"]["en"]
    steps, unigram, own = curves["step"][0], curves["unigram"][0], [*curve.values()]
    check("yours falls by more than 0.5 nats", own[0] - own[-1] > 0.5)
    drawn, axes = plt.subplots(figsize=(WIDTH, 3.2), layout="constrained")
    for seed, line in enumerate(curves["held_out"]):
        axes.plot(steps, line, color="0.65", lw=1.2, label="" if seed else "recorded")
    axes.plot(stored + np.array([*curve]), own, color="C1", lw=2.2, label="yours")
    axes.axhline(unigram, color="0.4", linestyle=":", label="frequencies alone")
    axes.set(xlabel="updates", ylabel="held-out loss in nats")
    axes.legend()
    return figure(
        headed(drawn, "Your own loop goes down where the recorded ones did"),
        "8.7",
        "The loss of chosen letters alone, without pairs, in articles that were not read.",
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
    weights = torch.tensor([0.8, 0.1, 0.1])
    early, gains = (weights * (unigram - before)).tolist(), (weights * (before - after)).tolist()
    axes.text(1.02, -0.75, "share: share × gain", size=9.5, transform=axes.get_yaxis_transform())
    for row, shares in enumerate(zip(weights.tolist(), early, gains, strict=True)):
        words = "{:.0%}: {:+.2f}, then {:+.2f}".format(*shares).replace("-", "−")
        axes.text(1.02, row, words, va="center", size=9.5, transform=axes.get_yaxis_transform())
    check("on the plateau kept letters bring more of the gain than hidden ones",
          early[2] > early[0] + 0.05 and abs(float(before[0]) - unigram) < 0.25)  # fmt: skip
    check("then hidden letters gain most", gains[0] > max(0.4, 2 * (gains[1] + gains[2])))
    values = "; ".join(
        f"{name} from {a:.1f} to {b:.1f}"
        for name, a, b in zip(CORRUPTIONS, before.tolist(), after.tolist(), strict=True)
    )
    return figure(
        headed(drawn, "What is not given away has become easier"),
        "8.8",
        "Chosen letters by what the model sees there. At the right: share, and share times gain, "
        "of the plateau over frequencies, then of your run.",
        alt=f"A row for each kind, with two marks: {values}.",
    )
