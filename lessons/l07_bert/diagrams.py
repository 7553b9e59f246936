"""What the BERT lesson draws of the model itself."""

import torch
from jaxtyping import Float
from matplotlib.figure import Figure
from torch import Tensor
from torch.nn.functional import layer_norm

from workbook.diagrams import Drawing

WIDE = (2.5, 0.42)


def whole_model() -> Figure:
    """Draw BERT from ids to vectors at the left, and one of its layers at the right."""
    drawing = Drawing(title="BERT: ids go in at the bottom, vectors come out at the top")
    ids = drawing.box("token ids", "plain", size=WIDE, shape="(B, T)")
    tables = drawing.box("embeddings  (part 1)", "embedding", size=WIDE, above=ids, gap=0.45)
    layer = drawing.box("encoder layer", size=WIDE, above=tables, gap=0.75)
    stack = drawing.group(layer, label="× 12 (minilm: × 6)")
    pooler = drawing.box("pooler  (part 2)", "output", size=WIDE, above=stack, gap=0.55)
    drawing.arrow(ids, tables)
    drawing.arrow(tables, stack, label="(B, T, D)")
    drawing.arrow(stack, pooler, label="(B, T, D)")
    result = drawing.note("one vector for the text, (B, D)", above=pooler, gap=0.4)
    drawing.arrow(pooler, result)
    steps = [
        ("x", "hidden"),
        ("self-attention", "layer"),
        ("add, LayerNorm", "plain"),
        ("feed-forward, GELU", "layer"),
        ("add, LayerNorm", "plain"),
    ]
    boxes = [drawing.box(*steps[0], size=(2.1, 0.4), right_of=stack, align=ids, gap=1.5)]
    for name, role in steps[1:]:
        boxes.append(drawing.box(name, role, size=(2.1, 0.4), above=boxes[-1], gap=0.32))
        drawing.arrow(boxes[-2], boxes[-1])
    drawing.skip(boxes[0], boxes[2])
    drawing.skip(boxes[2], boxes[4], side="left")
    drawing.group(boxes[1:], label="one layer, from lesson 05")
    return drawing.figure()


def one_token(
    word: Float[Tensor, " D"], position: Float[Tensor, " D"], token_type: Float[Tensor, " D"]
) -> Figure:
    """Draw how three rows become the vector of one token."""
    drawing = Drawing(title="One token: three rows are added, and the sum is normalized")
    rows = torch.stack([word, position, token_type])
    names = ["word 4", "position 2", "type 1"]
    total = rows.sum(dim=0, keepdim=True)
    normalized = layer_norm(total, total.shape[1:], eps=1e-12)
    looked_up = drawing.matrix(rows, role="embedding", rows=names, decimals=1, label="three rows")
    added = drawing.matrix(
        total, role="hidden", decimals=1, label="their sum", right_of=looked_up, gap=1.0
    )
    result = drawing.matrix(
        normalized, role="hidden", decimals=1, label="normalized", right_of=added, gap=1.4
    )
    drawing.arrow(looked_up, added, label="+")
    drawing.arrow(added, result, label="LayerNorm")
    return drawing.figure()
