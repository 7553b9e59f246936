"""Pictures of explanations: a waterfall, bars, and curves; what words add in many texts.

Letters for Chinese are there where a text needs them.
"""

from lessons.l12_explanations.faithfulness import Faithfulness

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from bertlab.inspection.explanation import Explanation
from workbook.fonts.figures import letters_for

UP, DOWN = "#D55E00", "#0072B2"  # adds to the score, takes from it: in all of the lesson
NARROW = 6.2  # inches: a phone shrinks such a figure less than a wide one
METHODS = ("#000000", "#009E73", "#CC79A7", "#8A8A8A")  # methods have other colors than signs


def largest(explanation: Explanation, most: int) -> tuple[list[str], np.ndarray]:
    """Return up to ``most`` rows, largest values first; the rest is added up in the last one.

    Raises:
        ValueError: If there are no tokens, or fewer than two rows are asked for.
    """
    tokens, values = numbered(explanation.tokens), explanation.values
    if not tokens:
        raise ValueError("expected an explanation with tokens, got one of an empty text")
    if most < 2:
        raise ValueError(f"most must be at least 2, got {most}")
    order = np.argsort(-np.abs(values), kind="stable")
    if len(tokens) <= most:
        return [tokens[i] for i in order], values[order]
    shown, others = order[: most - 1], order[most - 1 :]
    names = [*(tokens[i] for i in shown), f"{len(others)} others"]
    return names, np.append(values[shown], values[others].sum())


def numbered(tokens: Sequence[str]) -> list[str]:
    """Return tokens for labels: one that stands several times has its number after it."""
    seen: dict[str, int] = {}
    names = []
    for token in tokens:
        seen[token] = seen.get(token, 0) + 1
        several = list(tokens).count(token) > 1
        names.append(f"{token} ({seen[token]})" if several else token)
    return names


def draw_waterfall(explanation: Explanation, most: int = 10, title: str = "") -> Figure:
    """Draw how the tokens lead from the base to the prediction, the largest step last, on top.

    Args:
        explanation: Of a text with tokens.
        most: Rows; what has no row of its own is added up in the last one.
        title: What the picture shows; by default, which token moves the score most.
    """
    names, values = largest(explanation, most)
    ends = explanation.prediction - np.concatenate([[0.0], values.cumsum()])[:-1]
    with letters_for([*names, explanation.label]):
        figure, axes = plt.subplots(figsize=(NARROW, 1.6 + 0.3 * len(names)))
        _bars(axes, names, values, ends - values)
        for row, start in enumerate(ends - values):
            axes.plot([start] * 2, [row - 0.4, row + 1.4], color="gray", linewidth=0.8)
        limits = ("base", explanation.base), ("prediction", explanation.prediction)
        for (name, at), style in zip(limits, (":", "--"), strict=True):
            axes.axvline(at, color="k", linestyle=style, linewidth=1, label=f"{name} {at:.2f}")
        axes.set_xlabel(f"score of {explanation.label}: log odds (logits)", parse_math=False)
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2)
        _title(figure, title or _most(names, values))
    return figure


def draw_bar(explanation: Explanation, most: int = 10, title: str = "") -> Figure:
    """Draw what each token adds, as bars, the largest on top.

    Args:
        explanation: Of a text with tokens.
        most: Rows; what has no row of its own is added up in the last one.
        title: What the picture shows; by default, which token moves the score most.
    """
    names, values = largest(explanation, most)
    with letters_for([*names, explanation.label]):
        figure, axes = plt.subplots(figsize=(NARROW, 1.2 + 0.3 * len(names)))
        _bars(axes, names, values, np.zeros(len(values)))
        axes.axvline(0, color="k", linewidth=1)
        axes.set_xlabel(f"added to the score of {explanation.label} (logits)", parse_math=False)
        _title(figure, title or _most(names, values))
    return figure


def _bars(axes: Axes, names: Sequence[str], values: np.ndarray, left: np.ndarray) -> None:
    """Draw a row for each name, the first on top, with its number beside it."""
    rows = np.arange(len(names))
    colors = [UP if value >= 0 else DOWN for value in values]
    bars = axes.barh(rows, values, left=left, color=colors, height=0.8)
    white = {"facecolor": "white", "edgecolor": "none", "pad": 0.6}  # over lines that cross it
    axes.bar_label(bars, [f"{value:+.2f}" for value in values], padding=3, bbox=white)
    axes.set_yticks(rows, names, parse_math=False)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.use_sticky_edges = False  # room for the numbers on both sides
    axes.margins(x=0.15)


def _most(names: Sequence[str], values: np.ndarray) -> str:
    return f"“{names[0]}” moves the score most, by {values[0]:+.2f} logits"


def _title(figure: Figure, finding: str) -> None:
    weight = plt.rcParams["axes.titleweight"]  # not every font has bold letters
    figure.suptitle(finding, parse_math=False, weight=weight, x=0.02, ha="left")


class Importance(NamedTuple):
    """A word, and what it added wherever it stood."""

    word: str
    values: tuple[float, ...]

    @property
    def size(self) -> float:
        """Mean size of what it added, in logits."""
        return float(np.mean(np.abs(self.values)))


def importance(explanations: Sequence[Explanation], least: int = 2) -> list[Importance]:
    """Gather what words add in many texts, the most important first.

    Args:
        explanations: All of one label: ``explainer.all(texts, label="positive")``.
        least: Words that stand fewer times are left out, since one text says little.

    Raises:
        ValueError: If there are no explanations, they are of several labels, or no word is left.
    """
    labels = {explanation.label for explanation in explanations}
    if len(labels) != 1:
        raise ValueError(f"expected explanations of one label, got {sorted(labels) or 'none'}")
    found: dict[str, list[float]] = {}
    for explanation in explanations:
        joined = explanation.words()
        for word, value in zip(joined.tokens, joined.values.tolist(), strict=True):
            found.setdefault(word, []).append(value)
    kept = [Importance(w, tuple(values)) for w, values in found.items() if len(values) >= least]
    if not kept:
        raise ValueError(f"no word stands {least} times or more in these texts")
    return sorted(kept, key=lambda one: -one.size)


def draw_curves(found: Mapping[str, Faithfulness]) -> Figure:
    """Draw mean deletion and insertion curves of several methods, one above the other."""
    figure, panels = plt.subplots(2, 1, figsize=(NARROW, 6.4))
    looks = zip(METHODS, ("-", "--", "-.", ":"), strict=True)
    for (name, one), (color, style) in zip(found.items(), looks, strict=False):
        for axes, curves in zip(panels, (one.deletion_curves, one.insertion_curves), strict=True):
            share = np.linspace(0, 100, curves.shape[1])
            axes.plot(share, curves.mean(axis=0), style, color=color, label=name)
    panels[0].set(xlabel="tokens hidden, most important first (%)", ylabel="mean score (logits)")
    panels[1].set(xlabel="tokens shown, most important first (%)", ylabel="mean score (logits)")
    first, last = (
        min(found, key=lambda name: found[name].deletion.mean()),
        max(found, key=lambda name: found[name].insertion.mean()),
    )
    panels[0].set_title(f"Deletion falls fastest by {first}")
    panels[1].set_title(f"Insertion rises fastest by {last}")
    for axes in panels:
        axes.legend()
    return figure


def glossed(explanation: Explanation, gloss: Mapping[str, str]) -> Explanation:
    """Return an explanation whose tokens have an English word beside them."""
    names = tuple(f"{t} ({gloss[t]})" if t in gloss else t for t in explanation.tokens)
    return replace(explanation, tokens=names)
