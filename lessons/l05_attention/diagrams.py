"""Diagrams of the attention lesson; their numbers come from its tensors."""

from lessons.l05_attention.trained import Seen

from collections.abc import Sequence

import torch
from jaxtyping import Float
from matplotlib.figure import Figure
from torch import Tensor

from workbook.diagrams import Drawing
from workbook.diagrams.extents import Place

WIDE, NARROW = (5.4, 0.42), (1.5, 0.42)


def looking_back(seen: Sequence[Seen], word: str, title: str) -> Figure:
    """Draw where one word looks in some sentences, a line as thick as each weight.

    Args:
        seen: One sentence each, all with the same number of tokens.
        word: Who looks.
        title: What the picture shows.
    """
    drawing = Drawing(title=title)
    place: Place = {}
    for sentence in seen:
        roles = ["weight" if piece == word else "plain" for piece in sentence.pieces]
        column = drawing.column(sentence.pieces, roles, (1.15, 0.27), between=0.05, **place)
        middle = column[sentence.pieces.index(word)]
        looks = drawing.box(word, "query", (0.6, 0.34), right_of=column, gap=1.1, align=middle)
        drawing.weights(sentence.weights[None].clamp(0, 1), column, looks)
        place = {"right_of": looks, "gap": 0.6, "align": column}
    return drawing.figure()


def projections(
    x: Float[Tensor, " D"], *matrices: Float[Tensor, "D K"], title: str, name: str
) -> Figure:
    """Draw one word's vector on its way through three matrices.

    Args:
        x: The vector of the word.
        *matrices: W_Q, W_K and W_V.
        title: What the picture shows.
        name: The word.
    """
    drawing = Drawing(title=title)
    word = drawing.matrix(x[None], role="hidden", label=f"x of “{name}”", shape="(1, D)")
    roles = "query", "key", "value"
    names = [f"$W_{role[0].upper()}$" for role in roles]
    boxes = drawing.column(names, size=(0.9, 0.5), between=0.65, right_of=word, gap=1.1)
    for role, matrix, box in zip(roles, matrices, boxes, strict=True):
        vector = drawing.matrix(
            (x @ matrix)[None], role=role, label=role, right_of=boxes, align=box, gap=1.2
        )
        drawing.arrow(word, box)
        drawing.arrow(box, vector, label="(1, d)")
    return drawing.figure()


def attention(
    scores: Float[Tensor, "T T"],
    weights: Float[Tensor, "T T"],
    contexts: Float[Tensor, "T K"],
    words: Sequence[str],
) -> Figure:
    """Draw the three steps of attention: scores, weights, contexts."""
    drawing = Drawing(title="Scores become weights, and weights mix the values")
    before = drawing.matrix(scores, role="query", rows=words, columns=words, label="scores")
    after = drawing.matrix(weights, "weight", "weights", decimals=2, right_of=before, gap=1.0)
    result = drawing.matrix(contexts, "value", "contexts", decimals=2, right_of=after, gap=1.2)
    drawing.arrow(before, after, label="softmax")
    drawing.arrow(after, result, label="× values")
    return drawing.figure()


def masks(words: Sequence[str]) -> Figure:
    """Draw what BERT's and GPT's masks let each token of a padded text see."""
    real = torch.tensor([word != "[PAD]" for word in words])
    both_ways = real.expand(len(words), len(words))
    drawing = Drawing(title="Each row looks, each column is looked at")
    bert = drawing.mask(both_ways, words, words, label="BERT: hide the padding")
    causal = both_ways.tril()
    drawing.mask(causal, words, words, label="GPT: hide the future too", right_of=bert, gap=0.5)
    return drawing.figure()


def heads(num_heads: int) -> Figure:
    """Draw heads side by side: projections, attention, and the matrix that mixes them."""
    drawing = Drawing(title="Several heads look at once; a last matrix mixes what they found")
    x = drawing.box("X", role="hidden", size=WIDE)
    names = [f"attention {number}" for number in range(1, num_heads + 1)]
    places = drawing.row(names, "weight", NARROW, between=0.45, above=x, gap=1.6)
    inputs = [
        drawing.row(
            ["$Q$", "$K$", "$V$"],
            ["query", "key", "value"],
            between=0,
            above=x,
            align=head,
            gap=0.6,
        )
        for head in places
    ]
    middles = [group[1] for group in inputs]
    drawing.arrows([x] * num_heads, middles, label="(T, d) each")
    drawing.arrows(middles, places)
    contexts = drawing.row(["context"] * num_heads, "value", NARROW, between=0.45, above=places)
    drawing.arrows(places, contexts)
    joined = drawing.box("contexts, joined", "value", WIDE, above=contexts)
    drawing.arrows(contexts, [joined] * num_heads, label="(T, d)")
    mixed = drawing.box("$W_O$", size=NARROW, above=joined)
    drawing.arrow(joined, mixed, label="(T, D)")
    result = drawing.box("new X", "hidden", WIDE, above=mixed)
    drawing.arrow(mixed, result, label="(T, D)")
    return drawing.figure()


def layer() -> Figure:
    """Draw an encoder layer from below, and the stack that it is a part of."""
    drawing = Drawing(title="Two blocks; after each, its input is added and LayerNorm follows")
    size = (2.3, 0.42)
    names = ["self-attention", "add, then LayerNorm", "feed-forward", "add, then LayerNorm"]
    roles = ["layer", "plain", "layer", "plain"]
    boxes = [drawing.box("h", "hidden", size=size)]
    for name, role in zip(names, roles, strict=True):
        boxes.append(drawing.box(name, role, size=size, above=boxes[-1], gap=0.35))
        drawing.arrow(boxes[-2], boxes[-1])
    drawing.skip(boxes[0], boxes[2])
    drawing.skip(boxes[2], boxes[4], side="left")
    whole = drawing.group(boxes[1:], label="one encoder layer")
    rows = drawing.box(
        "embeddings", "embedding", size=size, right_of=whole, align=boxes[0], gap=1.3
    )
    one = drawing.box("encoder layer", size=size, above=rows, gap=0.7)
    stack = drawing.group(one, label="× 6", side="right_of")
    out = drawing.box("vectors", "hidden", size=size, above=stack, gap=0.5)
    drawing.arrow(rows, stack, label="(B, T, D)")
    drawing.arrow(stack, out, label="(B, T, D)")
    return drawing.figure()
