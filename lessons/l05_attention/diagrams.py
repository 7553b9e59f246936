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
    """Draw where one word looks in two sentences that differ in one token.

    Args:
        seen: Both, with the same number of tokens; the first at the left.
        word: Who looks.
        title: What the picture shows.
    """
    drawing = Drawing(title=title, width=5.6)
    pairs = list(zip(*(sentence.pieces for sentence in seen), strict=True))
    names = [" / ".join(dict.fromkeys(pair)) for pair in pairs]
    roles = ["weight" if name == word else "plain" for name in names]
    tokens = drawing.column(names, roles, (1.2, 0.27), between=0.05)
    looker = tokens[names.index(word)]
    (own,) = [place for place, pair in enumerate(pairs) if len(set(pair)) > 1]
    for number, sentence in enumerate(seen):
        side = "left_of" if number == 0 else "right_of"
        three = sentence.weights.topk(3).indices.tolist()
        texts = [f"{w:.2f}" if i in three else "" for i, w in enumerate(sentence.weights.tolist())]
        fills = ["weight" if text else "plain" for text in texts]
        place: Place = {side: tokens, "gap": 0.05}  # type: ignore[misc]
        written = drawing.column(texts, fills, (0.46, 0.27), between=0.05, **place)
        place = {side: written, "gap": 0.95, "align": looker}  # type: ignore[misc]
        label = f"… {sentence.pieces[own]}"
        looks = drawing.box(word, "query", (0.6, 0.34), label=label, **place)
        drawing.weights(sentence.weights[None].clamp(0, 1), written, looks)
    return drawing.figure()


def projections(
    x: Float[Tensor, "T D"],
    *matrices: Float[Tensor, "D K"],
    title: str,
    rows: Sequence[str],
    columns: Sequence[Sequence[str]],
) -> Figure:
    """Draw the vectors of some words on their way through three matrices.

    Args:
        x: The vectors of the words.
        *matrices: W_Q, W_K and W_V.
        title: What the picture shows.
        rows: The words.
        columns: What the numbers of x, query, key and value stand for.
    """
    drawing = Drawing(title=title, width=7.6)
    word = drawing.matrix(
        x, role="hidden", label="x", shape="(T, D)", rows=rows, columns=columns[0]
    )
    roles = "query", "key", "value"
    names = [f"$W_{role[0].upper()}$" for role in roles]
    boxes = drawing.column(names, size=(0.6, 0.5), between=1.35, right_of=word, gap=0.45)
    for role, matrix, box, meaning in zip(roles, matrices, boxes, columns[1:], strict=True):
        vectors = drawing.matrix(
            x @ matrix,
            role=role,
            label={"query": "queries"}.get(role, f"{role}s"),
            shape="(T, d)",
            rows=rows,
            columns=meaning,
            right_of=boxes,
            align=box,
            gap=0.4,
        )
        drawing.arrow(word, box, sides=("right", "left"))
        drawing.arrow(box, vectors)
    return drawing.figure()


def attention(
    scores: Float[Tensor, "T T"],
    weights: Float[Tensor, "T T"],
    values: Float[Tensor, "T K"],
    contexts: Float[Tensor, "T K"],
    words: Sequence[str],
) -> Figure:
    """Draw the three steps of attention: scores, weights, and the mean of the values."""
    drawing = Drawing(title="Scores become weights, and weights mix the values", width=6.6)
    before = drawing.matrix(scores, role="query", rows=words, columns=words, label="scores")
    after = drawing.matrix(
        weights, "weight", "weights", rows=words, decimals=2, below=before, gap=0.6
    )
    drawing.arrow(before, after, label="softmax of each row")
    times = drawing.note("×", right_of=after, gap=0.12)
    mixed = drawing.matrix(values, "value", "values", right_of=times, gap=0.12)
    equals = drawing.note("=", right_of=mixed, gap=0.12)
    drawing.matrix(contexts, "value", "contexts", decimals=2, right_of=equals, gap=0.12)
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
