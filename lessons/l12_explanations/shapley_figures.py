"""Pictures of the lesson on explanations: two kinds of values, a translation, methods compared."""

from lessons.l12_explanations.figures import DOWN, NARROW, UP, numbered
from lessons.l12_explanations.measure import Turned
from lessons.l12_explanations.translation import TranslationExplanation

from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure

from bertlab.inspection.explanation import Explanation
from workbook.fonts.figures import letters_for

COLORS = ("#222222",)  # no sign: orange and blue say what adds and what takes
SIGNS = LinearSegmentedColormap.from_list("signs", (DOWN, "white", UP))
MARKS = (("o", "#000000"), ("s", "#009E73"), ("D", "#CC79A7"), ("^", "#8A8A8A"))


def draw_dots(
    found: Mapping[str, Explanation], title: str, bold: Sequence[bool] | np.ndarray = ()
) -> Figure:
    """Draw explanations of the same tokens: a row for each token, a mark for each explanation.

    Args:
        found: Explanations by the name that the legend gives them, four at most.
        title: What the picture shows.
        bold: Which tokens are written in bold letters; by default none.

    Raises:
        ValueError: If the tokens or labels differ.
    """
    shown = list(found.values())
    kinds = {(one.tokens, one.label) for one in shown}
    if len(kinds) != 1:
        raise ValueError(f"expected the same tokens and label, got {len(kinds)} different")
    names = numbered(shown[0].tokens)
    with letters_for([*names, shown[0].label]):
        figure, axes = plt.subplots(figsize=(NARROW, 1.7 + 0.3 * len(names)))
        axes.axvline(0, color="k", linewidth=1)
        for (name, one), (mark, color) in zip(found.items(), MARKS, strict=False):
            places = np.arange(len(names))
            axes.plot(one.values, places, mark, color=color, markersize=8, label=name)
        axes.set_yticks(range(len(names)), names, parse_math=False)
        for label, stands_out in zip(axes.get_yticklabels(), bold, strict=False):
            label.set_fontweight(_weight() if stands_out else "normal")
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.set_xlabel(f"added to the score of {shown[0].label} (logits)", parse_math=False)
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2)
        figure.suptitle(title, parse_math=False, x=0.02, ha="left", weight=_weight())
    return figure


def words_of_dots(found: Mapping[str, Explanation]) -> str:
    """Say what ``draw_dots`` shows."""
    rows = [
        f"{name}: "
        + ", ".join(f"{t} {v:+.1f}" for t, v in zip(one.tokens, one.values, strict=True))
        for name, one in found.items()
    ]
    return "A mark for each token and explanation. " + "; ".join(rows)


def draw_company(found: Mapping[str, Sequence[Sequence[float]]], title: str) -> Figure:
    """Draw the values of words, by how many other gaps of the sentence hold an unfavorable word.

    Args:
        found: For each word its values beside 0, 1 and 2 unfavorable words.
        title: What the picture shows.
    """
    figure, axes = plt.subplots(figsize=(NARROW, 1.7 + 0.62 * len(found)))
    axes.axvline(0, color="k", linewidth=1)
    for row, by_number in enumerate(found.values()):
        for number, values in enumerate(by_number):
            mark, color = MARKS[number]
            places = [row + 0.25 * (number - 1)] * len(values)
            label = str(number) if row == 0 else None
            axes.plot(values, places, mark, color=color, markersize=6, alpha=0.7, label=label)
    axes.set_yticks(range(len(found)), found)
    axes.set_ylim(len(found) - 0.5, -0.5)
    axes.set_xlabel("added to the score of positive (logits)")
    axes.legend(
        loc="lower left", bbox_to_anchor=(0, 1), ncols=3, title="other gaps with “dull” or “weak”"
    )
    figure.suptitle(title, x=0.02, ha="left", weight=_weight())
    return figure


def draw_way(slopes: Sequence[float], coarse: int, title: str) -> Figure:
    """Draw the slope of the score along the way from [MASK] to the words.

    Args:
        slopes: At the middles of equal pieces of the way, many of them.
        coarse: How many pieces a coarse mean has; the middles of these are marked.
        title: What the picture shows.
    """
    figure, axes = plt.subplots(figsize=(NARROW, 3.4))
    fine = (np.arange(len(slopes)) + 0.5) / len(slopes)
    few = (np.arange(coarse) + 0.5) / coarse
    axes.axhline(0, color="k", linewidth=1)
    axes.plot(100 * fine, slopes, color=COLORS[0], label=f"{len(slopes)} points")
    at = np.interp(few, fine, slopes)
    axes.plot(100 * few, at, "D", color="#CC79A7", markersize=8, label=f"{coarse} points")
    axes.set(
        xlabel="way from [MASK] (0) to the words (100%)", ylabel="slope (logits for the whole way)"
    )
    axes.legend()
    figure.suptitle(title, x=0.02, ha="left", weight=_weight())
    return figure


def _number(value: float, sign: str = "") -> str:
    return f"{round(float(value), 1) + 0.0:{sign}.1f}"  # 0.0 is never below 0


def _weight() -> str:
    return str(plt.rcParams["axes.titleweight"])  # not every font has bold letters


def draw_translation(explanation: TranslationExplanation) -> Figure:
    """Draw what each English word adds to each French one, as a map with its numbers."""
    values = explanation.values
    M, N = values.shape
    row, column = np.unravel_index(values.argmax(), values.shape)
    written = numbered(explanation.translation)
    figure, axes = plt.subplots(figsize=(2.6 + 0.8 * N, 1.6 + 0.42 * M))
    size = np.abs(values).max()
    axes.imshow(values, cmap=SIGNS, vmin=-size, vmax=size, aspect="auto")
    for (y, x), value in np.ndenumerate(values):
        color = "white" if abs(value) > 0.65 * size else "black"
        axes.text(x, y, _number(value, "+"), ha="center", va="center", color=color)
    axes.set_xticks(range(N), numbered(explanation.words), rotation=30 if N > 5 else 0)
    axes.set_yticks(range(M), written)
    axes.set(xlabel="English word", ylabel="French word")
    axes.grid(visible=False)
    ends = zip(explanation.base, explanation.prediction, strict=True)
    beside = axes.secondary_yaxis("right")
    beside.set_yticks(range(M), [f"{_number(a)} → {_number(b)}" for a, b in ends])
    beside.set_ylabel("base → prediction (nats)")
    best = f"{values[row, column]:+.1f} nats"
    figure.suptitle(
        f"“{written[row]}” owes most to “{explanation.words[column]}”: {best}",
        x=0.02,
        ha="left",
        weight=_weight(),
    )
    return figure


def draw_turned(found: Mapping[str, Turned], chance: float) -> Figure:
    """Draw how many wrong predictions turn when one token is hidden, with 95% intervals.

    Args:
        found: By method.
        chance: How many a token drawn by chance turns on average.
    """
    figure, axes = plt.subplots(figsize=(NARROW, 1.4 + 0.25 * len(found)))
    places = np.arange(len(found))
    count = len(next(iter(found.values())).turned)
    numbers = np.array([one.turned.sum() for one in found.values()])
    bounds = count * np.array([one.interval for one in found.values()])
    reach = np.abs(bounds - numbers[:, None]).T
    axes.errorbar(numbers, places, xerr=reach, fmt="o", color=COLORS[0], capsize=3)
    axes.axvline(chance, color="0.4", linestyle="--", label=f"chance: {chance:.1f} on average")
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1))
    axes.set_yticks(places, found)
    axes.set(ylim=(len(found) - 0.5, -0.5), xlim=(0, count))
    axes.set_xlabel(f"wrong predictions that turn, of {count} (95% interval)")
    best = next(iter(found))
    figure.suptitle(
        f"Hiding {best}'s first token turns {int(numbers[0])} of {count}",
        x=0.02,
        ha="left",
        weight=_weight(),
    )
    return figure
