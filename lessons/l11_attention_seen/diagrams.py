"""Diagrams of the lesson: what each view draws, and what each experiment changes."""

from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
from jaxtyping import Float
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from torch import Tensor

from workbook.diagrams import Drawing

TOKEN = (0.75, 0.32)


def from_table_to_lines(weights: Float[Tensor, "T T"], words: Sequence[str]) -> Figure:
    """Draw a table of weights, and the lines that the head view makes of it."""
    drawing = Drawing(title="A row of the table becomes the lines of one token", width=6.1)
    table = drawing.matrix(
        weights, "weight", "weights", decimals=1, rows=words, columns=words, shape="(T, T)"
    )
    looks = drawing.column(
        list(words), "query", TOKEN, between=0.1, label="looks", right_of=table, gap=0.35
    )
    seen = drawing.column(
        list(words), "key", TOKEN, between=0.1, label="is seen", right_of=looks, gap=1.0
    )
    drawing.weights(weights, seen, looks)
    return drawing.figure()


def neuron(query: Float[Tensor, " d"], keys: Float[Tensor, "T d"], words: Sequence[str]) -> Figure:
    """Draw how a query becomes weights: element by element, summed, divided, softmax."""
    products = query * keys
    scores = products.sum(dim=1, keepdim=True) / len(query) ** 0.5
    drawing = Drawing(title="From one query to its weights", width=7.2)
    first = drawing.matrix(query[None], "query", "query")
    table = drawing.matrix(keys, "key", "keys", rows=words, below=first, gap=0.75)
    times = drawing.matrix(products, "plain", "query × key", right_of=table, gap=0.3)
    summed = drawing.matrix(scores, "plain", "score", right_of=times, gap=1.05)
    weights = drawing.matrix(
        scores.softmax(dim=0), "weight", "weight", decimals=2, right_of=summed, gap=0.8
    )
    drawing.arrow(table, times)
    drawing.arrow(times, summed, label="/ √d_head")
    drawing.arrow(summed, weights, label="softmax")
    return drawing.figure()


def silenced(num_heads: int, silent: int) -> Figure:
    """Draw where a head is silenced: its context becomes zeros, before the output matrix."""
    drawing = Drawing(title="A silenced head hands over zeros; the others stay", width=6.2)
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


def draw_kinds(pieces: Sequence[str], heads: Mapping[str, Float[Tensor, "T T"]]) -> Figure:
    """Draw some heads as the model view does, large enough to be read.

    Args:
        pieces: The T tokens.
        heads: The weights of each head, under its title.
    """
    T = len(pieces)
    figure, panels = plt.subplots(1, len(heads), figsize=(5.6, 0.27 * T + 1), sharey=True)
    for number, (axes, (name, weights)) in enumerate(zip(panels, heads.items(), strict=True)):
        _lines(axes, weights, (0, 0), number)
        axes.set(xlim=(0, 1), xticks=[], ylim=(T - 0.5, -0.5))
        axes.set_xlabel("left looks at right", fontsize=10)
        axes.set_title(name, fontsize=11)
        axes.spines[:].set_visible(False)
        axes.tick_params(length=0)
    panels[0].set_yticks(range(T), pieces)
    twin = panels[-1].secondary_yaxis("right")
    twin.set_yticks(range(T), pieces)
    twin.tick_params(length=0)
    twin.spines[:].set_visible(False)
    return figure


def draw_layer(weights: Float[Tensor, "H T T"], layer: int) -> Figure:
    """Draw the heads of one layer as thumbnails in two rows, in the shape of the model view.

    Args:
        weights: Of the layer.
        layer: Its number.
    """
    H, T, _ = weights.shape
    figure, axes = plt.subplots(figsize=(9.7, 5.5))  # as wide as BertViz's own view
    for head, table in enumerate(weights):
        row, column = divmod(head, H // 2)
        x, y = 1.25 * column, row * (T + 3.0)
        _lines(axes, table, (x, y), layer)
        axes.text(x + 0.5, y - 0.9, f"L{layer}H{head}", ha="center", fontsize=16)
        if not column:
            for place, name in ((0, "[CLS]"), (T - 1, "[SEP]")):
                axes.text(x - 0.06, y + place, name, ha="right", va="center", fontsize=15)
    axes.set(xlim=(-0.65, 1.25 * H / 2 - 0.15), ylim=(2 * T + 3, -2.5))
    axes.axis("off")
    axes.set_title(f"Layer {layer}: left looks at right", fontsize=16)
    return figure


def _lines(
    axes: Axes, weights: Float[Tensor, "T T"], corner: tuple[float, float], number: int
) -> None:
    """Draw a line from each query to each key, as strong as its weight, in a color of BertViz."""
    x, y = corner
    found = [(i, j, w) for i, row in enumerate(weights.tolist()) for j, w in enumerate(row)]
    red, green, blue, _ = plt.colormaps["tab10"](number)
    axes.add_collection(
        LineCollection(
            [((x, y + i), (x + 1, y + j)) for i, j, _ in found],
            colors=[(red, green, blue, min(1, w)) for *_, w in found],
            linewidths=1.8,
        )
    )
