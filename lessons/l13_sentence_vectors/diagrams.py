"""The mechanisms of lesson 13, drawn."""

import torch
from matplotlib.figure import Figure

from workbook.diagrams import Drawing


def coupling() -> Figure:
    """Draw an affine coupling: half of the numbers stay and move the others."""
    drawing = Drawing(width=6.2, title="Half of the numbers stay; they say how the others change")
    first = drawing.box("$x_1$", "hidden", size=(1.3, 0.5), at=(0, 0))
    second = drawing.box("$x_2$", "hidden", size=(1.3, 0.5), at=(3.4, 0))
    network = drawing.box("a small network", "layer", size=(1.6, 0.6), at=(1.3, 1.5))
    change = drawing.box("$x_2 \\odot e^{s} + t$", "layer", size=(1.9, 0.6), at=(3.4, 2.6))
    same = drawing.box("$y_1 = x_1$", "output", size=(1.3, 0.5), at=(0, 3.9))
    result = drawing.box("$y_2$", "output", size=(1.3, 0.5), at=(3.4, 3.9))
    drawing.arrow(first, same)
    drawing.arrow(first, network, sides=("right", "bottom"))
    drawing.arrow(network, change, sides=("top", "left"), label="s, t")
    drawing.arrow(second, change)
    drawing.arrow(change, result)
    return drawing.figure()


def in_batch() -> Figure:
    """Draw SimCSE: three sentences read twice, and the cosines of all pairs."""
    cosines = torch.tensor([[0.97, 0.41, 0.35], [0.43, 0.96, 0.52], [0.33, 0.50, 0.98]])
    drawing = Drawing(width=5.4, title="Each row has to find its own column")
    bert = drawing.box("BERT,\ndropout on", "layer", size=(1.2, 0.8), at=(0, 0))
    names = ["sentence 1", "sentence 2", "sentence 3"]
    texts = drawing.column(names, "plain", size=(1.2, 0.36), between=0.12, left_of=bert, gap=0.45)
    drawing.arrow(texts, bert)
    scores = drawing.matrix(
        cosines,
        "weight",
        "cosines (invented numbers)",
        rows=[f"1st, {name[-1]}" for name in names],
        columns=[f"2nd, {name[-1]}" for name in names],
        shape="(B, B): right ones on the diagonal",
        cell=(0.7, 0.4),
        decimals=2,
        below=bert,
        gap=0.75,
    )
    drawing.arrow(bert, scores, label="twice")
    return drawing.figure()


def poolings() -> Figure:
    """Draw four ways from the vectors of the tokens to one for the sentence."""
    drawing = Drawing(width=6.8, title="Four ways to one vector for a sentence")
    words = ["[CLS]", "the", "cat", "sat", "[SEP]"]
    low = drawing.tokens(words, "hidden", size=(0.7, 0.4), between=0.1, at=(0, 0))
    high = drawing.tokens(words, "hidden", size=(0.7, 0.4), between=0.1, above=low, gap=0.7)
    drawing.note("after\nlayer 1", left_of=low, gap=0.15)
    drawing.note("last\nlayer", left_of=high, gap=0.15)
    for below, above in zip(low, high, strict=True):
        drawing.arrow(below, above)
    every = drawing.bracket(high, side="above")
    ways = drawing.row(
        ["vector\nof [CLS]", "maximum", "mean"],
        "output", size=(1.15, 0.55), between=0.25, above=every, gap=0.8,
    )  # fmt: skip
    both = drawing.box(
        "first-last:\nmean of the\ntwo means", "output", size=(1.3, 0.8), right_of=ways, gap=0.5
    )
    held = drawing.bracket(low, side="right_of")
    first = drawing.box("mean of\nlayer 1", "plain", size=(1.1, 0.55), right_of=held, gap=0.4)
    drawing.arrow(high[0], ways[0])
    drawing.arrow(every, ways[1])
    drawing.arrow(every, ways[2])
    drawing.arrow(held, first)
    drawing.arrow(first, both)
    drawing.arrow(ways[2], both)
    return drawing.figure()
