"""The figures of sections 1 to 3 (but one), and those of all ways with their intervals."""

from lessons.l13_sentence_vectors.measure import value_of

from collections.abc import Mapping, Sequence
from textwrap import fill, shorten
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from jaxtyping import Float
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from torch import Tensor

from workbook.charts import Row, beside, curve_on, dot, headed, name_rows

MEASURES = {
    "editorials": "neighboring sentences of editorials\n(mean reciprocal rank)",
    "paraphrases": "generated paraphrases\n(mean reciprocal rank)",
    "lee": "news articles, agreement with people\n(rank correlation)",
}


def draw_opening(
    query: str, others: Sequence[str], found: Mapping[str, Sequence[float]], title: str
) -> Figure:
    """Draw a table of the cosines of a sentence with others; the highest of each column is framed.

    Args:
        query: The sentence.
        others: The first of them says the same.
        found: The cosines, for each kind of vectors.
        title: The finding.
    """
    values = np.array(list(found.values())).T  # (others, kinds)
    figure, axes = plt.subplots(figsize=(6.5, 0.58 * len(others) + 1.5))
    axes.imshow(values, cmap="Blues", vmin=0, vmax=1.15, aspect="auto")
    for (row, column), value in np.ndenumerate(values):
        ink = "white" if value > 0.55 else "black"
        axes.text(column, row, f"{value:.2f}", color=ink, ha="center", va="center", fontsize=12)
        if value > values[:, column].max() - 1e-6:
            color, style = ("C2", "-") if row == 0 else ("C1", "--")
            frame = Rectangle((column - 0.44, row - 0.42), 0.88, 0.84, fill=False, linewidth=3)
            frame.set(edgecolor=color, linestyle=style)
            axes.add_patch(frame)
    labels = [fill(f"{place}. {one}", 30) for place, one in enumerate(others, 1)]
    axes.set_yticks(range(len(others)), labels, fontsize=11)
    axes.set_xticks(range(len(found)), list(found), fontsize=11)
    axes.tick_params(length=0)
    axes.xaxis.tick_top()
    axes.spines[:].set_visible(False)
    axes.set_xlabel(
        f"cosine with “{shorten(query, 60)}”\n"
        "frame: the highest of a column; dashed: not sentence 1",
        loc="right",
    )
    return headed(figure, title, free_text=True)


def draw_cosines(found: Mapping[str, Float[Tensor, " P"]], title: str) -> Figure:
    """Draw the distribution of the cosines of pairs, for each kind of vectors."""
    figure, axes = plt.subplots(figsize=(6.5, 3.0))
    edges = np.linspace(-0.3, 1, 66)
    for place, (name, cosines) in enumerate(found.items()):
        color = ("0.45", "C0")[place % 2]
        heights, _ = np.histogram(cosines.numpy(), bins=edges, density=True)
        axes.stairs(heights, edges, fill=True, color=color, alpha=0.6)
        middle = float(cosines.median())
        axes.text(
            middle + 0.12, 0.8 * float(heights.max()), name, color=color, fontsize=11, va="center"
        )
    axes.axvline(0, color="black", linewidth=1)
    axes.set(xlabel="cosine of two sentences", xlim=(-0.3, 1), yticks=[])
    axes.spines["left"].set_visible(False)
    axes.set_title(title)
    return figure


def draw_ways(rows: Mapping[str, Mapping[str, Any]], title: str, measure: str) -> Figure:
    """Draw what some ways reach by one measure, each with its interval."""
    figure, axes = plt.subplots(figsize=(6.5, 0.4 * len(rows) + 1.7))
    for place, (name, row) in enumerate(rows.items()):
        found = Row(*value_of(row, measure))
        dot(axes, place, found, color_of(name))
        beside(axes, place, f"{found.mean:.2f}")
    name_rows(axes, [label_of(name) for name in rows])
    highest = max(value_of(row, measure)[2] for row in rows.values())
    axes.set_xlim(0, 1.05 * highest)
    axes.set_xlabel(MEASURES[measure] + ", pale: 95% intervals")
    return headed(figure, title)


GROUPS = (
    ("TF-IDF",),
    ("minilm-words, mean", "minilm-words, centered", "minilm-words, [CLS]"),
    ("minilm-words, whitened to 256", "minilm-words, flow"),
    ("minilm-words, SimCSE", "minilm-words, no dropout"),
    ("minilm, mean",),
)


def draw_all(
    rows: Mapping[str, Mapping[str, Any]], title: str, groups: Sequence[Sequence[str]] = GROUPS
) -> Figure:
    """Draw ways by all measures, one below the other, in groups; dashed: the plain mean."""
    gap = 0.3  # between groups
    places = {
        name: number + gap * group
        for number, (group, name) in enumerate(
            (group, name) for group, names in enumerate(groups) for name in names
        )
    }
    last = max(places.values())
    figure, panels = plt.subplots(3, 1, figsize=(6.5, 0.75 * last + 2.1))
    heads = (
        "neighbors (mean reciprocal rank)",
        "paraphrases (mean reciprocal rank)",
        "people (correlation)",
    )
    for axes, measure, head in zip(panels, MEASURES, heads, strict=True):
        highest = max(value_of(rows[name], measure)[2] for name in places)
        for name, place in places.items():
            found = Row(*value_of(rows[name], measure))
            dot(axes, place, found, color_of(name))
            beside(axes, place, f"{found.mean:.2f}")
        plain = value_of(rows["minilm-words, mean"], measure)[0]
        axes.axvline(plain, color="0.4", linestyle="--", linewidth=1, zorder=0)
        axes.set(xlim=(0, 1.05 * highest), ylim=(last + 0.6, -0.6))
        axes.set_title(head, fontsize=11, fontweight="normal")
        axes.tick_params(axis="y", length=0)
        labels = [label_of(name) for name in places]
        axes.set_yticks(list(places.values()), labels, fontsize=11)
    return headed(figure, title)


def label_of(name: str) -> str:
    """Return the short name of a way."""
    known = {"TF-IDF": "counted (TF-IDF)", "minilm, mean": "tuned on pairs"}
    return known.get(name, name.removeprefix("minilm-words, ").removeprefix("minilm, "))


def color_of(name: str) -> str:
    """Return the color of a way: counted words, ``minilm``, or ``minilm-words``."""
    if name.startswith("TF-IDF"):
        return "0.4"
    return "C2" if name.startswith("minilm,") else "C0"


def draw_dims(
    curves: Mapping[str, Mapping[int, tuple[float, float, float]]],
    plain: Mapping[str, float],
    title: str,
) -> Figure:
    """Draw measures with intervals against the dimensions kept; dashed: not whitened."""
    figure, panels = plt.subplots(len(curves), 1, figsize=(6.5, 1.75 * len(curves) + 0.9))
    for axes, (measure, values) in zip(panels, curves.items(), strict=True):
        dims = sorted(values)
        rows, where = [Row(*values[one]) for one in dims], range(len(dims))
        curve_on(axes, where, rows, "C0")
        axes.axhline(plain[measure], color="0.4", linestyle="--", linewidth=1)
        axes.set_xticks(where, [str(one) for one in dims])
        axes.set_ylim(0, 1.1 * max(row.high for row in rows))
        axes.set_title(MEASURES[measure].replace("\n", " "), fontsize=11, fontweight="normal")
    panels[-1].set_xlabel("dimensions kept (dashed: not whitened); pale: 95% intervals")
    return headed(figure, title)
