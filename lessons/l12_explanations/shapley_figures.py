"""Pictures of the lesson on explanations: two kinds of values, a translation, methods compared."""

from lessons.l12_explanations.translation import TranslationExplanation

from collections.abc import Mapping
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure

from bertlab.datasets.fonts.figures import letters_for
from bertlab.inspection.explanation import Explanation

SIDES = ("deletion", "insertion")
HIDDEN = {"mask": "masked", "remove": "removed"}
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
        for one, side, color in ((first, -1, "#0072B2"), (second, 1, "#E69F00")):
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
    picture = axes.imshow(values, cmap="PuOr_r", vmin=-size, vmax=size, aspect="auto")
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


def draw_behind(maskings: Mapping[str, Mapping[str, Any]]) -> Figure:
    """Draw how far each method is behind SHAP, with 95% intervals: what ``compare`` returned.

    Args:
        maskings: By masking, method and curve.
    """
    figure, panels = plt.subplots(1, 2, figsize=(8, 3.2), sharey=True)
    names = [name for name in next(iter(maskings.values())) if name != "SHAP"]
    rows = np.arange(len(names))
    lowest = min(
        found[n][s]["behind"][0] for found in maskings.values() for n in names for s in SIDES
    )
    for axes, side in zip(panels, SIDES, strict=True):
        for (masking, found), shift, marker in zip(
            maskings.items(), (-0.12, 0.12), "os", strict=True
        ):
            bounds = np.array([found[name][side]["behind"] for name in names])
            middle = bounds.mean(axis=1)
            axes.errorbar(
                middle,
                rows + shift,
                xerr=np.abs(bounds - middle[:, None]).T,
                fmt=marker,
                label=HIDDEN[masking],
            )
        axes.axvline(0, color="k", linewidth=1)
        axes.set_xlabel(f"{side}: mean score lost to SHAP (logits)")
    panels[0].set_yticks(rows, names)
    panels[0].set_ylim(len(names) - 0.5, -0.5)
    panels[1].legend(loc="upper left", title="curves with words")
    ahead = "SHAP is ahead of all, however words are hidden"
    panels[0].set_title(ahead if lowest > 0 else "SHAP is not ahead of all", loc="left")
    return figure
