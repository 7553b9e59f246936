"""The figures of what is measured on the path."""

from lessons.l22_few_labels import live
from lessons.l22_few_labels.task import Settings
from lessons.l22_few_labels.ways import PATTERNS, new_cloze

from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
import torch
from jaxtyping import Float
from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter
from torch import Tensor

from bertlab.statistics import percentile_interval, proportion_interval
from workbook.captions import Captioned, figure
from workbook.charts import headed
from workbook.claims import check
from workbook.recorded_answers import accuracy

GRAY = "0.55"
REVIEWS = ("The best film of the year.", "The worst film of the year.")
CHANCE = 0.5
MARKS = {-1: "o", 0: "s", 1: "^"}
CHOICES = {
    "promised": "promised by cross-validation",
    "chosen": "chosen by cross-validation",
    "any_of_them": "any of the five, the mean",
    "best": "the best, by the judge's reviews",
}
Scores = Float[Tensor, "M N 2"]
Labels = Sequence[int]


@torch.no_grad()
def gap(reviews: Sequence[str] = REVIEWS) -> Captioned:
    """Show how likely the words of both classes are in the gap behind two reviews."""
    model, encode = new_cloze(Settings(), PATTERNS[0])
    inputs = encode(reviews, [0] * len(reviews)).batch(range(len(reviews))).inputs
    likely = model.gap_logits(*inputs).softmax(dim=1)  # (2, V)
    ids = [index for words in reversed(model.words) for index in words]
    drawn, planes = plt.subplots(1, 2, figsize=(8, 2.8), sharey=True, layout="constrained")
    for axes, review, row in zip(planes, reviews, likely, strict=True):
        for place, color in enumerate(("C2", "C2", "C3", "C3")):
            axes.barh(place, float(row[ids[place]]), color=color)
        axes.set_title(f"\u201c{review}\nIt was [MASK].\u201d", fontsize=11)
        axes.set(xlabel="probability in the gap", xlim=(0, 0.006))
        axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=1))
    planes[0].set_yticks(range(len(ids)), [model.pattern.tokenizer.vocabulary[i] for i in ids])
    planes[0].invert_yaxis()
    good = likely[:, model.words[1]].sum(dim=1) / likely[:, ids].sum(dim=1)
    check("the good review gets the good words", good[0] > 0.5 > good[1])
    bad = likely[:, model.words[0][1]]
    check("all four are rare, and bad doubles", likely[:, ids].max() < 0.01 and bad[1] > 2 * bad[0])
    return figure(
        headed(drawn, "A gap that judges, without any label"),
        "22.1",
        "How likely four words are in a gap after two reviews, to `minilm-words`, a small BERT "
        "that fills gaps.",
        alt="Two panels of four bars. After the good review great and good are likelier, after "
        "the bad one terrible and bad.",
    )


def dots(axes: Axes, row: float, right: float, number: int, color: str) -> None:
    """Draw an accuracy of some texts with its interval."""
    axes.plot(proportion_interval(right, number), [row] * 2, color="0.8", linewidth=2, zorder=1)
    axes.plot(right, row, "o", color=color, markersize=9, zorder=2)


def rows_of(axes: Axes, names: Sequence[str], low: float, high: float) -> None:
    """Give a plane of accuracies its rows, the line of chance and its limits."""
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.axvline(CHANCE, color=GRAY, linewidth=1, linestyle="--")
    axes.set(xlim=(low, high), xlabel="accuracy (dashed: chance)")
    axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))


def five_patterns(scores: Scores, labels: Labels) -> Captioned:
    """Show the zero-shot accuracy of patterns, and of how many reviews each says *good*.

    Args:
        scores: Of each pattern, (M, N, 2).
        labels: Of the reviews.
    """
    drawn, axes = plt.subplots(figsize=(8, 3), layout="constrained")
    right = [accuracy(one, labels) for one in scores]
    good = [(one.argmax(dim=1) == 1).double().mean().item() for one in scores]
    for row, (value, says) in enumerate(zip(right, good, strict=True)):
        dots(axes, row, value, len(labels), "C0")
        axes.text(0.745, row, f"good: {says:.0%}", ha="right", va="center")
    rows_of(axes, PATTERNS, 0.4, 0.75)
    check("from chance to 60%", min(right) < 0.53 and 0.57 < max(right) < 0.63)
    check("far from half good", min(good) < 0.1 and max(good) > 0.8)
    return figure(
        headed(drawn, "One model, five questions: from chance to about 60%"),
        "22.2",
        f"Zero-shot accuracy on {len(labels)} validation reviews with intervals, and of how "
        "many each pattern says *good*. Half of the reviews are.",
        alt="Five dots with intervals; the fourth pattern is at chance, the second near 60%.",
    )


def calibration(empty: Scores, kinds: Mapping[str, Scores], labels: Labels) -> Captioned:
    """Show what patterns say of texts without content, and accuracies before and after.

    Args:
        empty: Scores of such texts, (M, K, 2).
        kinds: Scores of the reviews by a name, (M, N, 2) each.
        labels: Of the reviews.
    """
    drawn, (left, axes) = plt.subplots(
        1, 2, figsize=(8, 3.2), sharey=True, width_ratios=(1, 1.4), layout="constrained"
    )
    spreads = []
    for shift, (name, scores) in enumerate(kinds.items(), start=-1):
        right = [accuracy(one, labels) for one in scores]
        spreads.append(max(right) - min(right))
        rows = [row + 0.2 * shift for row in range(len(right))]
        axes.plot(right, rows, MARKS[shift], label=name)
    good = empty.softmax(dim=2)[..., 1]  # (M, K)
    for row, values in enumerate(good.tolist()):
        left.plot(values, [row] * len(values), "D", color="C4")
    rows_of(axes, PATTERNS, 0.45, 0.65)
    left.axvline(CHANCE, color=GRAY, linewidth=1, linestyle="--")
    left.set(xlim=(0, 1), xlabel="good, without content")
    left.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    drawn.legend(loc="outside lower center", ncols=3)
    check("the spread shrinks", spreads[2] < 0.6 * spreads[0] and spreads[1] < 0.8 * spreads[0])
    return figure(
        headed(drawn, "The patterns differ less without what they say of nothing"),
        "22.3",
        "Left: how likely *good* is for three texts without content. Right: accuracy on "
        f"{len(labels)} validation reviews, as it is, calibrated by your function, and with the "
        "median of 200 reviews without labels as threshold.",
        alt="Left, three diamonds for each pattern, between 10% and 85%. Right, three marks for "
        "each pattern: those of the calibrated scores lie closer together.",
    )


def after(number: str, title: str, right: Mapping[str, float], texts: int) -> Captioned:
    """Show the accuracies of models that learned here.

    Args:
        number: Of the figure.
        title: What it shows.
        right: The accuracy of each model; nothing tells the last two apart.
        texts: How many reviews it was measured on.
    """
    drawn, axes = plt.subplots(figsize=(8, 0.45 * len(right) + 1.3), layout="constrained")
    for row, value in enumerate(right.values()):
        dots(axes, row, value, texts, "C5")
        axes.text(0.795, row, f"{value:.0%}", ha="right", va="center")
    rows_of(axes, list(right), 0.4, 0.8)
    one, other = (proportion_interval(value, texts) for value in list(right.values())[-2:])
    check("their intervals overlap", max(one[0], other[0]) < min(one[1], other[1]))
    return figure(
        headed(drawn, title),
        number,
        f"Accuracy on {texts} validation reviews, with intervals over reviews.",
        alt=f"Dots with intervals for {', '.join(right)}.",
    )


def choices(by_number: Mapping[int, live.Choices]) -> Captioned:
    """Show what comes out if the pattern is chosen with few labels.

    Args:
        by_number: Of labels.
    """
    drawn, axes = plt.subplots(figsize=(8, 3.2), layout="constrained")
    means = {}
    for shift, (number, one) in zip((-0.12, 0.12), by_number.items(), strict=True):
        for row, name in enumerate(CHOICES):
            values = torch.tensor(getattr(one, name), dtype=torch.float64)
            means[number, name] = mean = values.mean().item()
            ends = percentile_interval(values)
            color = "C0" if shift < 0 else "C1"
            axes.plot(ends, [row + shift] * 2, color=color, linewidth=2, alpha=0.35)
            label = f"{number} labels" if not row else None
            axes.plot(mean, row + shift, "o", color=color, markersize=9, label=label)
    rows_of(axes, list(CHOICES.values()), 0.4, 0.9)
    axes.legend(loc="lower right")
    for number in by_number:
        gain = means[number, "chosen"] - means[number, "any_of_them"]
        check("the choice is no better than any", abs(gain) < 0.01)
    few = min(by_number)
    draws = len(by_number[few].chosen)
    check("what it promises is too much", means[few, "promised"] - means[few, "chosen"] > 0.05)
    check("the best by the judge is better", means[few, "best"] - means[few, "chosen"] > 0.01)
    return figure(
        headed(drawn, "With few labels, the choice promises much and wins nothing"),
        "22.6",
        f"Means over {draws} draws of the labels from the validation reviews, and where 95% of the "
        "draws lie. The first row is accuracy on the labelled reviews, in cross-validation; the "
        "others are accuracy on all others.",
        alt="Four rows. What cross-validation promises is far to the right of what comes out.",
    )


def votes(counts: Mapping[float, tuple[int, float]], number: int) -> Captioned:
    """Show how many texts get a label at a threshold, and how many of these labels are right.

    Args:
        counts: By threshold: the number of labels, and the proportion that is right.
        number: Of all texts.
    """
    drawn, axes = plt.subplots(figsize=(8, 3), layout="constrained")
    labelled = [count / number for count, _ in counts.values()]
    right = [value for _, value in counts.values()]
    axes.plot(list(counts), labelled, "s-", color="C0", label="texts that get a label")
    axes.plot(list(counts), right, "o-", color="C1", label="of these labels right")
    axes.axhline(CHANCE, color=GRAY, linewidth=1, linestyle="--")
    axes.set(xlabel="threshold", ylim=(0, 1.03))
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    axes.legend()
    check(
        "sure votes are more often right",
        counts[0.7][1] > right[0] + 0.1 and counts[0.7][0] < number / 4,
    )
    return figure(
        headed(drawn, "The surer the votes, the fewer labels, and the more of them are right"),
        "22.8",
        f"{number} training reviews, labelled by your `pseudo_labels` and five patterns, over the "
        "threshold.",
        alt="Two lines over the threshold: the proportion of texts with a label falls from 100% to "
        "a few, that of right labels rises from near 60% to above 80%.",
    )
