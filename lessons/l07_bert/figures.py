"""What the BERT lesson draws from measurements."""

from lessons.l07_bert.bugs import Change
from lessons.l07_bert.measure import Precisions, Senses, parts

from collections.abc import Mapping, Sequence
from textwrap import fill, shorten

import matplotlib.pyplot as plt
import torch
from matplotlib.figure import Figure
from torch.nn.functional import gelu

from bertlab.model.config import BertConfig


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
                axes.text(left + width / 2, row, f"{width:.0%}", ha="center", va="center")
            left += width
    axes.set_yticks(range(len(found)), list(found))
    axes.invert_yaxis()
    axes.set(xlabel="proportion of all parameters", title="Small models are mostly vocabulary")
    axes.legend(ncols=4, loc="upper center", bbox_to_anchor=(0.45, -0.22), fontsize=9)
    return figure


def draw_differences(runs: Mapping[str, Precisions]) -> Figure:
    """Draw the largest differences after each layer, in float32 and in float64, for each model."""
    figure, panels = plt.subplots(1, len(runs), figsize=(8, 3.2), sharey=True)
    for axes, (name, (single, double)) in zip(panels, runs.items(), strict=True):
        axes.semilogy(single, marker="o", label="float32")
        axes.semilogy([max(value, 1e-17) for value in double], marker="s", label="float64")
        axes.set(xlabel="after layer (0: embeddings)", ylim=(1e-17, 1e-3))
        axes.set_title(name, fontsize=12)
    panels[0].set_ylabel("largest difference")
    panels[0].legend(loc="center right")
    return figure


def draw_gelu() -> Figure:
    """Draw GELU, and how far the tanh formula is from it."""
    x = torch.linspace(-4, 4, 401, dtype=torch.float64)
    gap = gelu(x, approximate="tanh") - gelu(x)
    figure, (left, right) = plt.subplots(1, 2, figsize=(8, 3))
    left.plot(x, gelu(x), label="GELU, exact")
    left.plot(x, gelu(x, approximate="tanh"), label="GELU, tanh formula", linestyle="--")
    left.plot(x, x.relu(), label="ReLU", linestyle=":", color="0.4")
    left.set(xlabel="x", ylabel="activation", title="Two curves that look like one")
    left.legend()
    right.plot(x, 1e4 * gap, color="C1")
    right.set(xlabel="x", ylabel="tanh minus exact, times 10,000")
    right.set_title(f"They differ by up to {gap.abs().max():.4f}")
    return figure


def draw_bugs(right: float, found: Mapping[str, Change]) -> Figure:
    """Draw how each bug changes the agreement with people, with an interval over articles."""
    figure, axes = plt.subplots(figsize=(8, 3.6))
    names = sorted(found, key=lambda name: found[name].score)
    for row, name in enumerate(names):
        score, low, high = found[name]
        color = "C1" if high < 0 else "C0"
        axes.plot([low, high], [row, row], color=color, linewidth=3, alpha=0.5)
        axes.plot(score - right, row, "o", color=color, markersize=8)
        axes.text(0.2, row, f"{score:.2f}", va="center", fontsize=10)
    axes.text(0.2, len(names) - 0.2, f"agreement\n(no bug: {right:.2f})", fontsize=9, va="bottom")
    axes.axvline(0, color="0.5", linestyle="--")
    axes.set_yticks(range(len(names)), names)
    axes.set(xlim=(-0.65, 0.35), ylim=(-0.6, len(names) - 0.4))
    axes.set_xlabel("change of the agreement, with 95% intervals over articles")
    clear = sum(change.high < 0 for change in found.values())
    axes.set_title(f"The score clearly falls for {clear} of {len(found)} bugs", loc="left", pad=18)
    return figure


def draw_senses(found: Senses) -> Figure:
    """Draw how well a word and its control tell the two senses apart, layer by layer."""
    figure, axes = plt.subplots(figsize=(8, 3.2))
    tokens = (("the word", found.itself, "C0", "o"), ("the", found.control, "C1", "s"))
    for name, values, color, marker in tokens:
        mean, error = values.mean(dim=0), values.std(dim=0) / len(values) ** 0.5
        axes.plot(
            mean, color=color, marker=marker, label="“the” before it" if name == "the" else name
        )
        axes.fill_between(range(len(mean)), mean - error, mean + error, color=color, alpha=0.15)
    axes.axhline(0.5, color="0.5", linestyle="--")
    axes.text(5.4, 0.46, "chance", fontsize=10)
    axes.set(ylabel="senses told apart", ylim=(0.45, 1.02))
    axes.set_xlabel(f"after layer (0: embeddings); band: standard error over {len(values)} words")
    axes.set_title("The word leads “the” in between, and no longer at the end")
    axes.legend(loc="upper left")
    return figure


def draw_vectors(found: Mapping[str, float], leads: Mapping[str, tuple[float, float]]) -> Figure:
    """Draw the agreement with people of kinds of vectors, and the intervals of the mean's lead."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(8, 2.4), width_ratios=(1.3, 1))
    bars = left.barh(list(found), list(found.values()), color=["0.7", "0.7", "C0"])
    left.bar_label(bars, fmt="%.2f", padding=3)
    left.invert_yaxis()
    left.set(xlim=(0, 0.75), xlabel="agreement with people (0 is chance)")
    left.set_title("Agreement: about equal")
    for row, (low, high) in enumerate(leads.values()):
        right.plot([low, high], [row, row], color="C0", linewidth=3, marker="|", markersize=12)
    right.axvline(0, color="0.5", linestyle="--")
    right.set_yticks(range(len(leads)), [f"over {name}" for name in leads])
    right.set(ylim=(len(leads) - 0.5, -0.5), xlabel="lead of the mean, 95% interval")
    right.set_title("The lead may be 0")
    return figure


def draw_read_off(found: Mapping[str, Sequence[float]]) -> Figure:
    """Draw how many reviews are recognized from each kind of vector, for each seed."""
    figure, axes = plt.subplots(figsize=(8, 2.4))
    for row, values in enumerate(found.values()):
        axes.plot(values, [row] * len(values), "o", color="C0", markersize=9, alpha=0.7)
    axes.set_yticks(range(len(found)), list(found))
    axes.axvline(0.5, color="0.5", linestyle="--")
    axes.text(0.502, -0.42, "chance", fontsize=9)
    axes.set(xlim=(0.48, 0.8), ylim=(len(found) - 0.5, -0.6))
    axes.set_xlabel("accuracy on held-out reviews, split in three ways")
    axes.set_title("bert-mini-zh: the mean is ahead in all three splits")
    return figure


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
