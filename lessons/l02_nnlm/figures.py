"""Pictures of the lesson on neural language models: network, training, mixtures, cost, reach."""

from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
import numpy as np
from jaxtyping import Float
from matplotlib.figure import Figure

STEPS = {
    "word ids (B, T)": "look up a row of C for each",
    "x, vectors end to end (B, T m)": "multiply by H, add d, tanh",
    "hidden layer (B, D)": "multiply by U, add b (and W x)",
    "y, the scores (B, V)": "softmax",
    "probabilities of the next word (B, V)": "",
}


def draw_steps() -> Figure:
    """Draw the network as boxes with shapes, and what leads from each to the next."""
    figure, axes = plt.subplots(figsize=(8, 3.6))
    for height, (part, step) in enumerate(STEPS.items()):
        box = {"boxstyle": "round,pad=0.4", "facecolor": f"C{height}", "alpha": 0.3}
        axes.text(0.5, height, part, ha="center", va="center", fontsize=13, bbox=box)
        if step:
            ends = (0.5, height + 0.72), (0.5, height + 0.28)
            axes.annotate("", *ends, arrowprops={"arrowstyle": "->"})
            axes.text(0.53, height + 0.5, step, va="center", color="0.3")
    axes.set(
        xlim=(0, 1), ylim=(-0.4, 4.4), title="Four steps from T words to a distribution over V"
    )
    axes.axis("off")
    return figure


def draw_passes(epochs: Sequence[tuple[float, float]]) -> Figure:
    """Draw perplexity pass by pass: (training, validation) of each."""
    passes = range(1, 1 + len(epochs))
    figure, axes = plt.subplots(figsize=(8, 3))
    for name, values in zip(("training", "validation"), zip(*epochs, strict=True), strict=True):
        axes.plot(passes, values, marker="o", label=f"{name} text")
    axes.set(xlabel="pass", ylabel="perplexity", xticks=passes, ylim=(0, None))
    axes.set_title("Each pass brings less than the one before")
    axes.legend()
    return figure


def draw_models(epochs: Mapping[str, Sequence], trigram: float) -> Figure:
    """Draw what each kind of model reached pass by pass, beside the trigram.

    Args:
        epochs: For each model (seeds, passes, 2): perplexity on training and validation text.
        trigram: Perplexity of the trigram model on the validation text.
    """
    figure, panels = plt.subplots(1, len(epochs), figsize=(8, 3.2), sharey=True)
    for axes, (name, values) in zip(panels, epochs.items(), strict=True):
        curves = np.array(values)
        passes = range(1, 1 + curves.shape[1])
        for column, (label, marker) in enumerate((("training", "o"), ("validation", "s"))):
            lines = axes.plot(passes, curves[:, :, column].T, f"C{column}", marker=marker)
            lines[0].set_label(label)
        axes.axhline(trigram, color="0.5", ls=":", label="trigram, validation")
        axes.set(xlabel="pass", xticks=passes, ylim=(0, None))
        axes.set_title(name, loc="center")
    panels[0].set_ylabel("perplexity")
    panels[-1].legend()
    figure.suptitle("Direct connections: better at the training text, not at new text")
    return figure


def draw_mixtures(weights: Float[np.ndarray, " W"], curves: Sequence[Sequence[float]]) -> Figure:
    """Draw the perplexity of mixtures against the network's weight, a curve for each seed."""
    figure, axes = plt.subplots(figsize=(8, 3))
    for seed, curve in enumerate(curves):
        axes.plot(weights, curve, marker=".", label=f"seed {seed}")
    axes.set(xlabel="weight of the network (0: trigram alone, 1: network alone)")
    axes.set(ylabel="validation perplexity", title="A mixture of both beats each of them")
    axes.legend()
    return figure


def draw_groups(shares: Mapping[str, float], perplexities: Mapping[str, Sequence[float]]) -> Figure:
    """Draw bars: the perplexity of each model on each group of tokens.

    Args:
        shares: For each group its share of the tokens.
        perplexities: For each model one number a group.
    """
    figure, axes = plt.subplots(figsize=(8, 2.8))
    for place, (name, values) in enumerate(perplexities.items()):
        axes.bar(np.arange(len(shares)) + 0.27 * (place - 1), values, width=0.25, label=name)
    labels = [f"{name}\n{share:.0%} of tokens" for name, share in shares.items()]
    axes.set(yscale="log", ylabel="validation perplexity")
    axes.set_xticks(range(len(shares)), labels)
    axes.set_title("The trigram knows what it saw, the network what it did not")
    axes.legend()
    return figure


def draw_cost(
    sizes: Sequence[int],
    totals: Float[np.ndarray, " N"],
    counted: Float[np.ndarray, " N"],
    measured: Float[np.ndarray, " N"],
) -> Figure:
    """Draw multiplications, and the softmax's share of them and of the time, against V."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(8, 3))
    left.plot(sizes, totals / 1e6, marker="o")
    left.set(xlabel="V, words", ylabel="multiplications, millions", title="The cost grows with V")
    right.plot(sizes, 100 * counted, marker="o", label="multiplications, counted")
    right.plot(sizes, 100 * measured, "s--", label="training step, measured")
    right.set(xlabel="V, words", ylabel="share of the scores, %", ylim=(0, 105))
    right.set_title("Nearly all of it is softmax")
    right.legend()
    return figure


def draw_reach(true_words: Sequence[int], reach: Float[np.ndarray, "S N"], window: float) -> Figure:
    """Draw perplexity against the number of true words, a curve for each seed.

    Args:
        true_words: How many of the last words are those of the text.
        reach: Validation perplexity for each seed and number.
        window: That of the model with a window of four.
    """
    figure, axes = plt.subplots(figsize=(8, 2.8))
    for seed, curve in enumerate(reach):
        axes.plot(true_words, curve, marker="o", label=f"recurrent, seed {seed}")
    axes.axhline(window, color="0.4", ls=":", label="window of 4")
    axes.set(xscale="log", xlabel="true words before the one to predict, k")
    axes.set(ylabel="validation perplexity")
    axes.set_title("What stood more than 16 words back hardly matters")
    axes.set_xticks(true_words, [str(number) for number in true_words])
    axes.minorticks_off()
    axes.legend()
    return figure
