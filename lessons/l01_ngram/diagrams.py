"""Diagrams of the n-gram lesson; their numbers come from its counts."""

from collections.abc import Sequence

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from workbook.diagrams import Drawing

TOKEN = (0.9, 0.4)
NARROW = 5.7  # inches: so that a phone does not shrink the words too far


def histories(words: Sequence[str]) -> Figure:
    """Draw what the last word is predicted from: all words, two words, or one."""
    drawing = Drawing(NARROW, "An n-gram model looks back n − 1 words, no further")
    below: dict = {}
    last = len(words) - 1
    names = ["chain rule:\nall words", "trigram, n = 3:\ntwo words", "bigram, n = 2:\none word"]
    for name, seen in zip(names, (last, 2, 1), strict=True):
        roles = ["plain"] * (last - seen) + ["first"] * seen + ["output"]
        row = drawing.tokens(words, roles, TOKEN, between=0.1, **below)
        drawing.note(name, left_of=row, gap=0.2)
        used = row.parts[last - seen : last]
        drawing.bracket(used, "history")
        drawing.bracket(row[last], "predicted")
        below = {"below": row, "gap": 0.65}
    return drawing.figure()


def proportions(
    counts: Sequence[Sequence[int]], rows: Sequence[str], columns: Sequence[str]
) -> Figure:
    """Draw a table of counts, and the same divided by the sum of each row."""
    table = np.array(counts, dtype=float)
    drawing = Drawing(4.6, "Divide each row by its sum")
    before = drawing.matrix(
        table, "hidden", "counts", rows=rows, columns=columns, decimals=0, cell=(0.85, 0.38)
    )
    after = drawing.matrix(
        table / table.sum(axis=1, keepdims=True),
        "output",
        "probability of the next word",
        rows=rows,
        columns=columns,
        decimals=2,
        cell=(0.85, 0.38),
        below=before,
        gap=0.5,
    )
    drawing.arrow(before, after, label="÷ row sum")
    return drawing.figure()


def perplexity(words: Sequence[str], probabilities: Sequence[float]) -> Figure:
    """Draw how the probabilities of a sentence's words become one number."""
    product = float(np.prod(probabilities))
    found = product ** (-1 / len(probabilities))
    drawing = Drawing(NARROW, f"As unsure as if {found:.2f} words were equally likely")
    bars = drawing.bars(probabilities, words, label="probability of each word")
    whole = drawing.box(f"{product:.3f}", "hidden", below=bars, gap=0.5)
    result = drawing.box(f"perplexity\n{found:.2f}", "loss", below=whole, gap=0.5)
    drawing.arrow(bars, whole, label="multiply")
    drawing.arrow(whole, result, label=f"to the power −1/{len(probabilities)}")
    return drawing.figure()


def sparse(
    counts: Sequence[Sequence[int]],
    rows: Sequence[str],
    columns: Sequence[str],
    framed: Sequence[tuple[str, str]] = (),
) -> Figure:
    """Draw a table of real counts of pairs, most of them 0; some cells get a frame."""
    table = np.array(counts)
    empty, cells = int((table == 0).sum()), table.size
    drawing = Drawing(NARROW, f"{empty} of these {cells} pairs were never seen")
    # by order of size: one cell of thousands would make all others pale
    shades = np.log1p(table)
    drawing.matrix(
        shades,
        "hidden",
        label="rows: first word; columns: second word of the pair",
        rows=rows,
        columns=columns,
        decimals=None,
        cell=(0.74, 0.38),
    )
    grid = drawing.things[-1]
    for line, numbers in zip(grid, table.tolist(), strict=True):
        for cell, number in zip(line, numbers, strict=True):
            drawing.write(f"{number:,}", cell.body.center, 10, home=cell.body)
    for first, second in framed:
        body = grid[rows.index(first)][columns.index(second)].body
        corner = (body.left, body.bottom)
        drawing.add(
            Rectangle(corner, *body.size, fill=False, edgecolor="#d55e00", lw=2.5, zorder=4)
        )
    return drawing.figure()
