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
