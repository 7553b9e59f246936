"""The figures of the path."""

from lessons.l21_knowledge import live

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from jaxtyping import Bool
from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch
from matplotlib.ticker import PercentFormatter
from torch import Tensor

from bertlab.statistics import Estimate
from workbook.captions import Captioned, figure
from workbook.charts import BASELINE, OURS, Row, differences_on, headed, proportions_on
from workbook.claims import check
from workbook.diagrams.roles import role_of

PLACES = (
    ("beside the text", "facts as branches\n(K-BERT)", "embedding"),
    ("inside the network", "vectors of things,\nroles of words", "layer"),
    ("in what is trained", "hide a name,\nexchange a name", "output"),
)
COUNTING = {"towns": "counting towns", "trade": "counting by trade"}


def _box(
    axes: Axes, left: float, low: float, words: str, role: str, size: tuple[float, float]
) -> None:
    """Draw a box with words in it; positions and sizes as parts of the axes."""
    look, (width, height) = role_of(role), size
    box = FancyBboxPatch((left, low), width, height, boxstyle="round,pad=0,rounding_size=0.02")
    box.set(facecolor=look.fill, edgecolor=look.edge)
    axes.add_patch(box)
    axes.text(
        left + width / 2, low + height / 2, words, ha="center", va="center", color=look.ink,
        fontsize=11,
    )  # fmt: skip


def three_places() -> Captioned:
    """Show where knowledge can enter a BERT."""
    drawn, axes = plt.subplots(figsize=(8, 2.7), layout="constrained")
    for column, (name, ways, role) in enumerate(PLACES):
        left = 0.02 + 0.34 * column
        axes.text(left + 0.14, 0.88, name, ha="center", fontsize=12, fontweight="bold")
        _box(axes, left, 0.42, ways, role, (0.28, 0.36))
        axes.annotate("", (left + 0.14, 0.24), (left + 0.14, 0.4), arrowprops={"arrowstyle": "->"})
    _box(axes, 0.02, 0.02, "BERT", "plain", (0.96, 0.2))
    axes.set(xlim=(0, 1), ylim=(0, 1))
    axes.axis("off")
    return figure(
        headed(drawn, "Three places where knowledge can enter a BERT"),
        "21.1",
        "K-BERT is part 1, hidden and exchanged names are parts 6 to 8; what enters inside the "
        "network is in the further experiments.",
        alt="Three boxes above a BERT: beside the text, facts as branches; inside the network, "
        "vectors of things and roles of words; in what is trained, hide a name and "
        "exchange a name.",
    )


def sentence_tree(tree: Sequence[tuple[str, int]], positions: Sequence[int]) -> Captioned:
    """Draw a sentence tree: the sentence below, each branch on a line of its own above it.

    Args:
        tree: The reader's words with the numbers of their branches.
        positions: The reader's soft positions.
    """
    highest = 1 + max(branch for _, branch in tree)
    drawn, axes = plt.subplots(figsize=(8, 0.55 * highest + 1.2), layout="constrained")
    host, before = (0.0, 0.0), 0
    for (word, branch), position in zip(tree, positions, strict=True):
        here = (float(position), float(branch))
        if branch and branch != before:
            axes.plot([host[0], here[0]], [host[1], here[1]], color=BASELINE, zorder=0)
        host = host if branch else here
        before = branch
        look = role_of("key" if branch else "query")
        axes.text(
            *here, word, ha="center", va="center", color=look.ink, fontsize=12,
            bbox={"facecolor": look.fill, "edgecolor": look.edge, "boxstyle": "round,pad=0.3"},
        )  # fmt: skip
    axes.set(xlim=(-0.6, max(positions) + 0.6), ylim=(-0.6, highest - 0.4), xlabel="soft position")
    axes.set_xticks(range(max(positions) + 1))
    axes.set_yticks([])
    axes.spines[["left", "right", "top"]].set_visible(False)
    words = ", ".join(f"{word} at {p}" for (word, _), p in zip(tree, positions, strict=True))
    return figure(
        headed(drawn, "The sentence stays whole, and facts hang on its words"),
        "21.2",
        "Your tree of *the cello was heavy*, at your soft positions: the sentence below, a line "
        "for each fact.",
        alt=f"A tree. {words}.",
    )


def visible_matrix(words: Sequence[str], sees: Bool[Tensor, "T T"]) -> Captioned:
    """Draw who sees whom.

    Args:
        words: Of the row.
        sees: The reader's matrix.
    """
    T = len(words)
    drawn, axes = plt.subplots(figsize=(5.4, 4.8), layout="constrained")
    axes.imshow(sees.numpy(), cmap="Blues", vmin=0, vmax=1.6, aspect="auto")
    axes.set_xticks(range(T), words, rotation=90)
    axes.set_yticks(range(T), words)
    axes.set_xticks(np.arange(-0.5, T), minor=True)
    axes.set_yticks(np.arange(-0.5, T), minor=True)
    axes.grid(which="minor", color="white", linewidth=1.5)
    axes.tick_params(which="both", length=0)
    axes.set(xlabel="is seen", ylabel="sees")
    return figure(
        headed(drawn, "Only its word sees a branch"),
        "21.3",
        "Your visible matrix: in a colored cell, the token of the row sees that of the column.",
        alt=f"A matrix of {T} by {T} cells. The words of the sentence see each other; a branch "
        "sees itself and its word.",
    )


def it_reads(losses: Sequence[float], reads: Mapping[str, float]) -> Captioned:
    """Show the loss of each update, and how often new nouns are right afterwards.

    Args:
        losses: In nats.
        reads: How often the true kind is said, with ``right`` and with ``wrong`` facts.
    """
    drawn, (left, right) = plt.subplots(
        1, 2, figsize=(8, 2.8), layout="constrained", width_ratios=[3, 2]
    )
    left.plot(range(1, len(losses) + 1), losses, color=OURS)
    left.axhline(np.log(16), color=BASELINE, linewidth=1)
    left.text(len(losses), np.log(16) + 0.08, "guessing one of 16", color="0.3", ha="right")
    left.set(xlabel="update", ylabel="loss (nats)", ylim=(0, max(4.0, *losses)))
    colors = {"right": OURS, "wrong": "C1"}
    for row, (name, value) in enumerate(reads.items()):
        right.barh(row, value, color=colors[name], height=0.6)
        inside = value > 0.5
        right.text(
            value + (-0.03 if inside else 0.03), row, f"{value:.0%}", va="center",
            ha="right" if inside else "left", color="white" if inside else "black",
        )  # fmt: skip
    right.set_yticks(range(len(reads)), [f"{name} facts" for name in reads])
    right.invert_yaxis()
    right.set(xlim=(0, 1), xlabel="true kind of new nouns")
    right.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    return figure(
        headed(drawn, "It has learned to read the branch"),
        "21.4",
        "Left: the loss of your K-BERT with invented names. Right: afterwards, the 16 new nouns, "
        "with right and with wrong facts as branches.",
        alt="A loss that stays near guessing, then falls to nearly 0; two bars: with right facts "
        "nearly all are right, with wrong ones nearly none.",
    )


def hidden_names(record: Mapping[str, Any]) -> Captioned:
    """Show how many stated homes each way of hiding teaches, beside counting."""
    ways = ("words", "words of names", "names", "one word of a name")
    rows = {way: live.stated_row(way) for way in ways}
    about = live.paired("words of names", "words")
    often = live.paired("words of names", "one word of a name")
    whole = live.paired("names", "one word of a name")
    both = live.paired("names", "words")
    check("asking about names teaches homes", about.low > 0.1)
    check("and asking more often", often.low > 0)
    check("hiding whole names: not sure", whole.low < 0 < whole.high)
    check("whole names less any words: not sure", both.low < 0 < both.high)
    rows |= {
        name: Row(*[record["results"]["counting"][by]["stated"]] * 3)
        for by, name in COUNTING.items()
    }
    drawn, axes = plt.subplots(figsize=(7, 3.7), layout="constrained")
    proportions_on(axes, rows, chance=1 / 12, colors=dict.fromkeys(COUNTING.values(), BASELINE))
    axes.set_xlabel("right town, of people whose home is stated")
    return figure(
        headed(drawn, "Asking about names teaches homes; hiding them whole, perhaps"),
        "21.5",
        "Homes in wordings that no text had, each by itself: mean and interval over people and "
        "three seeds, small dots: seeds; gray line: guessing one of the 12 towns with as many "
        f"words. *Words of names* minus *words*: {live.points(about)} points; *names* minus "
        f"*words*: {live.points(both)}; *names* minus *one word of a name*: {live.points(whole)}.",
        alt="; ".join(f"{name}: {row.mean:.0%}" for name, row in rows.items()),
    )


def exchanged(
    filled: Bool[np.ndarray, "W P"],
    fitting: Bool[np.ndarray, "W P"],
    valley: live.Valley,
    record: Mapping[str, Any],
) -> Captioned:
    """Show how many homes are right before and after training with exchanged names.

    Args:
        filled: For each wording and person whether the reader's model fills in the right town.
        fitting: Whether, after exchanged names, the right town fits best.
        valley: The world.
        record: The recorded ways.
    """
    of = live.stated(valley)
    gain = live.paired(*live.EQUAL)
    check("after exchanged names most stated homes are right", fitting[:, of].mean() > 0.8)
    others = max(filled[:, ~of].mean(), fitting[:, ~of].mean())
    check("but not those that no text states", others < 0.4)
    check("with equal updates the gain is not sure", gain.low < 0 < gain.high)
    yours = {"yours: hidden names": filled, "yours: then exchanged names": fitting}
    drawn, planes = plt.subplots(1, 2, figsize=(8, 2.9), layout="constrained")
    groups = {"stated": ("home stated", of), "unstated": ("home not stated", ~of)}
    for axes, (group, (title, people)) in zip(planes, groups.items(), strict=True):
        rows = {name: _mean_of([float(right[:, people].mean())]) for name, right in yours.items()}
        for way in reversed(live.EQUAL):
            runs = record["results"]["ways"][way]
            rows[f"recorded: {way}"] = _mean_of([run["accuracies"][group] for run in runs])
        proportions_on(axes, rows, colors=dict.fromkeys(yours, "C1"))
        axes.set(title=title, xlim=(0, 1))
    planes[1].set_yticklabels([])
    return figure(
        headed(drawn, "Exchanged names: most stated homes are right, and hardly others"),
        "21.6",
        "Right homes in new wordings: your model, and recorded ones (equal updates; small dots: "
        f"three seeds). Recorded, home stated: *words, then exchanged* minus *words*: "
        f"{live.points(gain)} points, with a 95% interval over people and seeds.",
        alt="Two panels of four dots. Where the home is stated, your model has most right after "
        "exchanged names; where it is not, few.",
    )


def _mean_of(values: Sequence[float]) -> Row:
    mean = fmean(values)
    return Row(mean, mean, mean, tuple(values) if len(values) > 1 else ())


def ahead(found: Mapping[str, Estimate]) -> Captioned:
    """Show how much more the reader's model has right than counting, with 95% intervals."""
    drawn, axes = plt.subplots(figsize=(7, 1.8), layout="constrained")
    differences_on(axes, {f"home {name}": Row(*ends) for name, ends in found.items()})
    axes.set_xlabel("points more than counting by trade")
    return figure(
        headed(drawn, "Ahead of counting only where texts state the home"),
        "21.7",
        "How many points more homes your model has right than counting by trade, with a 95% "
        "interval over people.",
        alt="Two dots with intervals: that of stated homes lies far above 0, the other does not.",
    )
