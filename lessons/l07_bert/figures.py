"""What the BERT lesson draws from measurements."""

from lessons.l07_bert.bugs import Change
from lessons.l07_bert.measure import Precisions, parts

from collections.abc import Mapping, Sequence
from textwrap import fill, shorten

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from bertlab.model.config import BertConfig

DARK = (0, 1, 2)  # colors of the cycle on which text is white
MODELS = ("C1", "C0")  # the one with a bug, and the student's
NAMES = {"minilm": "MiniLM", "base": "BERT base", "large": "BERT large"}


def draw_hits(title: str, hits: Sequence[tuple[float, str]]) -> Figure:
    """Draw the articles that a search found, best first: their beginnings over their cosines."""
    figure, axes = plt.subplots(figsize=(6, 1.05 * len(hits) + 0.9))
    _bars(axes, hits)
    axes.set(xlim=(0, 1), xlabel="cosine with the question")
    axes.set_title(fill(title, 52))
    return figure


def _bars(axes: Axes, hits: Sequence[tuple[float, str]], width: int = 56) -> None:
    """Draw a bar for each article, and the beginning of the article above it."""
    for row, (cosine, text) in enumerate(hits):
        axes.barh(row, cosine, height=0.22, color="C0" if row == 0 else "0.7")
        words = fill(shorten(text, 100, placeholder=" ..."), width)
        axes.text(0.015, row - 0.16, words, fontsize=12, va="bottom", in_layout=False)
        axes.text(max(cosine, 0) + 0.01, row, f"{cosine:.2f}", va="center", fontsize=12)
    axes.set(ylim=(len(hits) - 0.8, -0.8), yticks=[])


def draw_search(question: str, found: Sequence[tuple[float, str]], shown: int = 3) -> Figure:
    """Draw where all articles are on the scale of the cosine, and below it the best of them."""
    figure, (above, below) = plt.subplots(
        2, 1, figsize=(6, 1.05 * shown + 2.1), height_ratios=(1, 1.5 * shown), sharex=True
    )
    cosines = [cosine for cosine, _ in found]
    above.plot(cosines[1:], [0] * (len(found) - 1), "o", color="0.5", alpha=0.5)
    above.plot(cosines[0], 0, "o", color="C0", markersize=10)
    above.set(yticks=[], ylim=(-1, 1))
    above.set_title(fill(f"“{question}”", 52))
    above.annotate(
        f"all {len(found)} articles", (0.98, 0.6), xycoords="axes fraction", ha="right", fontsize=11
    )
    _bars(below, found[:shown], width=44)
    below.set(xlim=(min(-0.25, *cosines), 1), xlabel="cosine with the question")
    return figure


def draw_parts(presets: Sequence[str]) -> Figure:
    """Draw where the parameters of some models are, as proportions."""
    found = {name: parts(BertConfig.preset(name)) for name in presets}
    figure, axes = plt.subplots(figsize=(6, 3.4))
    for row, numbers in enumerate(found.values()):
        left, total = 0.0, sum(numbers.values())
        for color, (part, number) in enumerate(numbers.items()):
            width = number / total
            axes.barh(row, width, left=left, color=f"C{color}", label="" if row else part)
            if width > 0.05:
                ink = "white" if color in DARK else "black"
                middle = left + width / 2
                words = axes.text(middle, row, f"{width:.0%}", ha="center", va="center", color=ink)
                words.set_fontsize(12)
            left += width
    axes.set_yticks(range(len(found)), [NAMES.get(name, name) for name in found])
    axes.invert_yaxis()
    axes.set(xlabel="proportion of all parameters", title="Small models are mostly vocabulary")
    axes.legend(ncols=2, loc="upper center", bbox_to_anchor=(0.4, -0.22), fontsize=11)
    return figure


def draw_single(runs: Mapping[str, Precisions]) -> Figure:
    """Draw the differences of some models from transformers in float32 alone."""
    figure, axes = plt.subplots(figsize=(6, 3))
    for (name, run), color, marker in zip(runs.items(), MODELS, "so", strict=True):
        label = f"{name}: at most {1e6 * max(run.single):.0f} millionths"
        axes.semilogy(run.single, color=color, marker=marker, label=label)
    _layers(axes)
    axes.set(ylabel="largest difference", ylim=(1e-8, 1e-4))
    axes.set_title("In float32, both are within a few millionths")
    axes.legend(loc="lower right", fontsize=11)
    return figure


def draw_differences(runs: Mapping[str, Precisions]) -> Figure:
    """Draw the largest differences after each layer; colors are models, dashes are float64."""
    figure, panels = plt.subplots(len(runs), 1, figsize=(6, 4.2), sharex=True)
    marks = zip(panels, runs.items(), MODELS, "so", strict=True)
    for axes, (name, (single, double)), color, marker in marks:
        axes.semilogy(single, color=color, marker=marker, label="float32")
        seen = [max(value, 1e-17) for value in double]
        axes.semilogy(seen, "--", color=color, marker=marker, mfc="white", label="float64")
        axes.set(ylim=(1e-17, 1e-3), ylabel="largest difference")
        axes.set_title(name, fontsize=11)
        axes.legend(loc="center right", fontsize=11)
    _layers(panels[-1])
    return figure


def _layers(axes: Axes) -> None:
    axes.set_xlabel("after layer (0: embeddings)")


def draw_bugs(right: float, found: Mapping[str, Change]) -> Figure:
    """Draw how each bug changes the agreement with people, with an interval over articles."""
    figure, axes = plt.subplots(figsize=(6, 5.2))
    names = sorted(found, key=lambda name: found[name].score)
    clear = [name for name in names if found[name].high < 0]
    for row, name in enumerate(names):
        score, low, high = found[name]
        color = "C1" if name in clear else "C0"
        axes.plot([low, high], [row, row], color=color, linewidth=3, alpha=0.5)
        axes.plot(score - right, row, "o", color=color, markersize=8)
        axes.text(-0.64, row + 0.22, name, va="bottom", fontsize=11)
        axes.text(0.24, row, f"{score:.2f}", va="center", fontsize=11)
    axes.text(0.24, len(names) - 0.3, f"score\n(no bug: {right:.2f})", fontsize=11, va="bottom")
    axes.axvline(0, color="0.5", linestyle="--")
    axes.set(xlim=(-0.65, 0.45), ylim=(-0.6, len(names) + 0.7), yticks=[])
    axes.set_xlabel("change of the score (orange: clearly lower; blue: we cannot tell)")
    words = f"Of {len(found)} bugs, only {len(clear)} clearly lower the score"
    figure.suptitle(words, x=0.01, ha="left", fontsize=13, fontweight="bold")
    return figure
