"""Diagrams of the lesson: one sentence of six words, its numbers, and the whole model."""

from collections.abc import Sequence
from typing import Any

import matplotlib.pyplot as plt
import torch
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch, Rectangle

from workbook.diagrams.roles import INK, role_of

CELL, ROW = 0.315, 0.235  # inches
HEADS = "output", "query"  # the colors of two heads


class Sheet:
    """A drawing in inches, from the upper left corner."""

    def __init__(self, width: float, height: float, title: str = "") -> None:
        self.figure = plt.figure(figsize=(width, height), layout="none")
        self.axes = self.figure.add_axes((0, 0, 1, 1))
        self.axes.set(xlim=(0, width), ylim=(height, 0))
        self.axes.axis("off")
        if title:
            place = 0.06 / width, 1 - 0.1 / height
            self.figure.text(*place, title, va="top", weight="bold", size=11.5, linespacing=1.25)

    def text(self, x: float, y: float, words: str, **more: Any) -> None:
        """Write words, in the middle of a point unless told otherwise."""
        more = {"size": 9.5, "ha": "center", "va": "center", "color": INK, **more}
        self.axes.text(x, y, words, **more)

    def rectangle(self, x: float, y: float, w: float, h: float, **more: Any) -> None:
        """Draw a rectangle with a thin edge."""
        self.axes.add_patch(Rectangle((x, y), w, h, **{"linewidth": 0.6, **more}))

    def line(self, x: Sequence[float], y: Sequence[float], **more: Any) -> None:
        """Draw a line through points."""
        self.axes.plot(x, y, **{"color": "0.25", "linewidth": 1.2, **more})

    def grid(
        self,
        x: float,
        y: float,
        values: torch.Tensor,
        role: str,
        name: str = "",
        rows: Any = (),
        columns: Any = (),
        decimals: int = 0,
        strong: Any = (),
        shaded: bool = False,
        below: str = "",
    ) -> None:
        """Draw a matrix with its numbers, the names of its rows and columns, and its own name."""
        color, w, h = role_of(role), CELL, ROW
        T, D = values.shape
        most = float(values.abs().max()) or 1.0
        for i, row in enumerate(values.tolist()):
            for j, value in enumerate(row):
                corner = x + j * w, y + i * h
                fill: Any = color.fill if value else "white"
                if shaded:
                    fill = color.color, 0.08 + 0.6 * abs(value) / most
                self.rectangle(*corner, w, h, facecolor=fill, edgecolor=color.edge)
                bold = (i, j) in strong
                written = f"{value:.{decimals}f}" if decimals else f"{value:g}"
                if decimals and 0 < value < 1:
                    written = written[1:]
                ink, weight = INK if value or shaded else "0.6", "bold" if bold else "normal"
                middle = corner[0] + w / 2, corner[1] + h / 2
                self.text(*middle, written, size=8.8, weight=weight, color=ink)
        self.rectangle(x, y, D * w, T * h, fill=False, edgecolor=color.edge, linewidth=1.3)
        for i, word in enumerate(rows):
            self.text(x - 0.07, y + (i + 0.5) * h, word, ha="right", size=9)
        for j, word in enumerate(columns):
            self.slanted(x + (j + 0.4) * w, y - 0.04, word)
        if name:
            ink = color.edge if role != "hidden" else INK
            self.text(x + D * w / 2, y + T * h + 0.15, name, weight="bold", color=ink)
        if below:
            self.text(x + D * w / 2, y + T * h + 0.33, below, size=8.5, color="0.35")

    def slanted(self, x: float, y: float, word: str) -> None:
        """Write the name of a column above it."""
        self.text(x, y, word, rotation=45, ha="left", va="bottom", size=8.8, rotation_mode="anchor")

    def box(
        self, x: float, y: float, w: float, h: float, words: str, role: str = "plain", **more: Any
    ) -> None:
        """Draw a box in the color of a role."""
        color = role_of(role)
        self.rounded(x, y, w, h, facecolor=color.fill, edgecolor=color.edge, linewidth=1.1)
        self.text(x + w / 2, y + h / 2, words, **{"size": 9, **more})

    def rounded(self, x: float, y: float, w: float, h: float, **more: Any) -> None:
        """Draw a rectangle with round corners."""
        at, size, style = (x + 0.04, y + 0.04), (w - 0.08, h - 0.08), "round,pad=0.04"
        self.axes.add_patch(FancyBboxPatch(at, *size, boxstyle=style, **more))

    def arrow(self, x0: float, y0: float, x1: float, y1: float, **more: Any) -> None:
        """Draw an arrow from one point to another."""
        more = {"color": "0.25", "linewidth": 1.2, "shrinkA": 0, "shrinkB": 0, **more}
        self.axes.add_patch(
            FancyArrowPatch((x0, y0), (x1, y1), arrowstyle="-|>", mutation_scale=9, **more)
        )


def draw_projections(x: Any, matrices: Any, words: Any, features: Any, columns: Any) -> Figure:
    """Draw x and the three matrices, with their products where row and column meet."""
    sheet = Sheet(4.8, 4.62, "One vector, three parts: each word gets\na query, a key and a value")
    left, top, middle = 0.78, 1.22, 2.72
    sheet.grid(left, middle, x, "hidden", "x", words, features, strong=[(4, 1)], below="(6, 4)")
    roles = ("query", "key", "value")
    for number, (role, matrix) in enumerate(zip(roles, matrices, strict=True)):
        at = left + 4 * CELL + 0.32 + number * (2 * CELL + 0.22)
        letter = role[0].upper()
        sheet.grid(at, top, matrix, role, "", features if not number else (), columns[number])
        name = top + 4 * ROW + 0.14
        sheet.text(at + CELL, name, f"$W_{letter}$", size=10.5, color=role_of(role).edge)
        sheet.grid(at, middle, x @ matrix, role, f"${letter} = x\\,W_{letter}$", below="(6, 2)")
    return sheet.figure


def draw_attention(Q: Any, K: Any, V: Any, words: Any) -> Figure:
    """Draw scores, weights and contexts with their numbers."""
    sheet = Sheet(4.8, 5.35, "Scores become weights, and weights\nmix the values")
    scores = Q @ K.T
    weights = scores.softmax(dim=1)
    w, h = CELL, ROW
    at, middle = 0.78 + 2 * w + 0.14, 1.5
    below = middle + 6 * h + 0.62
    sheet.grid(at, middle - 2 * h - 0.1, K.T, "key", "", ["noun", "dog"])
    ink = role_of("key").edge
    sheet.text(at + 6 * w + 0.1, middle - h - 0.1, "$K^\\top$", ha="left", size=11, color=ink)
    sheet.grid(0.78, middle, Q, "query", "$Q$", words)
    sheet.grid(at, middle, scores, "weight", "scores  $QK^\\top$", strong=[(4, 0), (4, 2)])
    right = at + 6 * w + 0.16
    sheet.grid(right, middle, V, "value", "$V$")
    sheet.arrow(at + 0.3, middle + 6 * h + 0.06, at + 0.3, below - 0.05)
    sheet.text(at + 0.42, below - 0.15, "softmax of each row", ha="left", size=8.5, color="0.35")
    look: dict[str, Any] = {"decimals": 2, "shaded": True}
    sheet.grid(at, below, weights, "weight", "weights", words, strong=[(4, 0), (4, 2)], **look)
    contexts = weights @ V
    sheet.grid(right, below, contexts, "value", "contexts", strong=[(4, 0), (4, 1)], **look)
    sheet.arrow(right + w, middle + 6 * h + 0.3, right + w, below - 0.05)
    return sheet.figure


def draw_masks(padding: Any, causal: Any, short: Any, words: Any) -> Figure:
    """Draw two masks side by side."""
    sheet = Sheet(4.8, 3.05, "BERT hides only padding;\nGPT hides the future as well")
    side, top = 0.235, 1.22
    for at, mask, names, label in (
        (0.78, padding, short, "padding mask"),
        (3.22, causal, words, "causal mask"),
    ):
        for i, row in enumerate(mask.tolist()):
            for j, may in enumerate(row):
                fill, hatch = (role_of("weight").fill, "") if may else ("white", "/////")
                look = {"facecolor": fill, "hatch": hatch, "edgecolor": "0.55"}
                sheet.rectangle(at + j * side, top + i * side, side, side, **look)
        for i, word in enumerate(names):
            sheet.text(at - 0.06, top + (i + 0.5) * side, word, ha="right", size=9)
            sheet.slanted(at + (i + 0.4) * side, top - 0.04, word)
        sheet.text(at + 3 * side, top + 6 * side + 0.17, label, weight="bold", size=9.5)
    return sheet.figure


def draw_heads(words: Sequence[str]) -> Figure:
    """Draw which columns the two heads get, and below them the same numbers in memory."""
    sheet = Sheet(
        4.8, 3.5, "Each head gets two columns of every word;\nmemory holds word after word"
    )
    w, h, left, top, below = 0.42, 0.24, 1.95, 0.98, 2.98
    small = 4.68 / 24
    for number in range(24):
        i, j = divmod(number, 4)
        fill = {"facecolor": role_of(HEADS[j // 2]).fill, "edgecolor": "0.4"}
        for x, y, width in ((left + j * w, top + i * h, w), (0.06 + number * small, below, small)):
            sheet.rectangle(x, y, width, h, **fill)
            sheet.text(x + width / 2, y + h / 2, str(number), size=9 if width == w else 8)
    for i, word in enumerate(words):
        sheet.text(left - 0.06, top + (i + 0.5) * h, word, ha="right", size=9)
        sheet.text(0.06 + (4 * i + 2) * small, below - 0.12, word, size=9)
        sheet.line([0.06 + 4 * i * small] * 2, [below - 0.05, below + h], linewidth=2)
    for head, role in enumerate(HEADS):
        at = left + (1 + 2 * head) * w
        sheet.text(at, top - 0.12, f"head {head}", size=9, color=role_of(role).edge)
    sheet.text(
        0.06, below + h + 0.14, "the same numbers in memory: one long row", ha="left", size=9
    )
    return sheet.figure


def draw_layer(steps: Sequence[Any], columns: Sequence[str]) -> Figure:
    """Draw a vector after each step of a layer.

    Args:
        steps: For each, its name, what it is for, its role, and the vector.
        columns: What the numbers of the vector say.
    """
    sheet = Sheet(4.8, 4.75, "In one layer “they” stays a pronoun,\nand the lead of dog grows")
    left, top, gap, w = 1.17, 1.22, 0.5, 0.385
    for column, word in enumerate(columns):
        sheet.slanted(left + (column + 0.35) * w, top - 0.04, word)
    sheet.slanted(left + 4.35 * w, top - 0.04, "length")
    for number, (name, why, role, vector) in enumerate(steps):
        y, color = top + number * gap, role_of(role)
        sheet.text(left - 0.08, y + 0.14, name, ha="right", size=9)
        for column, value in enumerate(vector.tolist()):
            at = left + column * w
            look = {"facecolor": color.fill if abs(value) > 0.005 else "white"}
            sheet.rectangle(at, y, w, 0.28, edgecolor=color.edge, **look)
            sheet.text(at + w / 2, y + 0.14, f"{value:.2f}".replace("-", "\u2212"), size=8.8)
        sheet.text(left + 4.5 * w, y + 0.14, f"{float(vector.norm()):.2f}", size=8.8, color="0.35")
        sheet.text(left + 5.0 * w, y + 0.14, why, ha="left", size=8.8, linespacing=1.2)
    return sheet.figure


def draw_model() -> Figure:
    """Draw the whole model, from ids to vectors."""
    title = "The whole model: each block reads the stream,\nadds to it, and LayerNorm follows"
    s, stream, right = Sheet(4.8, 7.9, title), 1.05, 1.95
    mono, note = {"family": "monospace", "size": 8.8}, {"size": 8.5, "color": "0.35"}

    def plus(y: float) -> None:
        s.line([stream], [y], marker="o", ms=15, mfc="white", mec=INK, zorder=4)
        s.text(stream, y, "+", size=13, zorder=5)

    def norm(y: float, name: str) -> None:
        s.box(stream - 0.62, y - 0.17, 1.24, 0.34, name, "layer", zorder=5, **mono)

    # the stream
    wide = {"color": role_of("hidden").color, "linewidth": 7, "solid_capstyle": "butt"}
    s.line([stream, stream], [0.98, 7.0], zorder=0, **wide)
    s.arrow(stream, 1.2, stream, 0.9, color=role_of("hidden").edge, linewidth=2)
    s.text(stream, 0.78, "vectors (B, T, D)", size=9.5, weight="bold")
    # frame of a layer
    frame = {"facecolor": "#F6F6F6", "edgecolor": "0.5", "linestyle": "--", "zorder": -1}
    s.rounded(0.16, 1.28, 4.48, 4.06, **frame)
    s.text(4.52, 1.46, "layers.0 to layers.5", ha="right", weight="bold", **mono)
    # feed-forward block, upper half
    norm(1.75, "output_norm")
    plus(2.2)
    s.box(right, 1.98, 0.98, 0.44, "contract\n(4D, D)", "layer", **mono)
    s.box(right + 1.04, 1.98, 0.62, 0.44, "gelu", "plain", **mono)
    s.box(right + 1.04, 2.62, 0.98, 0.44, "expand\n(D, 4D)", "layer", **mono)
    s.arrow(right, 2.2, stream + 0.13, 2.2)
    s.arrow(right + 1.04, 2.2, right + 0.98, 2.2)
    s.arrow(right + 1.35, 2.62, right + 1.35, 2.42)
    s.arrow(stream, 2.84, right + 1.04, 2.84)
    s.text(right + 0.42, 3.03, "each word by itself", **note)
    # attention block, lower half
    norm(3.35, "attention_norm")
    plus(3.8)
    s.box(right, 3.58, 0.84, 0.44, "attention\n.output", "layer", **mono)
    s.box(right + 0.92, 3.58, 1.65, 0.44, "attend: H heads", "weight", **mono)
    s.arrow(right, 3.8, stream + 0.13, 3.8)
    s.arrow(right + 0.92, 3.8, right + 0.84, 3.8)
    for number, role in enumerate(("query", "key", "value")):
        at = right + 0.92 + number * 0.55
        s.box(at, 4.34, 0.55, 0.36, role, role, **mono)
        s.arrow(at + 0.275, 4.34, at + 0.275, 4.03)
        s.arrow(at + 0.275, 5.0, at + 0.275, 4.7)
    s.line([stream, right + 2.295], [5.0, 5.0], zorder=1)
    s.text(stream + 0.14, 4.86, "looks at all words", ha="left", **note)
    # embeddings
    norm(5.62, "norm")
    plus(6.1)
    s.box(right, 5.9, 1.45, 0.4, "position (T, D)", "embedding", **mono)
    s.box(right, 6.42, 1.45, 0.4, "token_type (2, D)", "embedding", **mono)
    s.arrow(right, 6.1, stream + 0.13, 6.1)
    s.line([right, 1.55, 1.55], [6.62, 6.62, 6.1])
    s.box(stream - 0.62, 6.85, 1.24, 0.4, "word (V, D)", "embedding", **mono)
    s.arrow(stream, 7.52, stream, 7.26)
    s.text(stream, 7.66, "ids (B, T)", size=9.5, weight="bold")
    s.text(right + 1.53, 6.1, "0, 1, 2, …", ha="left", **note)
    s.text(right + 1.53, 6.62, "text 1 or 2", ha="left", **note)
    return s.figure
