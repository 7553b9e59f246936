"""Pictures of the word2vec lesson: subsampling, codes, batches, neighbors, ratings."""

import math
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import torch
from jaxtyping import Float, Int
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from torch import Tensor

from bertlab.before.word2vec.word_vectors import Neighbor, WordVectors


def draw_nearest(found: Mapping[str, Sequence[Neighbor]], title: str) -> Figure:
    """Draw the nearest words of some words, a panel each."""
    figure, panels = plt.subplots(1, len(found), figsize=(8, 2.9), squeeze=False)
    for number, (axes, (word, near)) in enumerate(zip(panels[0], found.items(), strict=True)):
        axes.barh([one.word for one in near], [one.cosine for one in near], color=f"C{number}")
        axes.invert_yaxis()
        axes.set(xlim=(0, 1), xlabel="cosine")
        axes.tick_params(axis="y", labelsize=12)
        axes.set_title(word, loc="center")
    figure.suptitle(title, weight="bold", x=0.01, ha="left")
    return figure


def draw_keep(
    words: Sequence[str],
    frequency: Float[Tensor, " V"],
    keep: Float[Tensor, " V"],
    marked: Sequence[str],
) -> Figure:
    """Plot the probability of staying against the relative frequency, some words marked."""
    figure, axes = plt.subplots(figsize=(8, 3.4))
    axes.semilogx(frequency, keep)
    for word in marked:
        x, y = frequency[words.index(word)].item(), keep[words.index(word)].item()
        axes.plot(x, y, "o", color="C1")
        axes.annotate(word, (x, y), xytext=(4, 6), textcoords="offset points")
    axes.set(xlabel="proportion of the text", ylabel="probability of staying", ylim=(0, 1.15))
    axes.set_title("Only the most frequent words are dropped")
    return figure


def draw_code_lengths(counts: Int[Tensor, " V"], lengths: Int[Tensor, " V"]) -> Figure:
    """Plot code lengths against counts, beside the ideal lengths and a balanced tree's."""
    figure, axes = plt.subplots(figsize=(8, 3.2))
    axes.semilogx(counts, lengths, ".", label="a word")
    axes.semilogx(counts, -(counts / counts.sum()).log2(), label="$-\\log_2 f$")
    balanced = math.log2(len(counts))
    axes.axhline(balanced, color="0.5", linestyle=":", label="$\\log_2 V$: all alike")
    axes.set(xlabel="occurrences of the word", ylabel="turns (bits)", ylim=(0, None))
    axes.set_title("Frequent words have short codes, and rare words pay for it")
    axes.legend()
    return figure


def draw_step(
    words: Sequence[str],
    before: tuple[Float[Tensor, " D"], Float[Tensor, "K D"]],
    after: tuple[Float[Tensor, " D"], Float[Tensor, "K D"]],
) -> Figure:
    """Draw one step of negative sampling: each vector before, pale, and after it.

    Args:
        words: The word that is seen, its neighbor, and the noise words.
        before: The vector of the first word, and the rows of the others.
        after: The same after the step.
    """
    figure, axes = plt.subplots(figsize=(6.4, 4.2))
    looks = ["C0", "C2", *["C1"] * (len(words) - 2)]
    names = ["seen", "neighbor: pulled", *["noise: pushed"] * (len(words) - 2)]
    olds, news = (torch.cat([v[None], u]).numpy() for v, u in (before, after))
    for word, color, name, old, new in zip(words, looks, names, olds, news, strict=True):
        axes.plot([0, old[0]], [0, old[1]], color=color, alpha=0.35, linewidth=2)
        axes.annotate("", new, old, arrowprops={"arrowstyle": "-|>", "color": color, "lw": 2.5})
        far = max(old, new, key=np.linalg.norm)
        place = 12 * far / np.linalg.norm(far)
        side = "left" if far[0] > 0 else "right"
        label = axes.annotate(f"{word}\n({name})", far, place, textcoords="offset points")
        label.set(ha=side, va="center", fontsize=12)
    axes.plot(0, 0, "o", color="0.3")
    reach = np.abs(np.array([*olds, *news])).max(axis=0)
    axes.set(xlim=(-2 * reach[0], 2 * reach[0]), ylim=(-1.3 * reach[1], 1.3 * reach[1]))
    axes.set(xlabel="first number of a vector", ylabel="second number")
    axes.set_title("The neighbor is pulled, noise is pushed")
    return figure


def draw_objectives(rows: Sequence[Mapping[str, Any]], unigram: Mapping[str, float]) -> Figure:
    """Draw the held-out perplexity of six models, a bar for each, beside a baseline."""
    contexts = list(unigram)
    figure, (panels,) = plt.subplots(1, 2, figsize=(8, 2.5), sharex=True, squeeze=False)
    for axes, context in zip(panels, contexts, strict=True):
        these = [row for row in rows if row["context"] == context]
        values = np.array([row["perplexity"] for row in these])
        names = [row["objective"] for row in these]
        axes.barh(names, values.mean(1), xerr=values.std(1, ddof=1), color=["C0", "C1", "C2"])
        axes.axvline(unigram[context], color="0.4", linestyle=":", label="by frequency alone")
        axes.set(xlabel="perplexity (lower is better)", xlim=(0, 180))
        axes.invert_yaxis()
        axes.set_title(context, loc="center")
    panels[1].set_yticklabels([])
    panels[0].legend(loc="upper left", bbox_to_anchor=(0, -0.25))
    figure.suptitle("A few rows do nearly as well as all of them", weight="bold", x=0.01, ha="left")
    return figure


def draw_neighbors(vectors: WordVectors, word: str, measure: str) -> Figure:
    """Draw the ten words nearest to a word, by ``"cosine"`` or ``"dot product"``."""
    if measure == "cosine":
        found = [tuple(neighbor) for neighbor in vectors.neighbors(word, 10)]
    else:
        scores = vectors.vectors.astype(np.float64) @ vectors[word].astype(np.float64)
        scores[vectors.index(word)] = -np.inf
        found = [(vectors.words[i], scores[i]) for i in np.argsort(-scores)[:10]]
    names, values = zip(*found, strict=True)
    figure, axes = plt.subplots(figsize=(8, 3.6))
    axes.barh(names, values)
    axes.invert_yaxis()
    axes.set(xlabel=measure, title=f"Nearest to {word}, by {measure}")
    return figure


def draw_differences(models: Sequence[Mapping[str, Any]], margin: float) -> Figure:
    """Draw the intervals of the differences to gensim; those that reach the margin in orange."""
    lists = list(models[0]["difference"])
    figure, rows = plt.subplots(len(lists), 1, figsize=(6, 5), sharex=True, squeeze=False)
    labels = [f"{row['context']}, {row['objective']}" for row in models]
    for axes, name in zip(rows[:, 0], lists, strict=True):
        for place, row in enumerate(models):
            _draw_interval(axes, place, row["difference"][name], margin)
        axes.axvline(0, color="0.5", linewidth=1)
        axes.axvline(margin, color="0.5", linestyle=":")
        axes.set_yticks(range(len(labels)), labels, fontsize=12)
        axes.set_ylim(len(labels) - 0.4, -0.6)
        axes.set_title(name, loc="center")
        axes.xaxis.set_major_locator(MaxNLocator(4))
    rows[-1, 0].set_xlabel("ours minus gensim's Spearman")
    title = "Differences to gensim are small; orange\nintervals are too wide to tell"
    figure.suptitle(title, weight="bold", x=0.01, ha="left")
    return figure


def _draw_interval(axes: Axes, place: int, found: Mapping[str, float], margin: float) -> None:
    color = "C1" if found["low"] <= margin else "C0"
    axes.plot([found["low"], found["high"]], [place, place], color=color)
    axes.plot(found["mean"], place, "s" if found["low"] <= margin else "o", color=color)


def draw_people(found: Mapping[str, Mapping[str, Sequence[float]]]) -> Figure:
    """Draw correlations with people: for each list a dot a seed, a row for each model."""
    lists = list(found)
    figure, (panels,) = plt.subplots(1, len(lists), figsize=(8, 2.3), sharey=True, squeeze=False)
    for axes, name in zip(panels, lists, strict=True):
        for place, values in enumerate(found[name].values()):
            axes.plot(values, [place] * len(values), "o", alpha=0.7, color=f"C{place}")
        axes.set(xlim=(-0.1, 1), xlabel="Spearman correlation with people")
        axes.axvline(0, color="0.5", linestyle=":")
        axes.set_title(name, loc="center")
    panels[0].set_yticks(range(len(found[lists[0]])), list(found[lists[0]]))
    panels[0].set_ylim(-0.6, len(found[lists[0]]) - 0.4)
    panels[0].invert_yaxis()
    title = "minilm, a small BERT, agrees far better with people (a dot is a seed)"
    figure.suptitle(title, weight="bold", x=0.01, ha="left")
    return figure


def draw_bands(
    found: Mapping[tuple[int, str], Float[np.ndarray, "S bands"]],
    sizes: Sequence[int],
    bands: Sequence[str],
) -> Figure:
    """Plot the agreement with a larger model against the frequency of words, a panel a size.

    Args:
        found: For each size and objective a row a seed.
        sizes: Which sizes are shown.
        bands: The names of the columns.
    """
    figure, rows = plt.subplots(
        len(sizes), 1, figsize=(6, 5.2), sharex=True, sharey=True, squeeze=False
    )
    panels = rows[:, 0]
    looks = {
        "hierarchical softmax": ("tree", "o", "-"),
        "negative sampling": ("noise words", "s", "--"),
    }
    for axes, size in zip(panels, sizes, strict=True):
        for color, (objective, (name, marker, style)) in enumerate(looks.items()):
            values = found[size, objective]
            axes.plot(values.mean(0), style, color=f"C{color}", label=name)
            places = np.arange(values.shape[1])
            for row in values:
                axes.plot(places, row, marker, color=f"C{color}", markersize=5, alpha=0.7)
        axes.set_xticks(range(len(bands)), bands, fontsize=12)
        axes.set_title(f"{size} numbers a word", loc="center")
    panels[-1].set_xlabel("occurrences of the word")
    figure.supylabel("of 10 neighbors in minilm, proportion found", fontsize=12)
    panels[0].set_ylim(0, None)
    panels[0].legend(loc="upper left")
    title = "Noise words lead in one corner only:\nfrequent words, short vectors"
    figure.suptitle(title, weight="bold", x=0.01, ha="left")
    return figure


def answers_page(
    vectors: WordVectors,
    word: str,
    four: str,
    analogy: str,
    odd_one_out: Callable[[WordVectors, list[str]], str],
) -> str:
    """Return three answers of some vectors as a small table of HTML.

    Args:
        vectors: Who answers.
        word: Its nearest words are listed.
        four: Some words, with spaces between; one does not belong.
        analogy: Three words a, b, c: a is to b as c is to what?
        odd_one_out: The student's function.

    Raises:
        ValueError: If a word has no vector, or the analogy does not have three words.
    """
    asked = analogy.lower().split()
    if len(asked) != 3:
        raise ValueError(f"expected three words for the analogy, got {len(asked)}")
    group = four.lower().split()
    near = [neighbor.word for neighbor in vectors.neighbors(word.lower().strip(), 8)]
    fourth = [neighbor.word for neighbor in vectors.analogy(asked[0], asked[1], asked[2], 3)]
    rows = [
        (f"nearest to {word}", ", ".join(near)),
        (f"odd one of {', '.join(group)}", odd_one_out(vectors, group)),
        (f"{asked[0]} is to {asked[1]} as {asked[2]} is to", ", ".join(fourth)),
    ]
    cells = [f"<tr><th>{escape(a)}</th><td>{escape(b)}</td></tr>" for a, b in rows]
    return f"<table>{''.join(cells)}</table>"
