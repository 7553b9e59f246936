"""Diagrams of the lesson on trained sentence vectors."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure

from workbook.charts import headed
from workbook.diagrams import Drawing
from workbook.diagrams.extents import Thing

TEXT, MODEL, VECTOR = (1.35, 0.4), (1.35, 0.5), (0.7, 0.4)


def two_ways() -> Figure:
    """Draw a cross-encoder at the left, and a bi-encoder at the right."""
    drawing = Drawing(title="Read together, or read apart and compare", width=6.6)
    pair = drawing.row(["text A", "text B"], "first", size=(0.95, 0.4), between=0.05)
    both = drawing.box("BERT", "layer", (1.95, 0.5), above=pair, gap=0.4)
    score = drawing.box("score", "output", VECTOR, above=both, gap=0.4)
    drawing.arrow(pair, both)
    drawing.arrow(both, score)
    drawing.note("cross-encoder:\none pass for each pair", below=pair, gap=0.12)
    towers: list[Thing] = []
    for number, (text, name) in enumerate((("text A", "u"), ("text B", "v"))):
        left = drawing.box(text, "first", TEXT, at=(2.85 + 1.75 * number, 0))
        encoder = drawing.box("BERT, mean", "layer", MODEL, above=left, gap=0.5)
        vector = drawing.box(name, "hidden", VECTOR, above=encoder, gap=0.6)
        drawing.arrow(left, encoder)
        drawing.arrow(encoder, vector)
        towers += [left, encoder, vector]
    drawing.note("=", at=(3.725, towers[1].body.center[1]))
    cosine = drawing.box("cosine", "output", (0.95, 0.4), at=(3.725, 3.0))
    drawing.arrow(towers[2], cosine)
    drawing.arrow(towers[5], cosine)
    drawing.note("bi-encoder, same weights twice:\none pass for each text", at=(3.725, -0.55))
    return drawing.figure()


def three_objectives() -> Figure:
    """Draw what stands above the two towers in training, for each objective."""
    drawing = Drawing(title="Three objectives on the same vectors", width=5.4)
    plans = (
        ("classification", ["u", "v", "|u − v|"], "softmax: which class?"),
        ("regression", ["u", "v"], "cosine: is it 1, or 0?"),
        ("triplet", ["a", "p", "n"], "is p nearer to a than n?"),
    )
    for number, (name, parts, what) in enumerate(plans):
        y = -0.95 * number
        row = drawing.row(parts, "hidden", (0.62, 0.4), between=0.05, at=(0.0, y))
        drawing.note(name, at=(-0.45, y + 0.36))
        goal = drawing.box(what, "output", (2.5, 0.42), at=(2.65, y))
        drawing.arrow(row, goal)
    return drawing.figure()


def triplet(near: float, margin: float) -> Figure:
    """Draw an anchor with its positive, the margin around it, and two negatives.

    Args:
        near: The distance of the positive.
        margin: By how much a negative must be farther.
    """
    figure, axes = plt.subplots(figsize=(6.5, 4.3))
    for radius, line in ((near, "-"), (near + margin, "--")):
        axes.add_patch(plt.Circle((0, 0), radius, fill=False, linestyle=line, color="0.4"))
    edge = near + margin
    costs, leaves = _at(-35.0, near + 0.35 * margin), _at(-35.0, edge)
    points = (
        ("a", (0.0, 0.0), "C0"),
        ("p", (0.0, near), "C2"),
        ("n₁", costs, "C3"),
        ("", (-edge - 0.6 * margin, 0.0), "C1"),
    )
    white = {"facecolor": "white", "edgecolor": "none", "pad": 0.5}
    for name, (x, y), color in points:
        axes.plot(x, y, "o", color=color, markersize=9)
        label = axes.annotate(name, (x, y), (-7, -5), textcoords="offset points", fontsize=14)
        label.set(ha="right", va="top", bbox=white)
    axes.plot([0, 0], [0, near], color="C2")
    axes.text(0.1, near / 2, "d(a, p)", va="center", fontsize=13)
    axes.plot(*zip(costs, leaves, strict=True), color="C3", linewidth=4)
    words = "what n₁ costs:\nthe way out to the\ndashed circle"
    axes.annotate(words, leaves, (8, -4), textcoords="offset points", va="top", fontsize=13)
    inner, outer = _at(30.0, near), _at(30.0, edge)
    arrow = {"arrowstyle": "<->", "shrinkA": 0, "shrinkB": 0, "color": "0.2"}
    axes.annotate("", outer, inner, arrowprops=arrow)
    axes.annotate("margin ε", outer, (8, 0), textcoords="offset points", fontsize=13)
    words = "n₂ costs\nnothing"
    axes.text(-edge - 0.6 * margin, -0.25, words, ha="center", va="top", fontsize=13)
    axes.set(xlim=(-edge - 1.3 * margin, edge + 2 * margin), aspect="equal")
    axes.set(ylim=(-edge - 0.1, edge + 0.1))
    axes.axis("off")
    title = "A negative inside the dashed circle costs what is missing"
    return headed(figure, title)


def _at(degrees: float, radius: float) -> tuple[float, float]:
    """Return the point on a circle around the anchor."""
    angle = np.deg2rad(degrees)
    return float(radius * np.cos(angle)), float(radius * np.sin(angle))


def two_looks() -> Figure:
    """Draw retrieve and re-rank: many texts, few candidates, one answer."""
    drawing = Drawing(title="A fast look at all, a careful look at few", width=4.8)
    names = (
        ("all texts\n(vectors kept)", "embedding"),
        ("bi-encoder:\nthe nearest k", "layer"),
        ("cross-encoder\nreads k pairs", "layer"),
        ("best one", "output"),
    )
    boxes: list[Thing] = []
    for name, role in names:
        size = (1.9, 0.62)
        if boxes:
            boxes.append(drawing.box(name, role, size, below=boxes[-1], gap=0.3))
            drawing.arrow(boxes[-2], boxes[-1])
        else:
            boxes.append(drawing.box(name, role, size))
    question = drawing.box("question", "query", (1.2, 0.4), left_of=boxes[1], gap=0.5)
    drawing.arrow(question, boxes[1])
    drawing.arrow(question, boxes[2])
    return drawing.figure()
