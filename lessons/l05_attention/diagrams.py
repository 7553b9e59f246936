"""Diagrams of the attention lesson; their numbers come from its tensors."""

from lessons.l05_attention.trained import Seen

from collections.abc import Sequence
from typing import Unpack

import torch
from jaxtyping import Float
from matplotlib.figure import Figure
from torch import Tensor

from workbook.diagrams import Drawing
from workbook.diagrams.extents import Place, Thing

WIDE, NARROW = (4.6, 0.42), (1.5, 0.42)


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
    queries: Float[Tensor, "T K"],
    keys: Float[Tensor, "T K"],
    values: Float[Tensor, "T K"],
    words: Sequence[str],
    columns: Sequence[Sequence[str]],
) -> Figure:
    """Draw the three steps of attention: scores, weights, and the mean of the values.

    Args:
        queries: Of some words.
        keys: Of the same words.
        values: Of the same words.
        words: Their names.
        columns: What the numbers of a query, and those of a value, stand for.
    """
    drawing = Drawing(title="Scores become weights, and weights mix the values", width=7.6)
    asks, gives = columns
    scores = queries @ keys.T
    weights = scores.softmax(dim=1)
    asking = drawing.matrix(queries, "query", "queries", rows=words, columns=asks)
    times = drawing.note("×", right_of=asking, gap=0.12)
    found = drawing.matrix(
        keys.T, "key", "keys, transposed", columns=words, right_of=times, gap=0.12
    )
    equals = drawing.note("=", right_of=found, gap=0.12)
    drawing.matrix(scores, "weight", "scores", right_of=equals, gap=0.12)
    label = "softmax of each row: weights"
    after = drawing.matrix(
        weights, "weight", label, rows=words, columns=words, decimals=2, below=asking, gap=0.5
    )
    times = drawing.note("×", right_of=after, gap=0.12)
    mixed = drawing.matrix(values, "value", "values", columns=gives, right_of=times, gap=0.12)
    equals = drawing.note("=", right_of=mixed, gap=0.12)
    contexts = weights @ values
    drawing.matrix(
        contexts, "value", "contexts", columns=gives, decimals=2, right_of=equals, gap=0.12
    )
    return drawing.figure()


def masks(words: Sequence[str]) -> Figure:
    """Draw what BERT's and GPT's masks let each token of a padded text see."""
    real = torch.tensor([word != "[PAD]" for word in words])
    both_ways = real.expand(len(words), len(words))
    drawing = Drawing(title="Each row looks, each column is looked at")
    bert = drawing.mask(both_ways, words, words, label="BERT: hide the padding")
    causal = both_ways.tril()
    drawing.mask(causal, words, words, label="GPT: hide the future too", below=bert, gap=0.35)
    return drawing.figure()


def _numbered(tokens: int, size: int) -> Float[Tensor, "T D"]:
    """Return numbers that say where they stand: 2.4 is number 4 of token 2, both from 0."""
    return torch.arange(tokens)[:, None] + torch.arange(size) / 10


def _tables(
    drawing: Drawing, tables: Sequence[Tensor], between: float, **place: Unpack[Place]
) -> list[Thing]:
    """Draw the pieces of all heads side by side."""
    found: list[Thing] = []
    for head, table in enumerate(tables):
        where: Place = {"right_of": found[-1], "gap": between} if found else place
        found.append(drawing.matrix(table, "query", f"head {head}", **where))
    return found


def heads(num_heads: int) -> Figure:
    """Draw how the queries of all heads are made by one matrix, cut, used, and joined again."""
    drawing = Drawing(title="The queries of all heads come from one matrix; its columns are cut")
    made = _numbered(4, 2 * num_heads)
    strips = _tables(drawing, made.chunk(num_heads, dim=-1), 0.75)
    matrix = drawing.box("$W_Q$", size=NARROW, below=strips, gap=0.6)
    x = drawing.box("x", "hidden", WIDE, below=matrix, gap=0.4)
    drawing.arrow(x, matrix, label="(T, D)")
    drawing.arrow(matrix, drawing.bracket(strips), label="queries of all heads, (T, D)")
    looks = [
        drawing.box(f"attention {head}", "weight", above=strips, align=strip, gap=0.45)
        for head, strip in enumerate(strips)
    ]
    drawing.arrows(strips, looks, label="(T, d)")
    drawing.note("keys and values:\ncut in the same way", right_of=looks[-1], gap=0.3)
    joined = drawing.box("contexts, joined", "value", WIDE, above=looks, gap=0.4)
    drawing.arrows(looks, [joined] * num_heads, label="(T, d)")
    mixed = drawing.box("$W_O$", size=NARROW, above=joined)
    drawing.arrow(joined, mixed, label="(T, D)")
    result = drawing.box("new x", "hidden", WIDE, above=mixed)
    drawing.arrow(mixed, result, label="(T, D)")
    return drawing.figure()


def two_cuts(num_heads: int) -> Figure:
    """Draw the pieces of the heads when columns are cut, and when ``view`` cuts across tokens."""
    drawing = Drawing(title="With this view, head 0 gets token 0 and a part of token 1")
    made = _numbered(4, 2 * num_heads)
    right = _tables(drawing, made.chunk(num_heads, dim=-1), 0.35)
    drawing.note("columns cut", left_of=right, gap=0.25)
    wrong = _tables(drawing, made.reshape(num_heads, 4, 2).unbind(), 0.35, below=right[0], gap=0.4)
    drawing.note("friend's view", left_of=wrong, gap=0.25)
    return drawing.figure()


def layer() -> Figure:
    """Draw an encoder layer from below, and the stack that it is a part of."""
    drawing = Drawing(title="Two blocks; after each, its input is added and LayerNorm follows")
    size = (2.4, 0.42)
    names = {
        "self-attention": "layer",
        "add h, then LayerNorm": "plain",
        "h′": "hidden",
        "feed-forward: D → 4D → D": "layer",
        "add h′, then LayerNorm": "plain",
        "h″": "hidden",
    }
    boxes = [drawing.box("h", "hidden", size=size)]
    for name, role in names.items():
        boxes.append(drawing.box(name, role, size=size, above=boxes[-1], gap=0.27))
        drawing.arrow(boxes[-2], boxes[-1])
    drawing.skip(boxes[0], boxes[2])
    drawing.skip(boxes[3], boxes[5])  # from h′, not from h
    whole = drawing.group(boxes[1:6], label="one encoder\nlayer", side="left_of")
    rows = drawing.box(
        "embeddings", "embedding", size=size, right_of=whole, align=boxes[0], gap=0.7
    )
    one = drawing.box("encoder layer", size=size, above=rows, gap=0.7)
    stack = drawing.group(one, label="× 6", side="right_of")
    out = drawing.box("vectors", "hidden", size=size, above=stack, gap=0.5)
    drawing.arrow(rows, stack, label="(B, T, D)")
    drawing.arrow(stack, out, label="(B, T, D)")
    return drawing.figure()
