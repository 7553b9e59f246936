"""What the BERT lesson draws from measurements."""

from lessons.l07_bert.bugs import Change
from lessons.l07_bert.measure import Kinds, Precisions, parts

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


def draw_found(questions: Sequence[str], places: Mapping[str, Sequence[int]]) -> Figure:
    """Draw at which place each question finds its article, for several searches; 1 is the first.

    Args:
        questions: Written above their rows.
        places: For each search, in the order of the questions; the last one is the student's.
    """
    figure, axes = plt.subplots(figsize=(6, 0.45 * len(questions) + 1.5))
    rows = range(len(questions))
    axes.hlines(rows, 1, 50, color="0.9", linewidth=1, zorder=0)
    marks = zip(places.items(), "sDo", ("0.3", "C1", "C0"), ("none", "C1", "C0"), strict=True)
    for (name, found), marker, edge, inside in marks:
        (line,) = axes.plot(found, rows, marker, color=edge, markerfacecolor=inside, label=name)
        line.set(markersize={"s": 10, "D": 6, "o": 7}[marker], zorder=4 if marker == "s" else 2)
    for row, question in enumerate(questions):
        axes.text(1.15, row - 0.25, question, fontsize=11, va="bottom", color="0.25")
    axes.set(xscale="log", xlim=(0.85, 60), ylim=(len(questions) - 0.5, -1), yticks=[])
    axes.set_xticks([1, 2, 5, 10, 50], ["1", "2", "5", "10", "50"])
    axes.minorticks_off()
    axes.set_xlabel("place of the right article, of 50")
    first = [list(each).count(1) for each in places.values()]
    most = first[-1] > len(questions) / 2 > max(first[:-1])
    words = "Only the tuned encoder puts most of them first" if most else "Who finds most of them?"
    figure.suptitle(words, x=0.01, ha="left", fontsize=13, fontweight="bold")
    axes.legend(loc="upper center", bbox_to_anchor=(0.45, -0.12), fontsize=11)
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


def draw_vectors(models: Mapping[str, Kinds]) -> Figure:
    """Draw what three kinds of vectors reach in some models, and the intervals of the mean's lead.

    Args:
        models: The kinds of each model; the mean is the last one.
    """
    figure, panels = plt.subplots(
        len(models) + 1, 1, figsize=(6, 6), height_ratios=[3] * len(models) + [5]
    )
    for axes, (name, kinds) in zip(panels, models.items(), strict=False):
        bars = axes.barh(list(kinds.scores), kinds.scores.values(), color=["0.7", "0.7", "C0"])
        axes.bar_label(bars, [f"{value:.2f}" for value in kinds.scores.values()], padding=3)
        axes.invert_yaxis()
        axes.set(xlim=(0, 0.75))
        axes.set_title(name, fontsize=11, pad=20)
        words = f"mean cosine of two articles: {kinds.cosine:.2f}"
        axes.annotate(words, (0, 1), (0, 5), "axes fraction", "offset points", fontsize=11)
    panels[-2].set_xlabel("agreement with people (0 is chance)")
    leads = [
        (f"{name}: over {other}", kinds.scores["mean"] - kinds.scores[other], interval)
        for name, kinds in models.items()
        for other, interval in kinds.leads.items()
    ]
    below = panels[-1]
    for row, (words, lead, interval) in enumerate(leads):
        below.plot(interval, [row, row], color="C0", linewidth=3, alpha=0.5)
        below.plot(lead, row, "o", color="C0", markersize=8)
        place = below.get_yaxis_transform()
        name = below.text(0.01, row - 0.18, words, transform=place, fontsize=11, va="bottom")
        name.set_bbox({"facecolor": "white", "edgecolor": "none", "pad": 0.5})
    below.axvline(0, color="0.5", linestyle="--", zorder=0)
    below.set(ylim=(len(leads) - 0.5, -1), yticks=[], xlabel="lead of the mean, with 95% intervals")
    hold = all(low < 0 < high for _, _, (low, high) in leads)
    words = "The mean has no clear lead" if hold else "How far is the mean ahead?"
    below.set_title(words, fontsize=12)
    figure.suptitle(
        "The model matters more than the choice of vector",
        x=0.01,
        ha="left",
        fontsize=13,
        fontweight="bold",
    )
    return figure


def draw_cost(lengths: Sequence[int], results: Mapping[str, Sequence[float]]) -> Figure:
    """Draw time and attention weights of a forward pass, as multiples of the shortest text's."""
    figure, axes = plt.subplots(figsize=(6, 3.6))
    curves = (
        ("attention weights (counted)", results["weight_megabytes"], "C1", "s"),
        ("time (recorded)", results["milliseconds"], "C0", "o"),
    )
    for name, values, color, marker in curves:
        multiples = [value / values[0] for value in values]
        axes.loglog(lengths, multiples, color=color, marker=marker, label=name)
    doubled = [length / lengths[0] for length in lengths]
    axes.loglog(lengths, doubled, ":", color="0.5", label="twice as long, twice as much")
    axes.set_xticks(lengths, [str(length) for length in lengths])
    axes.set_yticks([1, 10, 100, 1000], ["1", "10", "100", "1,000"])
    axes.minorticks_off()
    axes.set(xlabel="tokens", ylabel=f"times the value at {lengths[0]}")
    axes.set_title("Attention weights grow faster than time")
    axes.legend(loc="upper left", fontsize=11)
    return figure
