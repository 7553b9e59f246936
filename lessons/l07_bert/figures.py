"""What the BERT lesson draws from measurements."""

from lessons.l07_bert.measure import Precisions, Senses, parts

from collections.abc import Mapping, Sequence
from textwrap import shorten

import matplotlib.pyplot as plt
import torch
from matplotlib.figure import Figure
from torch.nn.functional import gelu

from bertlab.model.config import BertConfig


def draw_hits(question: str, hits: Sequence[tuple[float, str]]) -> Figure:
    """Draw the articles that a search found, best first: their beginnings over their cosines."""
    figure, axes = plt.subplots(figsize=(8, 0.75 * len(hits) + 0.9))
    for row, (cosine, text) in enumerate(hits):
        axes.barh(row, cosine, height=0.32, color="C0" if row == 0 else "0.7")
        words = shorten(text, 82, placeholder=" ...")
        axes.text(0, row - 0.22, words, fontsize=11, va="bottom", in_layout=False)
        axes.text(cosine + 0.01, row, f"{cosine:.2f}", va="center", fontsize=11)
    axes.set(ylim=(len(hits) - 0.6, -0.7), xlim=(0, 1), yticks=[], xlabel="cosine similarity")
    axes.set_title(f"“{question}”")
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
        axes.set(xlabel="after layer (0: embeddings)", title=name, ylim=(1e-17, 1e-3))
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
    right.set(xlabel="x", ylabel="tanh minus exact, times 10,000", title="They are two")
    return figure


def draw_bugs(found: Mapping[str, float]) -> Figure:
    """Draw what each bug does to the agreement with people, beside the model without one."""
    figure, axes = plt.subplots(figsize=(8, 3.6))
    names = sorted(found, key=lambda name: found[name])
    colors = ["C2" if name == "no bug" else "C0" for name in names]
    bars = axes.barh(names, [found[name] for name in names], color=colors)
    axes.axvline(found["no bug"], color="C2", linestyle="--")
    white = {"facecolor": "white", "edgecolor": "none", "pad": 0.5}
    axes.bar_label(bars, fmt="%.2f", padding=3, fontsize=9, bbox=white)
    axes.set(xlabel="agreement with people (rank correlation; 0 is chance)", xlim=(0, 0.7))
    axes.set_title("Several bugs do not lower the score; some raise it")
    return figure


def draw_senses(found: Senses) -> Figure:
    """Draw how well a word and its control tell the two senses apart, layer by layer."""
    figure, panels = plt.subplots(1, 2, figsize=(8, 3.4), sharey=True)
    tokens = (("the word itself", found.itself, "C0", "o"), ("the", found.control, "C1", "s"))
    for name, values, color, marker in tokens:
        panels[0].plot(values[0], color=color, marker=marker, label=name.replace("the word", "bat"))
        panels[1].plot(values.mean(dim=0), color=color, marker=marker, label=name)
        low, high = values.amin(dim=0), values.amax(dim=0)
        panels[1].fill_between(range(len(low)), low, high, color=color, alpha=0.15)
    figure.suptitle("Lower layers: the word itself. Upper layers: every token", fontweight="bold")
    panels[0].set(ylabel="cosine within senses − across", title="bat")
    panels[1].set_title(f"{len(found.words)} words: mean and range")
    for axes in panels:
        axes.set_xlabel("after layer (0: embeddings)")
        axes.axhline(0, color="0.6", linewidth=0.8)
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
    axes.set_title("Only pre-trained: the mean holds more than [CLS]")
    return figure


def draw_cost(lengths: Sequence[int], results: Mapping[str, Sequence[float]]) -> Figure:
    """Draw time and memory of one forward pass against the number of tokens."""
    figure, panels = plt.subplots(1, 2, figsize=(8, 3))
    panels[0].loglog(lengths, results["milliseconds"], marker="o")
    panels[0].set(ylabel="milliseconds", title="Time of one forward pass")
    panels[1].loglog(lengths, results["weight_megabytes"], marker="s", color="C1")
    panels[1].set(ylabel="megabytes", title="All attention weights, if kept")
    panels[0].set_yticks([10, 20, 50, 100], ["10", "20", "50", "100"])
    panels[1].set_yticks([0.1, 1, 10, 100], ["0.1", "1", "10", "100"])
    for axes in panels:
        axes.set_xticks(lengths, [str(length) for length in lengths], rotation=45)
        axes.minorticks_off()
        axes.set_xlabel("tokens")
    return figure
