"""Pictures of the lesson on explanations: two kinds of values, a translation, methods compared."""

from lessons.l12_explanations.figures import DOWN, UP
from lessons.l12_explanations.measure import Lead, Turned
from lessons.l12_explanations.translation import TranslationExplanation

from collections.abc import Mapping

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure

from bertlab.datasets.fonts.figures import letters_for
from bertlab.inspection.explanation import Explanation

COLORS = ("#222222", "#9A9A9A")  # no sign: orange and blue say what adds and what takes
SIGNS = LinearSegmentedColormap.from_list("signs", (DOWN, "white", UP))
WIDTH = 0.38  # of a bar, where two stand side by side


def draw_both(first: Explanation, second: Explanation) -> Figure:
    """Draw two explanations of the same tokens side by side, token by token.

    Raises:
        ValueError: If the tokens or labels differ.
    """
    if (first.tokens, first.label) != (second.tokens, second.label):
        raise ValueError(f"expected the same tokens and label, got {first.label}, {second.label}")
    places = np.arange(len(first.tokens))
    gap = np.abs(first.values - second.values)
    most = int(gap.argmax())
    with letters_for([*first.tokens, first.label]):
        figure, axes = plt.subplots(figsize=(8, 3.6))
        for one, side, color in ((first, -1, COLORS[0]), (second, 1, COLORS[1])):
            at = places + side * WIDTH / 2
            axes.bar(at, one.values, WIDTH, color=color, label=one.method)
        axes.axhline(0, color="k", linewidth=1)
        axes.set_xticks(places, first.tokens, parse_math=False)
        axes.set_ylabel(f"added to the score\nof {first.label} (logits)", parse_math=False)
        axes.legend()
        axes.set_title(
            f'They differ most at "{first.tokens[most]}": by {gap[most]:.2f} logits',
            parse_math=False,
        )
    return figure


def draw_translation(explanation: TranslationExplanation) -> Figure:
    """Draw what each English word adds to each French one, as a map with its numbers."""
    values = explanation.values
    M, N = values.shape
    row, column = np.unravel_index(values.argmax(), values.shape)
    figure, axes = plt.subplots(figsize=(1.6 + 0.95 * N, 1.5 + 0.42 * M))
    size = np.abs(values).max()
    picture = axes.imshow(values, cmap=SIGNS, vmin=-size, vmax=size, aspect="auto")
    for place, value in np.ndenumerate(values):
        color = "white" if abs(value) > 0.65 * size else "black"
        axes.text(
            place[1],
            place[0],
            f"{value.round(1) + 0.0:+.1f}",
            ha="center",
            va="center",
            color=color,
        )
    axes.set_xticks(range(N), explanation.words)
    axes.set_yticks(range(M), explanation.translation)
    axes.set(xlabel="English word", ylabel="French word")
    axes.grid(visible=False)
    figure.colorbar(picture, label="added to its log-\nprobability (nats)")
    written, read = explanation.translation[row], explanation.words[column]
    axes.set_title(f'"{written}" owes most to "{read}": {values[row, column]:+.1f} nats')
    return figure


def draw_leads(groups: Mapping[str, Mapping[str, Lead]], title: str) -> Figure:
    """Draw how far rankings are ahead of chance, with 95% intervals, in groups.

    Args:
        groups: By what the methods of a group have in common, then by method.
        title: What the picture shows.
    """
    count = sum(len(rows) for rows in groups.values())
    figure, panels = plt.subplots(
        len(groups),
        1,
        figsize=(7.5, 0.9 + 0.25 * count),
        sharex=True,
        height_ratios=[len(rows) for rows in groups.values()],
    )
    for axes, (name, rows) in zip(panels, groups.items(), strict=True):
        means = [one.mean for one in rows.values()]
        reach = [[one.mean - one.low, one.high - one.mean] for one in rows.values()]
        places = np.arange(len(rows))
        axes.errorbar(means, places, xerr=np.transpose(reach), fmt="o", color=COLORS[0], capsize=3)
        axes.axvline(0, color="k", linewidth=1)
        axes.set_yticks(places, rows)
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.set_title(name, loc="left", fontsize="medium", fontweight="normal")
    panels[-1].set_xlabel("ahead of chance: area under the deletion curve (logits)")
    figure.suptitle(title, x=0.02, ha="left", weight=plt.rcParams["axes.titleweight"])
    return figure


def words_of_leads(groups: Mapping[str, Mapping[str, Lead]]) -> str:
    """Say what ``draw_leads`` shows."""
    rows = [f"{name} {one.mean:.1f}" for found in groups.values() for name, one in found.items()]
    return "Leads over chance with 95% intervals: " + "; ".join(rows)


def draw_turned(found: Mapping[str, Turned]) -> Figure:
    """Draw how many wrong predictions turn when one token is hidden, with 95% intervals."""
    figure, axes = plt.subplots(figsize=(7.5, 0.9 + 0.28 * len(found)))
    places = np.arange(len(found))
    shares = 100 * np.array([one.turned.mean() for one in found.values()])
    bounds = 100 * np.array([one.interval for one in found.values()])
    reach = np.abs(bounds - shares[:, None]).T
    axes.errorbar(shares, places, xerr=reach, fmt="o", color=COLORS[0], capsize=3)
    axes.set_yticks(places, found)
    axes.set(ylim=(len(found) - 0.5, -0.5), xlim=(0, 100))
    axes.set_xlabel("wrong predictions that turn (%), 95% interval")
    best = next(iter(found))
    number, count = int(found[best].turned.sum()), len(found[best].turned)
    axes.set_title(f"Hiding {best}'s first token turns {number} of {count}", loc="left")
    return figure
