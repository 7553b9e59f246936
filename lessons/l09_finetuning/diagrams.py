"""What the lesson on fine-tuning draws of its mechanisms."""

from typing import Any

from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch

from workbook.diagrams import Drawing, Thing
from workbook.diagrams.roles import INK

STEPS = (  # from below: what is drawn, its role, and the shape that it gets from below
    ("[CLS] not funny [SEP]", "first", ""),
    ("embeddings", "embedding", "(B, T)"),
    ("encoder layers, × 6", "layer", "(B, T, D)"),
    ("pooler", "hidden", "(B, T, D)"),
    ("head, new", "output", "(B, D)"),
    ("loss", "loss", "(B, C)"),
)
HEAD = 4  # its place among the steps


def fine_tuning() -> Figure:
    """Draw how far the gradient of the loss goes down: with frozen features, and in fine-tuning."""
    drawing = Drawing(title="Frozen: only the head learns. Fine-tuning: all of it does", width=6.9)
    frozen = _stack(drawing, "frozen features", lowest=HEAD)
    _stack(drawing, "fine-tuning", lowest=1, right_of=frozen[0], gap=1.5)
    below_head = frozen[HEAD - 1].body
    drawing.note(
        "stopped here:\nwhat is white\ndoes not learn", right_of=frozen[HEAD - 1], gap=0.12
    )
    ends = [
        (x, below_head.top + 0.12) for x in (below_head.center[0] + 0.15, below_head.right + 0.5)
    ]
    drawing.add(FancyArrowPatch(*ends, arrowstyle="-", ls="--", lw=2, color=INK, zorder=3))
    return drawing.figure()


def _stack(drawing: Drawing, name: str, lowest: int, **place: Any) -> list[Thing]:
    """Draw the steps above each other, and the gradient from the loss to the lowest that learns.

    What does not learn is white.
    """
    boxes: list[Thing] = []
    for number, (words, role, shape) in enumerate(STEPS):
        kind = "plain" if 0 < number < lowest else role
        where = dict(above=boxes[-1], gap=0.4) if boxes else place
        boxes.append(drawing.box(words, kind, size=(2.0, 0.44), **where))
        if shape:
            drawing.arrow(boxes[-2], boxes[-1], label=shape, label_on="left")
    for number in range(len(boxes) - 1, lowest, -1):
        label = "gradient" if number == len(boxes) - 1 else ""
        ends = boxes[number], boxes[number - 1]
        drawing.arrow(*ends, label, ("right", "right"), bend=0.6, role="key", label_on="right")
    drawing.note(name, above=boxes[-1], gap=0.12)
    return boxes


def joined_head() -> Figure:
    """Draw a text's vector, meta features and the embedding of a category that go into one head."""
    drawing = Drawing(title="Three things are joined, and one head reads them", width=6.3)
    size = (1.75, 0.44)
    names = ["vector of the text", "meta features", "row of its category"]
    parts = drawing.row(names, ["hidden", "plain", "embedding"], size, between=0.35)
    sources = ["BERT", "punctuation,\nsum of ratings, ...", "table: movie,\nproduct, ..."]
    roles = ["layer", "plain", "embedding"]
    for part, name, role in zip(parts, sources, roles, strict=True):
        below = drawing.box(name, role, size=(1.75, 0.6), below=part, gap=0.45)
        drawing.arrow(below, part)
    joined = drawing.box("joined: 384 + 3 + 8 numbers", "hidden", (3.2, 0.44), above=parts, gap=0.5)
    drawing.arrows(parts, [joined] * 3)
    head = drawing.box("head", "output", (1.75, 0.44), above=joined, gap=0.45)
    drawing.arrow(joined, head)
    return drawing.figure()
