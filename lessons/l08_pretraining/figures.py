"""Pictures of the lesson on pre-training: masks, the plateau, long runs, comparisons, gaps."""

import html
from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from jaxtyping import Float
from matplotlib.figure import Figure

from bertlab.pretraining.generation import Candidate
from bertlab.pretraining.masking import Masked
from bertlab.training.loop import Line
from workbook.claims import mean_sd

CELL = "background: {}; color: #111; padding: 2px 5px"
ASKED, PLAIN = "#fbe3c0", "#e8e8e8"


def mask_table(masked: Masked, vocabulary: Sequence[str]) -> str:
    """Return HTML: a text as the model sees it, and below each chosen place what stood there."""
    answers = dict(zip(masked.places.tolist(), masked.targets.tolist(), strict=True))
    cells = ""
    for place, piece in enumerate(masked.input_ids.tolist()):
        below = html.escape(vocabulary[answers[place]]) if place in answers else "&nbsp;"
        style = CELL.format(ASKED if place in answers else PLAIN)
        cells += f'<div style="{style}">{html.escape(vocabulary[piece])}<br><b>{below}</b></div>'
    return f'<div style="display: flex; flex-wrap: wrap; gap: 3px">{cells}</div>'


def draw_masks(
    fates: Float[np.ndarray, " 3"], asked: Float[np.ndarray, " N"], free: Float[np.ndarray, " N"]
) -> Figure:
    """Draw what became of chosen tokens, and the share of words chosen along the sequence.

    Args:
        fates: How many became [MASK], another piece, or stayed.
        asked: How many were chosen, in each part of the sequence.
        free: How many could be chosen there.
    """
    figure, (left, right) = plt.subplots(1, 2, figsize=(8, 3.2))
    left.bar(["[MASK]", "random", "kept"], fates / fates.sum())
    left.plot([0.8, 0.1, 0.1], "k_", markersize=40, label="the rule")
    left.set(ylabel="share of the chosen tokens", title="80, 10 and 10")
    left.legend(markerscale=0.4)
    right.bar(range(len(asked)), asked / free)
    right.axhline(0.15, color="k", linewidth=1)
    right.set(xlabel="tenth of the sequence", ylabel="share of words chosen")
    right.set_title("15%, at every place")
    return figure


def draw_coverage(curves: Mapping[str, Float[np.ndarray, " N"]]) -> Figure:
    """Draw the share of a text that was asked at least once, epoch by epoch."""
    figure, axes = plt.subplots(figsize=(8, 3.2))
    for name, curve in curves.items():
        axes.plot(range(1, 1 + len(curve)), curve, label=name)
    axes.set(xlabel="epochs", ylabel="share of tokens asked", ylim=(0, 1.02))
    axes.set_title("One mask asks for 15% of a text, however often it is read")
    axes.legend(loc="center right")
    return figure


def draw_descent(curves: Sequence[Mapping[str, Any]], vocab_size: int) -> Figure:
    """Draw the held-out losses of young models, in nats above the unigram guess.

    Args:
        curves: As ``lessons.l08_pretraining.experiments.plateau.follow`` returns them.
        vocab_size: V; one who gives all pieces equal shares has a loss of log V.
    """
    figure, axes = plt.subplots(figsize=(8, 3.4))
    for number, curve in enumerate(curves):
        label = "" if number else f"a small BERT, {len(curves)} seeds"
        heights = np.array(curve["validation"]) - curve["unigram"]
        axes.plot(np.array(curve["tokens"]) / 1000, heights, color="C0", label=label)
    equal = np.log(vocab_size) - curves[0]["unigram"]
    axes.axhline(equal, color="C1", linestyle="--", label="equal shares for all")
    axes.axhline(0, color="C2", linestyle="--", label="the frequencies, and no more")
    axes.set(xlabel="thousand tokens read", ylabel="nats above the unigram guess")
    axes.set_title("The held-out loss falls to the unigram guess, and stays")
    axes.legend()
    return figure


def draw_plateaus(results: Mapping[str, Sequence[Mapping[str, Any]]], margin: float) -> Figure:
    """Draw the recorded plateau: for each length of sequence a curve for each seed.

    Args:
        results: Of the experiment ``plateau``.
        margin: How far below the unigram guess a run has left it, in nats.
    """
    figure, axes = plt.subplots(figsize=(8, 3.4))
    for color, (length, runs) in enumerate(results.items()):
        for seed, run in enumerate(runs):
            heights = np.array(run["validation"]) - run["unigram"]
            label = "" if seed else f"sequences of up to {length}"
            axes.plot(np.array(run["tokens"]) / 1e6, heights, f"C{color}", label=label)
    axes.axhline(-margin, color="0.5", linestyle=":", label="plateau left")
    axes.set(xlabel="million tokens read", ylabel="nats above the unigram guess", ylim=(None, 1))
    axes.set_title("Short sequences leave the plateau sooner")
    axes.legend()
    return figure


def draw_long_runs(runs: Mapping[str, Mapping[str, Any]]) -> Figure:
    """Draw what the published checkpoints could do on validation text, step by step."""
    figure, panels = plt.subplots(1, 2, figsize=(8, 3.4))
    questions = {"masked": "masked words", "next": "pairs"}
    for color, (name, run) in enumerate(runs.items()):
        steps = [line["step"] / 1000 for line in run["history"]]
        for axes, question in zip(panels, questions, strict=True):
            shares = [line[f"validation_{question}_accuracy"] for line in run["history"]]
            axes.plot(steps, shares, f"C{color}", label=name)
            axes.axvline(run["configuration"]["short_steps"] / 1000, color="0.7", lw=0.8)
    for axes, words in zip(panels, questions.values(), strict=True):
        axes.set(xlabel="thousand updates", ylabel=f"{words} guessed right", ylim=(0, None))
    panels[1].axhline(0.5, color="0.5", linestyle=":", label="a coin")
    panels[1].legend()
    figure.suptitle("Words first, pairs later; the line marks the change to long sequences")
    return figure


def scores_line(scores: Mapping[str, float]) -> str:
    """Write what a checkpoint can do in a line: accuracies, and perplexity at the gaps."""
    shares = [f"{scores[f'{kind}_accuracy']:.1%}" for kind in ("masked", "next")]
    perplexity = np.exp(scores["masked_lm"])
    return f"words {shares[0]} (perplexity {perplexity:.1f}), pairs {shares[1]}"


def draw_comparison(curves: Mapping[str, Sequence[Sequence[Line]]]) -> Figure:
    """Draw held-out accuracy on masked characters for several kinds of models.

    Args:
        curves: For each kind, for each seed, the logged lines of the experiment ``ablation``.
    """
    figure, axes = plt.subplots(figsize=(8, 3.6))
    for color, (name, seeds) in enumerate(curves.items()):
        for seed, lines in enumerate(seeds):
            steps = [line["step"] for line in lines]
            shares = [line["held_out_masked_accuracy"] for line in lines]
            axes.plot(steps, shares, f"C{color}", lw=1, label="" if seed else name)
    axes.set(xlabel="updates", ylabel="characters guessed right")
    axes.set_title("Reading both ways waits on a plateau, one way does not")
    axes.legend(fontsize="small")
    return figure


def lead(ahead: Mapping[str, Any], behind: Mapping[str, Any]) -> dict[int, float]:
    """Return by how many points one kind guesses more characters than another, by updates.

    Args:
        ahead: A run of the experiment ``ablation``.
        behind: Another one, logged at the same updates.

    Returns:
        For each logged number of updates the difference of the means over seeds.
    """
    shares = [
        [[line["held_out_masked_accuracy"] for line in lines] for lines in kind["curves"]]
        for kind in (ahead, behind)
    ]
    gaps = 100 * (np.mean(shares[0], axis=0) - np.mean(shares[1], axis=0))
    steps = [line["step"] for line in ahead["curves"][0]]
    return dict(zip(steps, gaps.tolist(), strict=True))


def draw_two_losses(curves: Mapping[str, Sequence[Sequence[Line]]]) -> Figure:
    """Draw training and held-out loss side by side, as ``draw_comparison`` takes them."""
    figure, panels = plt.subplots(1, 2, figsize=(8, 3.2), sharey=True)
    titles = {"masked_lm": "on the training text", "held_out_masked_lm": "on held-out text"}
    for axes, (key, title) in zip(panels, titles.items(), strict=True):
        for color, (name, seeds) in enumerate(curves.items()):
            for seed, lines in enumerate(seeds):
                heights = [line[key] for line in lines]
                steps = [line["step"] for line in lines]
                axes.plot(steps, heights, f"C{color}", lw=1, label="" if seed else name)
        axes.set(xlabel="updates")
        axes.set_title(title, loc="center")
    panels[0].set_ylabel("loss in nats")
    panels[1].legend(fontsize="small")
    figure.suptitle("Masks drawn once are learned by heart")
    return figure


def last_accuracies(ways: Mapping[str, Mapping[str, Any]]) -> list[list[float]]:
    """Return what each way of the experiment ``readout`` guesses in the end, seed by seed."""
    return [
        [lines[-1]["held_out_masked_accuracy"] for lines in found["curves"]]
        for found in ways.values()
    ]


def draw_readout(ways: Mapping[str, Mapping[str, Any]], longer: float) -> Figure:
    """Draw how well each way of freeing ``minilm`` guesses held-out words, seed by seed.

    Args:
        ways: Of the experiment ``readout``.
        longer: Share that the last way guesses after a longer training.
    """
    figure, axes = plt.subplots(figsize=(8, 3.2))
    for height, last in enumerate(last_accuracies(ways)):
        axes.barh(height, np.mean(last), color="C0", alpha=0.5)
        axes.plot(last, [height] * len(last), "k.", markersize=5)
        words = f"{mean_sd([100 * share for share in last])}%"
        axes.annotate(words, (max(last), height), (6, 0), textcoords="offset points", va="center")
    axes.plot([longer], [len(ways) - 1], "D", color="C1", label=f"trained longer: {longer:.1%}")
    axes.legend(loc="center right")
    names = [f"{way} ({found['trained'] / 1e6:.1f} M)" for way, found in ways.items()]
    axes.set(yticks=range(len(ways)), xlabel="held-out pieces guessed right")
    axes.set_yticklabels(names)
    axes.invert_yaxis()
    axes.set_title("Freeing the top is not enough: reach down")
    return figure


def gap_table(sentence: str, gaps: Sequence[Sequence[Candidate]]) -> str:
    """Return HTML: for each [MASK] of a sentence its likeliest pieces."""
    rows = ""
    for number, gap in enumerate(gaps, start=1):
        cells = "".join(f"<td>{html.escape(c.piece)} {c.probability:.0%}</td>" for c in gap)
        rows += f"<tr><th>gap {number}</th>{cells}</tr>"
    return f"<p>{html.escape(sentence)}</p><table>{rows}</table>"
