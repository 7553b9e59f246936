"""What the BERT lesson draws of the model itself."""

from typing import NamedTuple

import torch
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from torch.nn.functional import layer_norm

from workbook.diagrams import Drawing, Thing
from workbook.diagrams.extents import Place

WIDE, HALF, THIRD, MASK = (3.0, 0.42), (1.5, 0.6), (1.2, 0.42), (0.8, 0.42)
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
    drawing = Drawing(title="BERT: ids go in; a vector for each token, or for the text, comes out")
    ids = drawing.box("token ids", "plain", size=THIRD, shape="(B, T)", at=(-1.3, 0))
    types = drawing.box("token types", "plain", size=THIRD, shape="(B, T)", at=(0, 0))
    mask = drawing.box("mask", "plain", size=MASK, shape="(B, T)", at=(1.35, 0))
    words = "embeddings (section 1)\nof id, position and type"
    tables = drawing.box(words, "embedding", size=(2.2, 0.6), at=(-0.65, 0.95))
    layer = drawing.box("encoder layer", size=WIDE, at=(-0.2, 2.25))
    stack = drawing.group(layer)
    drawing.note("× 6\n(BERT base: × 12)", at=(stack.body.left + 0.72, stack.body.top + 0.24))
    drawing.arrow(ids, tables)
    drawing.arrow(types, tables)
    drawing.arrow(mask, stack)
    drawing.arrow(tables, stack, label="(B, T, D)")
    low = stack.body.top + 0.8
    tokens = drawing.row(
        ["[CLS]", "", "", "", ""],
        "hidden",
        size=(0.58, 0.42),
        between=0.06,
        label="a vector for each token",
        at=(-0.2, low),
    )
    drawing.arrow(stack, tokens)
    high = tokens.body.top + 1.0
    pooler = drawing.box("pooler\n(section 2)", "output", size=HALF, at=(-1.7, high))
    mean = drawing.box("mean of tokens\n(section 2)", "output", size=HALF, at=(-0.1, high))
    drawing.arrow(tokens[0], pooler)
    drawing.arrow(tokens, mean)
    drawing.skip(mask, mean, gap=0.3)
    drawing.note("(B, D)", above=pooler, gap=0.08)
    drawing.note("(B, D), for the search", above=mean, gap=0.08)
    one_layer(drawing, stack, ids)
    return drawing.figure()


def one_layer(drawing: Drawing, stack: Thing, ids: Thing) -> None:
    """Draw the steps of a layer at the right of the stack, with the names of its parts."""
    steps = [
        ("x", "hidden"),
        (f"self-attention\n{code('attention')}", "layer"),
        (f"add, LayerNorm\n{code('attention_norm')}", "plain"),
        (f"linear, GELU, linear\n{code('expand')}, {code('contract')}", "layer"),
        (f"add, LayerNorm\n{code('output_norm')}", "plain"),
    ]
    first = drawing.box(*steps[0], size=(2.1, 0.38), right_of=stack, align=ids, gap=1.25)
    boxes = [first]
    for name, role in steps[1:]:
        boxes.append(drawing.box(name, role, size=(2.1, 0.58), above=boxes[-1], gap=0.3))
        drawing.arrow(boxes[-2], boxes[-1])
    drawing.skip(boxes[0], boxes[2])
    drawing.skip(boxes[2], boxes[4], side="left")
    drawing.group(boxes[1:], label="an encoder layer and its parts")


def code(name: str) -> str:
    """Write a name of the code in letters of one width."""
    return rf"$\mathtt{{{name.replace('_', chr(92) + '_')}}}$"


def one_token() -> Figure:
    """Draw how three rows are looked up in three tables, and become the vector of one token."""
    drawing = Drawing(title="Three rows are looked up and added, and the sum is normalized")
    drawn: list[Thing] = []
    for table in TABLES:
        place: Place = {"below": drawn[-1], "gap": 0.2} if drawn else {}
        names = [f"{table.name} {number}" for number in range(len(table.rows))]
        cells = drawing.matrix(
            table.rows, "embedding", table.label, rows=names, cell=(0.46, 0.27), **place
        )
        drawn.append(cells)
    picked = torch.tensor([table.rows[table.picked] for table in TABLES])
    total = picked.sum(dim=0, keepdim=True)
    added = drawing.matrix(total, "hidden", "sum of three rows", right_of=drawn, gap=0.9)
    normalized = layer_norm(total, total.shape[1:], eps=1e-12)
    result = drawing.matrix(normalized, "hidden", "normalized", right_of=added, gap=1.25)
    for table, cells in zip(TABLES, drawn, strict=True):
        left, bottom, right, top = cells[table.picked].body
        frame = Rectangle((left, bottom), right - left, top - bottom, fill=False, zorder=5)
        frame.set(edgecolor=FRAME, linewidth=3)
        drawing.add(frame)
        drawing.arrow(cells[table.picked], added, sides=("right", "left"))
    drawing.arrow(added, result, label="LayerNorm")
    return drawing.figure()
