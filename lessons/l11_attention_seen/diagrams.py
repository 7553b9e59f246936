"""Diagrams of the lesson: what each view draws, and what each experiment changes."""

from collections.abc import Sequence

from jaxtyping import Float
from matplotlib.figure import Figure
from torch import Tensor

from workbook.diagrams import Drawing

TOKEN = (0.75, 0.32)


def from_table_to_lines(weights: Float[Tensor, "T T"], words: Sequence[str]) -> Figure:
    """Draw a table of weights, and the lines that the head view makes of it."""
    drawing = Drawing(title="A row of the table becomes the lines of one token", width=7.0)
    table = drawing.matrix(
        weights, "weight", "weights", decimals=1, rows=words, columns=words, shape="(T, T)"
    )
    looks = drawing.column(
        list(words), "query", TOKEN, between=0.1, label="looks", right_of=table, gap=0.7
    )
    seen = drawing.column(
        list(words), "key", TOKEN, between=0.1, label="is seen", right_of=looks, gap=1.3
    )
    drawing.weights(weights, seen, looks)
    return drawing.figure()


def neuron(query: Float[Tensor, " d"], keys: Float[Tensor, "T d"], words: Sequence[str]) -> Figure:
    """Draw how a query becomes weights: element by element, summed, divided, softmax."""
    products = query * keys
    scores = products.sum(dim=1, keepdim=True) / len(query) ** 0.5
    drawing = Drawing(title="From one query to its weights", width=7.4)
    first = drawing.matrix(query[None], "query", "query")
    table = drawing.matrix(keys, "key", "keys", rows=words, below=first, gap=0.75)
    times = drawing.matrix(products, "plain", "query × key", right_of=table, gap=0.4)
    summed = drawing.matrix(scores, "plain", "score", right_of=times, gap=1.1)
    weights = drawing.matrix(
        scores.softmax(dim=0), "weight", "weight", decimals=2, right_of=summed, gap=0.95
    )
    drawing.arrow(table, times)
    drawing.arrow(times, summed, label="/ √d_head")
    drawing.arrow(summed, weights, label="softmax")
    return drawing.figure()


def cross_attention(source: Sequence[str], written: Sequence[str]) -> Figure:
    """Draw a translator: queries from what it writes, keys and values from what it has read."""
    drawing = Drawing(
        title="Cross-attention: the decoder looks at what the encoder read", width=6.6
    )
    size = (0.85, 0.36)
    read = drawing.tokens(source, "first", size)
    drawing.bracket(read, "read")
    encoder = drawing.box("encoder", "layer", (3.4, 0.42), above=read, gap=0.5)
    drawing.arrows(read, [encoder] * len(source))
    kept = drawing.box("keys, values", "key", (1.5, 0.42), above=encoder, gap=0.4)
    drawing.arrow(encoder, kept)
    decoder = drawing.box("cross-attention", "weight", (1.9, 0.5), right_of=kept, gap=1.0)
    drawing.arrow(kept, decoder, label="(N, D)")
    asks = drawing.box("queries", "query", (1.2, 0.42), below=decoder, gap=0.45)
    drawing.arrow(asks, decoder)
    words = drawing.tokens(written, "second", size, below=asks, gap=0.4)
    drawing.bracket(words, "written so far")
    drawing.arrow(words, asks)
    following = drawing.box("next word", "output", (1.2, 0.42), above=decoder, gap=0.4)
    drawing.arrow(decoder, following, label="(M, D)")
    return drawing.figure()


def silenced(num_heads: int, silent: int) -> Figure:
    """Draw where a head is silenced: its context becomes zeros, before the output matrix."""
    drawing = Drawing(title="A silenced head hands over zeros; nothing else changes", width=6.2)
    names = [f"head {number}" for number in range(num_heads)]
    heads = drawing.row(names, "weight", (1.2, 0.42), between=0.3)
    texts = ["0 0 0 0" if number == silent else "context" for number in range(num_heads)]
    roles = ["mask" if number == silent else "value" for number in range(num_heads)]
    contexts = drawing.row(texts, roles, (1.2, 0.42), between=0.3, above=heads, gap=0.5)
    drawing.arrows(heads, contexts, label="(T, d_head)")
    matrix = drawing.box("output matrix", "layer", (4.2, 0.42), above=contexts, gap=0.5)
    drawing.arrows(contexts, [matrix] * num_heads)
    out = drawing.box("output", "hidden", (1.6, 0.42), above=matrix, gap=0.5)
    drawing.arrow(matrix, out, label="(T, D)")
    return drawing.figure()


def counter_example() -> Figure:
    """Draw the search: other weights in the same model, and a comparison of two predictions."""
    drawing = Drawing(
        title="The test: are the weights far, and the predictions the same?", width=7.0
    )
    size = (1.75, 0.6)
    own = drawing.box("own weights", "weight", size)
    other = drawing.box("other weights", "weight", size, below=own, gap=0.9)
    text = drawing.box("text", "plain", left_of=[own, other], gap=0.6)
    first = drawing.box("prediction", "output", size, right_of=own, gap=0.6)
    second = drawing.box("prediction", "output", size, right_of=other, gap=0.6)
    for weights, prediction in ((own, first), (other, second)):
        drawing.arrow(text, weights)
        drawing.arrow(weights, prediction)
    drawing.arrow(own, other, label="far?")
    drawing.arrow(first, second, label="same?")
    return drawing.figure()
