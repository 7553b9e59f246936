"""Still pictures of attention: what stands behind BertViz's views on pages that run no script."""

from collections.abc import Sequence

import matplotlib.pyplot as plt
import numpy as np
from jaxtyping import Float
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from torch import Tensor

FAINTEST = 0.02  # fainter lines can hardly be seen


def color_of(number: int) -> tuple[float, float, float]:
    """Return the color that BertViz gives a head (or, in the model view, a layer)."""
    red, green, blue, _ = plt.colormaps["tab10"](number % 10)
    return red, green, blue


def _lines(
    weights: np.ndarray, color: tuple[float, float, float], corner: tuple[float, float], wide: float
) -> tuple[list, list]:
    """Return a line from each query (left) to each key (right), as strong as its weight."""
    x, y = corner
    positions = np.argwhere(weights >= FAINTEST)
    segments = [((x, y + i), (x + wide, y + j)) for i, j in positions]
    return segments, [(*color, min(1.0, float(weights[i, j]))) for i, j in positions]


def draw_heads(
    pieces: Sequence[str],
    weights: Float[Tensor, "H T S"],
    layer: int,
    heads: Sequence[int],
    keys: Sequence[str] | None = None,
) -> Figure:
    """Draw who looks at whom in some heads of one layer, as the head view does.

    Args:
        pieces: The T tokens.
        weights: Attention weights of the layer, (H, T, S); S is T but for cross-attention.
        layer: Its number.
        heads: Which heads to draw; each line is as strong as its weight over their number.
        keys: The tokens that are looked at, if they are others (cross-attention).
    """
    sides = ((-0.05, "right", pieces), (1.05, "left", keys or pieces))
    T = max(len(side[-1]) for side in sides)
    figure, axes = plt.subplots(figsize=(4.4, 0.225 * T + 0.7))
    for head in heads:
        table = weights[head].numpy() / len(heads)
        segments, colors = _lines(table, color_of(head), (0.0, 0.0), 1.0)
        axes.add_collection(LineCollection(segments, colors=colors, linewidths=1.6))
    for x, align, names in sides:
        for position, piece in enumerate(names):
            axes.text(x, position, piece, ha=align, va="center", fontsize=10)
    axes.set(xlim=(-1, 2), ylim=(T - 0.5, -0.5))
    axes.axis("off")
    shown = f"head {heads[0]}" if len(heads) == 1 else f"{len(heads)} heads"
    axes.set_title(f"Layer {layer}, {shown}: left looks at right", fontsize=11)
    return figure


def draw_model(weights: Float[Tensor, "L H T S"], layers: Sequence[int]) -> Figure:
    """Draw every head of some layers as a thumbnail, as the model view does.

    Args:
        weights: Attention weights of all layers, (L, H, T, S).
        layers: Which layers to draw, from top to bottom.
    """
    H, T = weights.shape[1], max(weights.shape[2:])
    height = (0.07 * 12 / H * T + 0.1) * len(layers) + 0.6  # as the view in front
    figure, axes = plt.subplots(figsize=(9.7, max(1.8, height)))
    for row, layer in enumerate(layers):
        for head in range(H):
            corner = (head * 1.25, row * (T + 2.0))
            table = weights[layer, head].numpy()
            segments, colors = _lines(table, color_of(layer), corner, 1.0)
            axes.add_collection(LineCollection(segments, colors=colors, linewidths=1.2))
    axes.set(xlim=(-0.2, H * 1.25), ylim=(len(layers) * (T + 2.0) - 1.5, -1.5))
    axes.set_xticks([head * 1.25 + 0.5 for head in range(H)], map(str, range(H)))
    axes.set_yticks([row * (T + 2.0) + (T - 1) / 2 for row in range(len(layers))], map(str, layers))
    axes.set(xlabel="head", ylabel="layer")
    axes.set_title("Each thumbnail is a head: queries left, keys right")
    axes.spines[:].set_visible(False)
    return figure


def draw_neurons(
    pieces: Sequence[str],
    queries: Float[Tensor, "T K"],
    keys: Float[Tensor, "T K"],
    weights: Float[Tensor, "T T"],
    position: int,
    name: str,
) -> Figure:
    """Draw how one query meets all keys, element by element, as the neuron view does.

    Args:
        pieces: The T tokens.
        queries: What the tokens ask, (T, K).
        keys: The vectors they are compared with, (T, K).
        weights: Attention weights, (T, T).
        position: Which token looks.
        name: Layer and head, for the title.
    """
    T, K = keys.shape
    products = queries[position] * keys  # (T, K)
    figure = plt.figure(figsize=(6.5, 0.46 * T + 2.6), layout="constrained")
    rows_of_panels = figure.add_gridspec(2, 1)
    above = rows_of_panels[0].subgridspec(1, 3).subplots(sharey=True, squeeze=False)[0]
    below = rows_of_panels[1].subgridspec(1, 2).subplots(sharey=True, squeeze=False)[0]
    tables = {"query q": _only_row(queries, position), "key k": keys, "q x k": products}
    for axes, (title, rows) in zip(above, tables.items(), strict=True):
        limit = max(float(rows.nan_to_num().abs().max()), 1e-9)
        axes.imshow(rows.numpy(), cmap="PuOr", vmin=-limit, vmax=limit, aspect="auto")
        axes.set(title=title, xlabel="element")
    _bars(below[0], products.sum(dim=-1) / K**0.5, "score")
    _bars(below[1], weights[position], "weight")
    below[0].invert_yaxis()
    for axes in (above[0], below[0]):
        axes.set_yticks(range(T), pieces)
    figure.suptitle(f"{name}: what {pieces[position]!r} (token {position}) asks", weight="bold")
    return figure


def _only_row(table: Tensor, position: int) -> Tensor:
    """Blank all rows but one."""
    blank = table.new_full(table.shape, float("nan"))
    blank[position] = table[position]
    return blank


def _bars(axes: Axes, values: Float[Tensor, " T"], title: str) -> None:
    axes.barh(range(len(values)), values.tolist())
    axes.axvline(0, color="0.5", linewidth=0.8)
    axes.set(title=title)
