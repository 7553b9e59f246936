"""Pictures of the word2vec lesson: windows, subsampling, trees, batches, neighbors, maps."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from jaxtyping import Float, Int
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from sklearn.manifold import TSNE
from torch import Tensor

from bertlab.before.word2vec.huffman import HuffmanTree
from bertlab.before.word2vec.word_vectors import WordVectors

_KINDS = {
    "countries": "france germany spain italy britain russia china india australia greece",
    "time": "monday tuesday wednesday thursday friday saturday sunday week month",
    "chemistry": "hydrogen oxygen carbon methane atom molecules ions acid bonds",
    "family": "father mother son daughter brother wife husband sister",
    "numbers": "two three four five six seven eight nine ten",
}
KINDS = {name: tuple(words.split()) for name, words in _KINDS.items()}


def draw_windows(words: Sequence[str], place: int, window: int) -> Figure:
    """Draw a sentence twice: arrows from a word to its neighbors (skip-gram), and back (CBOW)."""
    figure, panels = plt.subplots(2, 1, figsize=(8, 3.4))
    titles = "skip-gram: one word guesses each neighbor", "CBOW: the neighbors' mean guesses one"
    for axes, title, outward in zip(panels, titles, (True, False), strict=True):
        for other, word in enumerate(words):
            near = 0 < abs(other - place) <= window
            color = "C1" if other == place else "C0" if near else "0.6"
            axes.text(other, 0, word, ha="center", va="center", fontsize=14, color=color)
            if near:
                ends = [(place, 0.3), (other, 0.3)][:: 1 if outward else -1]
                bend = -0.35 if (other > place) == outward else 0.35
                style = {"arrowstyle": "-|>", "connectionstyle": f"arc3,rad={bend}"}
                axes.annotate("", ends[1], ends[0], arrowprops=style)
        axes.set(xlim=(-0.5, len(words) - 0.5), ylim=(-0.4, 1.4), title=title)
        axes.axis("off")
    return figure


def draw_keep(
    words: Sequence[str],
    share: Float[Tensor, " V"],
    keep: Float[Tensor, " V"],
    marked: Sequence[str],
) -> Figure:
    """Plot the probability to stay against the share of the text, some words marked."""
    figure, axes = plt.subplots(figsize=(8, 3.4))
    axes.semilogx(share, keep)
    for word in marked:
        x, y = share[words.index(word)].item(), keep[words.index(word)].item()
        axes.plot(x, y, "o", color="C1")
        axes.annotate(word, (x, y), xytext=(4, 6), textcoords="offset points")
    axes.set(xlabel="share of the text", ylabel="probability to stay", ylim=(0, 1.15))
    axes.set_title("Only the most frequent words are thinned out")
    return figure


def draw_tree(tree: HuffmanTree, words: Sequence[str], counts: Sequence[int]) -> Figure:
    """Draw a Huffman tree with its turns, words and counts."""
    V = len(words)
    places: dict[int, tuple[float, int]] = {}

    def lay_out(node: int, depth: int) -> float:
        """Put leaves side by side, and each inner node above the middle of its children."""
        if node < V:
            x = float(sum(other < V for other in places))
        else:
            x = sum(lay_out(child, depth + 1) for child in tree.children[node - V]) / 2
        places[node] = x, -depth
        return x

    lay_out(2 * V - 2, 0)
    figure, axes = plt.subplots(figsize=(8, 4))
    for inner, pair in enumerate(tree.children):
        for turn, child in enumerate(pair):
            (x0, y0), (x1, y1) = places[V + inner], places[child]
            axes.plot([x0, x1], [y0, y1], color="0.7", zorder=1)
            middle = (x0 + x1) / 2, (y0 + y1) / 2
            axes.text(*middle, str(turn), ha="center", va="center", color="C1")
            if child < V:
                label = f"{words[child]}\n{counts[child]:,}"
                axes.text(x1, y1 - 0.15, label, ha="center", va="top", fontsize=10)
    axes.plot(*zip(*(places[V + n] for n in range(V - 1)), strict=True), "o", color="C0")
    axes.set_ylim(min(y for _, y in places.values()) - 1.2, 0.3)
    axes.set_title("Frequent words are a few turns away, rare ones far down")
    axes.axis("off")
    return figure


def draw_code_lengths(counts: Int[Tensor, " V"], lengths: Int[Tensor, " V"]) -> Figure:
    """Plot code lengths against counts, beside the ideal lengths and a balanced tree's."""
    figure, axes = plt.subplots(figsize=(8, 3.2))
    axes.semilogx(counts, lengths, ".", label="a word")
    axes.semilogx(counts, -(counts / counts.sum()).log2(), label="$-\\log_2 f$")
    balanced = math.log2(len(counts))
    axes.axhline(balanced, color="0.5", linestyle=":", label="$\\log_2 V$: all alike")
    axes.set(xlabel="occurrences of the word", ylabel="turns (bits)")
    axes.set_title("Frequent words have short codes, rare ones pay for it")
    axes.legend()
    return figure


def draw_batch_sizes(rows: Sequence[Mapping[str, Any]]) -> Figure:
    """Plot validation perplexity against batch size, with and without the limit to a row's step."""
    figure, axes = plt.subplots(figsize=(8, 3.2))
    sizes = [row["size"] for row in rows]
    for name in ("limited", "unlimited"):
        kept = [row for row in rows if None not in row[name]]
        values = np.array([row[name] for row in kept])
        end = f", diverges beyond {kept[-1]['size']}" if len(kept) < len(rows) else ""
        x, spread = [row["size"] for row in kept], values.std(1, ddof=1)
        axes.errorbar(x, values.mean(1), spread, marker="o", label=name + end)
    axes.set_xscale("log", base=2)
    axes.set_xticks(sizes, sizes)
    axes.set(xlabel="examples a step", ylabel="validation perplexity")
    axes.set_title("Summed gradients diverge; limited ones only learn more slowly")
    axes.legend()
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


def draw_map(vectors: WordVectors, kinds: Mapping[str, Sequence[str]]) -> Figure:
    """Draw words of several kinds on a t-SNE map of their unit vectors, a color for each kind."""
    unit = _unit(vectors, kinds)
    points = TSNE(2, perplexity=20, init="pca", random_state=0).fit_transform(unit)
    figure, axes = plt.subplots(figsize=(8, 4))
    place = iter(points)
    for color, (name, words) in enumerate(kinds.items()):
        for number, word in enumerate(words):
            x, y = next(place)
            axes.plot(x, y, ".", color=f"C{color}", label="" if number else name)
            axes.annotate(word, (x, y), xytext=(3, 2), textcoords="offset points", fontsize=8)
    axes.set(xticks=[], yticks=[], title="Words of one kind lie together")
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    return figure


def strangers(vectors: WordVectors, kinds: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the words whose nearest neighbor, among all of these, is of another kind."""
    unit = _unit(vectors, kinds)
    kind = np.repeat(np.arange(len(kinds)), [len(words) for words in kinds.values()])
    nearest = (unit @ unit.T - 2 * np.eye(len(unit))).argmax(axis=1)
    words = [word for members in kinds.values() for word in members]
    return [words[i] for i in np.flatnonzero(kind[nearest] != kind)]


def _unit(vectors: WordVectors, kinds: Mapping[str, Sequence[str]]) -> Float[np.ndarray, "N D"]:
    rows = np.stack([vectors[word] for words in kinds.values() for word in words])
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def draw_differences(models: Sequence[Mapping[str, Any]], margin: float) -> Figure:
    """Draw the intervals of the differences to gensim; those that reach the margin in orange."""
    lists = list(models[0]["difference"])
    figure, (panels,) = plt.subplots(1, len(lists), figsize=(8, 3), sharey=True, squeeze=False)
    for axes, name in zip(panels, lists, strict=True):
        for place, row in enumerate(models):
            _draw_interval(axes, place, row["difference"][name], margin)
        axes.axvline(0, color="0.5", linewidth=1)
        axes.axvline(margin, color="0.5", linestyle=":")
        axes.set(xlabel="ours less gensim, Spearman", title=name)
        axes.xaxis.set_major_locator(MaxNLocator(4))
    labels = [f"{row['context']}\n{row['objective']}" for row in models]
    panels[0].set_yticks(range(len(labels)), labels, fontsize=8)
    panels[0].invert_yaxis()
    figure.suptitle("Differences to gensim are small, and some cannot be told", weight="bold")
    return figure


def _draw_interval(axes: Axes, place: int, found: Mapping[str, float], margin: float) -> None:
    color = "C1" if found["low"] <= margin else "C0"
    axes.plot([found["low"], found["high"]], [place, place], color=color)
    axes.plot(found["mean"], place, "o", color=color)
