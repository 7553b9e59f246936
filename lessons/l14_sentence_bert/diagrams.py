"""Diagrams of the lesson on trained sentence vectors."""

from matplotlib.figure import Figure

from workbook.diagrams import Drawing
from workbook.diagrams.extents import Thing

TEXT, MODEL, VECTOR = (1.35, 0.4), (1.35, 0.5), (0.7, 0.4)


def two_ways() -> Figure:
    """Draw a cross-encoder at the left, and a bi-encoder at the right."""
    drawing = Drawing(title="Read together, or read apart and compare", width=7.4)
    pair = drawing.row(["text A", "text B"], ["first", "second"], size=(0.95, 0.4), between=0.05)
    both = drawing.box("BERT", "layer", (1.95, 0.5), above=pair, gap=0.4)
    score = drawing.box("score", "output", VECTOR, above=both, gap=0.4)
    drawing.arrow(pair, both)
    drawing.arrow(both, score)
    drawing.note("cross-encoder: a pass a pair", below=pair, gap=0.12)
    towers: list[Thing] = []
    for number, (text, role, name) in enumerate(
        (("text A", "first", "u"), ("text B", "second", "v"))
    ):
        left = drawing.box(text, role, TEXT, at=(3.4 + 1.5 * number, 0))
        encoder = drawing.box("BERT, mean", "layer", MODEL, above=left, gap=0.35)
        vector = drawing.box(name, "hidden", VECTOR, above=encoder, gap=0.35)
        drawing.arrow(left, encoder)
        drawing.arrow(encoder, vector)
        towers += [left, vector]
    cosine = drawing.box("cosine", "output", (0.95, 0.4), at=(4.15, 2.55))
    drawing.arrow(towers[1], cosine)
    drawing.arrow(towers[3], cosine)
    drawing.note("bi-encoder: a pass a text", at=(4.15, -0.42))
    return drawing.figure()


def three_objectives() -> Figure:
    """Draw what stands above the two towers in training, for each objective."""
    drawing = Drawing(title="Three objectives on the same vectors", width=7.4)
    plans = (
        ("classification", ["u", "v", "|u − v|"], "softmax: which class?"),
        ("regression", ["u", "v"], "cosine: is it 1, or 0?"),
        ("triplet", ["a", "p", "n"], "is p nearer to a than n?"),
    )
    for number, (name, parts, what) in enumerate(plans):
        row = drawing.row(parts, "hidden", (0.75, 0.4), between=0.05, at=(1.2, -0.85 * number))
        drawing.note(name, at=(-0.72, -0.85 * number))
        goal = drawing.box(what, "output", (2.5, 0.42), at=(4.1, -0.85 * number))
        drawing.arrow(row, goal)
    return drawing.figure()


def two_looks() -> Figure:
    """Draw retrieve and re-rank: many texts, few candidates, one answer."""
    drawing = Drawing(title="A fast look at all, a careful look at few", width=7.4)
    names = (
        ("all texts\n(vectors kept)", "embedding"),
        ("bi-encoder:\nthe nearest k", "layer"),
        ("cross-encoder\nreads k pairs", "layer"),
        ("best one", "output"),
    )
    boxes: list[Thing] = []
    for name, role in names:
        size = (1.38, 0.62)
        if boxes:
            boxes.append(drawing.box(name, role, size, right_of=boxes[-1], gap=0.35))
            drawing.arrow(boxes[-2], boxes[-1])
        else:
            boxes.append(drawing.box(name, role, size))
    question = drawing.box("question", "query", (1.35, 0.4), above=boxes[1], gap=0.45)
    drawing.arrow(question, boxes[1])
    drawing.arrow(question, boxes[2])
    return drawing.figure()
