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


def draw_hits(title: str, hits: Sequence[tuple[float, str]]) -> Figure:
    """Draw the articles that a search found, best first: their beginnings over their cosines."""
    figure, axes = plt.subplots(figsize=(6, 1.05 * len(hits) + 0.9))
    for row, (cosine, text) in enumerate(hits):
        axes.barh(row, cosine, height=0.22, color="C0" if row == 0 else "0.7")
        words = fill(shorten(text, 100, placeholder=" ..."), 56)
        axes.text(0.015, row - 0.16, words, fontsize=12, va="bottom", in_layout=False)
        axes.text(cosine + 0.01, row, f"{cosine:.2f}", va="center", fontsize=12)
    axes.set(ylim=(len(hits) - 0.8, -0.8), xlim=(0, 1), yticks=[])
    axes.set_xlabel("cosine with the question")
    axes.set_title(fill(title, 52))
    return figure


def draw_found(places: Mapping[str, Sequence[int]]) -> Figure:
    """Draw how many questions find their article at the first place, for several searches."""
    figure, axes = plt.subplots(figsize=(6, 0.55 * len(places) + 1.1))
    first = [list(each).count(1) for each in places.values()]
    total = len(next(iter(places.values())))
    bars = axes.barh(list(places), first, color=["0.7"] * (len(first) - 1) + ["C0"])
    axes.bar_label(bars, [f"{number} of {total}" for number in first], padding=3)
    axes.invert_yaxis()
    axes.set(xlim=(0, total + 1.5), xlabel="questions that find their article first, of 50")
    tuned = first[-1] > total / 2 > max(first[:-1])
    words = "Only the tuned encoder finds most of them" if tuned else "Who finds most of them?"
    figure.suptitle(words, x=0.01, ha="left", fontsize=13, fontweight="bold")
    return figure


def draw_parts(presets: Sequence[str]) -> Figure:
    """Draw where the parameters of some models are, as proportions."""
    found = {name: parts(BertConfig.preset(name)) for name in presets}
    figure, axes = plt.subplots(figsize=(8, 3.2))
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
    axes.set_yticks(range(len(found)), list(found))
    axes.invert_yaxis()
    axes.set(xlabel="proportion of all parameters", title="Small models are mostly vocabulary")
    axes.legend(ncols=4, loc="upper center", bbox_to_anchor=(0.45, -0.22), fontsize=9)
    return figure


def draw_single(runs: Mapping[str, Precisions]) -> Figure:
    """Draw the differences of some models from transformers in float32 alone."""
    figure, axes = plt.subplots(figsize=(6, 3))
    for (name, run), marker in zip(runs.items(), "os", strict=True):
        label = f"{name}: at most {max(run.single):.0e}"
        axes.semilogy(run.single, marker=marker, label=label)
    _layers(axes)
    axes.set(ylabel="largest difference", ylim=(1e-8, 1e-4))
    axes.set_title("In float32, both are within a few millionths")
    axes.legend(loc="lower right")
    return figure


def draw_differences(runs: Mapping[str, Precisions]) -> Figure:
    """Draw the largest differences after each layer, in float32 and in float64, for each model."""
    figure, panels = plt.subplots(len(runs), 1, figsize=(6, 4.6), sharex=True)
    for axes, (name, (single, double)) in zip(panels, runs.items(), strict=True):
        axes.semilogy(single, marker="o", label="float32")
        axes.semilogy([max(value, 1e-17) for value in double], marker="s", label="float64")
        axes.set(ylim=(1e-17, 1e-3), ylabel="largest difference")
        axes.set_title(name, fontsize=12)
    _layers(panels[-1])
    panels[0].legend(loc="center right")
    return figure


def _layers(axes: Axes) -> None:
    axes.set_xlabel("after layer (0: embeddings)")


def draw_bugs(right: float, found: Mapping[str, Change]) -> Figure:
    """Draw how each bug changes the agreement with people, with an interval over articles."""
    figure, axes = plt.subplots(figsize=(8, 3.6))
    names = sorted(found, key=lambda name: found[name].score)
    for row, name in enumerate(names):
        score, low, high = found[name]
        color = "C1" if high < 0 else "C2" if low > 0 else "C0"
        axes.plot([low, high], [row, row], color=color, linewidth=3, alpha=0.5)
        axes.plot(score - right, row, "o", color=color, markersize=8)
        axes.text(0.2, row, f"{score:.2f}", va="center", fontsize=10)
    axes.text(0.2, len(names) - 0.2, f"agreement\n(no bug: {right:.2f})", fontsize=10, va="bottom")
    axes.axvline(0, color="0.5", linestyle="--")
    axes.set_yticks(range(len(names)), names)
    axes.set(xlim=(-0.65, 0.35), ylim=(-0.6, len(names) - 0.4))
    axes.set_xlabel("change of the agreement, with 95% intervals over articles")
    clear = sum(change.high < 0 for change in found.values())
    better = sum(change.low > 0 for change in found.values())
    words = f"Of {len(found)} bugs, {clear} clearly lower the score, and {better} clearly raises it"
    figure.suptitle(words, x=0.01, ha="left", fontsize=13, fontweight="bold")
    return figure


def draw_vectors(
    found: Mapping[str, float],
    leads: Mapping[str, tuple[float, float]],
    measured: str = "agreement with people (0 is chance)",
    chance: float = 0.0,
) -> Figure:
    """Draw what kinds of vectors reach, and below it the intervals of the mean's lead.

    Args:
        found: What each kind reaches.
        leads: The interval of the mean's lead over each other kind.
        measured: What is measured.
        chance: Where guessing is; the bars begin there.
    """
    figure, (above, below) = plt.subplots(2, 1, figsize=(6, 4.2), height_ratios=(3, 2))
    heights = [value - chance for value in found.values()]
    bars = above.barh(list(found), heights, left=chance, color=["0.7", "0.7", "C0"])
    above.bar_label(bars, [f"{value:.2f}" for value in found.values()], padding=3)
    above.invert_yaxis()
    above.set(xlim=(chance, 1.15 * max(found.values())), xlabel=measured)
    above.set_title(spread(list(found.values())))
    for row, (low, high) in enumerate(leads.values()):
        below.plot([low, high], [row, row], color="C0", linewidth=3, marker="|", markersize=12)
    below.axvline(0, color="0.5", linestyle="--")
    below.set_yticks(range(len(leads)), [f"over {name}" for name in leads])
    below.set(ylim=(len(leads) - 0.5, -0.5), xlabel="lead of the mean, 95% interval")
    clear = sum(low > 0 for low, _ in leads.values())
    below.set_title(f"The lead of the mean is clear over {clear} of {len(leads)}")
    return figure


def spread(values: Sequence[float]) -> str:
    """Say how far apart some values are."""
    return f"From worst to best it is {max(values) - min(values):.2f}"


def draw_cost(lengths: Sequence[int], results: Mapping[str, Sequence[float]]) -> Figure:
    """Draw time and memory of one forward pass, as multiples of those of the shortest text."""
    figure, axes = plt.subplots(figsize=(8, 3.2))
    curves = (
        ("attention weights, if all are kept", results["weight_megabytes"], "C1", "s"),
        ("time of a forward pass", results["milliseconds"], "C0", "o"),
    )
    for name, values, color, marker in curves:
        axes.loglog(
            lengths, [v / values[0] for v in values], color=color, marker=marker, label=name
        )
    axes.set_xticks(lengths, [str(length) for length in lengths])
    axes.set_yticks([1, 10, 100, 1000], ["1", "10", "100", "1,000"])
    axes.minorticks_off()
    axes.set(xlabel="tokens", ylabel=f"times the value at {lengths[0]}")
    axes.set_title("Memory for attention grows much faster than time")
    axes.legend(loc="upper left")
    return figure
