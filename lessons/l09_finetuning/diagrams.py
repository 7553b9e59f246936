"""What the lesson on fine-tuning draws of its mechanisms."""

from matplotlib.figure import Figure

from workbook.diagrams import Drawing, Thing

WIDE = (3.0, 0.44)


def fine_tuning() -> Figure:
    """Draw a text on its way up to a loss, and the gradient on its way down."""
    drawing = Drawing(title="A text goes up to a loss; the gradient goes the same way back")
    steps = [
        ("[CLS] not funny at all [SEP]", "first", ""),
        ("embeddings", "embedding", "(B, T)"),
        ("encoder layers, × 6", "layer", "(B, T, D)"),
        ("pooler: the vector of the text", "hidden", "(B, T, D)"),
        ("head: a new linear map", "output", "(B, D)"),
        ("softmax and cross-entropy", "loss", "logits (B, C)"),
    ]
    boxes: list[Thing] = []
    for name, role, shape in steps:
        if not boxes:
            boxes.append(drawing.box(name, role, size=WIDE))
            continue
        boxes.append(drawing.box(name, role, size=WIDE, above=boxes[-1], gap=0.4))
        drawing.arrow(boxes[-2], boxes[-1], label=shape)
    words = [
        "only the rows of its pieces get a gradient",
        "every matrix gets a gradient",
        "from the checkpoint, like all below it",
        "randomly initialized",
        "here the gradient starts, and goes down",
    ]
    for box, word in zip(boxes[1:], words, strict=True):
        drawing.note(word, right_of=box, gap=0.15)
    return drawing.figure()


def joined_head() -> Figure:
    """Draw a text's vector, meta features and the embedding of a category that go into one head."""
    drawing = Drawing(title="Three things are joined end to end, and one head reads them")
    size = (1.75, 0.44)
    names = ["vector of the text", "meta features", "row of its category"]
    parts = drawing.row(names, ["hidden", "plain", "embedding"], size, between=0.35)
    sources = ["BERT", "length, marks,\nsum of ratings", "table: movie,\nproduct, ..."]
    roles = ["layer", "plain", "embedding"]
    for part, name, role in zip(parts, sources, roles, strict=True):
        below = drawing.box(name, role, size=(1.75, 0.6), below=part, gap=0.45)
        drawing.arrow(below, part)
    joined = drawing.box("joined: 384 + 3 + 8 numbers", "hidden", (3.2, 0.44), above=parts, gap=0.5)
    drawing.arrows(parts, [joined] * 3)
    head = drawing.box("head", "output", (1.75, 0.44), above=joined, gap=0.45)
    drawing.arrow(joined, head)
    return drawing.figure()
