"""What the BERT lesson draws of the model itself."""

from typing import NamedTuple

import torch
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from torch.nn.functional import layer_norm

from workbook.diagrams import Drawing, Thing
from workbook.diagrams.extents import Placement

WIDE, HALF, THIRD, MASK = (2.3, 0.42), (1.2, 0.6), (0.8, 0.58), (0.68, 0.58)
LAYER, NARROW = (1.72, 0.38), 5.9
FRAME = "#D55E00"  # of a row that is looked up


class Table(NamedTuple):
    """A small table of embeddings, and the row of our token.

    Attributes:
        label: What it is.
        name: What its rows are called.
        rows: Its numbers.
        picked: The row that is looked up.
    """

    label: str
    name: str
    rows: list[list[float]]
    picked: int


PIECES = [[1.0, 0.0, 1.0], [0.0, -1.0, 0.0], [1.0, 1.0, -1.0], [0.0, 1.0, 2.0], [2.0, 1.0, 0.0]]
POSITIONS = [[0.0, 0.1, 0.0], [0.0, 0.0, 0.2], [0.0, 0.0, 0.1]]
TABLES = (
    Table("table of pieces", "piece", PIECES, 4),
    Table("table of positions", "position", POSITIONS, 2),
    Table("table of token types", "type", [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], 1),
)


def whole_model() -> Figure:
    """Draw BERT from ids to vectors at the left, and one of its layers at the right."""
    title = "BERT: ids go in, vectors of tokens come out"
    drawing = Drawing(title=title, width=NARROW)
    ids = drawing.box("token\nids", "plain", size=THIRD, shape="(B, T)", at=(-1.0, 0))
    types = drawing.box("token\ntypes", "plain", size=THIRD, shape="(B, T)", at=(-0.05, 0))
    mask = drawing.box("mask", "plain", size=MASK, shape="(B, T)", at=(0.85, 0))
    words = "embeddings\n(section 1)"
    tables = drawing.box(words, "embedding", size=(1.75, 0.6), at=(-0.52, 1.05))
    layer = drawing.box("encoder layer", size=WIDE, at=(-0.25, 2.3))
    stack = drawing.group(layer)
    drawing.note("× 6 (BERT\nbase: × 12)", at=(stack.body.left + 0.5, stack.body.top + 0.24))
    drawing.arrow(ids, tables)
    drawing.arrow(types, tables)
    drawing.arrow(mask, stack)
    drawing.arrow(tables, stack, label="(B, T, D)")
    low = stack.body.top + 0.8
    tokens = drawing.row(
        ["[CLS]", "", "", "", ""],
        "hidden",
        size=(0.53, 0.42),
        between=0.04,
        label="a vector for each token",
        at=(-0.25, low),
    )
    drawing.arrow(stack, tokens)
    high = tokens.body.top + 1.0
    pooler = drawing.box("pooler\n(section 2)", "output", size=HALF, at=(-0.9, high))
    mean = drawing.box("mean\n(section 2)", "output", size=HALF, at=(0.45, high))
    drawing.arrow(tokens[0], pooler)
    drawing.arrow(tokens, mean)
    drawing.skip(mask, mean, gap=0.12)
    drawing.note("(B, D)", above=pooler, gap=0.08)
    drawing.note("(B, D)", above=mean, gap=0.08)
    one_layer(drawing, stack, ids)
    return drawing.figure()


def one_layer(drawing: Drawing, stack: Thing, ids: Thing) -> None:
    """Draw the steps of a layer at the right of the stack, with the names of its parts."""
    steps = [
        ("x", "hidden"),
        (f"self-attention\n{code('attention')}", "layer"),
        (f"add, LayerNorm\n{code('attention_norm')}", "plain"),
        (f"linear, GELU,\nlinear\n{code('expand')}, {code('contract')}", "layer"),
        (f"add, LayerNorm\n{code('output_norm')}", "plain"),
    ]
    first = drawing.box(*steps[0], size=LAYER, right_of=stack, align=ids, gap=0.85)
    boxes = [first]
    for name, role in steps[1:]:
        size = LAYER[0], 0.24 + 0.18 * len(name.splitlines())
        boxes.append(drawing.box(name, role, size=size, above=boxes[-1], gap=0.3))
        drawing.arrow(boxes[-2], boxes[-1])
    drawing.skip(boxes[0], boxes[2])
    drawing.skip(boxes[2], boxes[4], side="left")
    drawing.group(boxes[1:], label="an encoder layer")


def code(name: str) -> str:
    """Write a name of the code in letters of one width."""
    return rf"$\mathtt{{{name.replace('_', chr(92) + '_')}}}$"


def one_token() -> Figure:
    """Draw how three rows are looked up in three tables, and become the vector of one token."""
    drawing = Drawing(title="Three rows are looked up, added and normalized", width=5.2)
    drawn: list[Thing] = []
    for table in TABLES:
        place: Placement = {"below": drawn[-1], "gap": 0.2} if drawn else {}
        names = [f"{table.name} {number}" for number in range(len(table.rows))]
        cells = drawing.matrix(
            table.rows, "embedding", table.label, rows=names, cell=(0.46, 0.27), **place
        )
        drawn.append(cells)
    picked = torch.tensor([table.rows[table.picked] for table in TABLES])
    total = picked.sum(dim=0, keepdim=True)
    added = drawing.matrix(
        total, "hidden", "sum of three rows", right_of=drawn, gap=0.6, align=drawn[1]
    )
    normalized = layer_norm(total, total.shape[1:], eps=1e-12)
    result = drawing.matrix(normalized, "hidden", "normalized", below=added, gap=0.9)
    for table, cells in zip(TABLES, drawn, strict=True):
        left, bottom, right, top = cells[table.picked].body
        frame = Rectangle((left, bottom), right - left, top - bottom, fill=False, zorder=5)
        frame.set(edgecolor=FRAME, linewidth=3)
        drawing.add(frame)
        drawing.arrow(cells[table.picked], added, sides=("right", "left"))
    drawing.arrow(added, result, label="LayerNorm")
    return drawing.figure()
