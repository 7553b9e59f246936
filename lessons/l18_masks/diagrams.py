"""Masks as squares: who looks at whom."""

from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
import torch
from jaxtyping import Bool, Int
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from torch import Tensor

from bertlab.model.masks import causal_mask, permutation_masks, prefix_mask, two_sided_mask
from workbook.charts import headed
from workbook.diagrams.roles import role_of

HIDDEN = role_of("mask")
COLUMNS = "first", "second"  # their colors, by the part that is looked at


def square(
    axes: Axes,
    mask: Bool[Tensor, "R C"],
    rows: Sequence[str],
    columns: Sequence[str],
    types: Int[Tensor, " C"],
    label: str,
    marked: Bool[Tensor, "R C"] | None = None,
) -> None:
    """Draw a mask: a row looks, a column is looked at; what is hidden is hatched.

    Args:
        axes: Where.
        mask: True where the row may look at the column.
        rows: What stands at the left of each row; an empty text for none.
        columns: What stands above each column.
        types: 0 or 1: the color of each column.
        label: What is written below.
        marked: True where a cross is drawn.
    """
    for i, row in enumerate(mask.tolist()):
        for j, seen in enumerate(row):
            role = role_of(COLUMNS[int(types[j])]) if seen else HIDDEN
            fill = role.fill if seen else "#FFFFFF"
            axes.add_patch(_cell(i, j, fill, "" if seen else "////"))
            if marked is not None and marked[i, j]:
                axes.plot(j + 0.5, i + 0.5, "x", color="black", markersize=9, markeredgewidth=2.5)
    axes.set(xlim=(0, mask.shape[1]), ylim=(mask.shape[0], 0), aspect="equal", xlabel=label)
    axes.set_xticks(torch.arange(mask.shape[1]) + 0.5, columns)
    axes.set_yticks(torch.arange(mask.shape[0]) + 0.5, rows)
    axes.xaxis.tick_top()
    axes.tick_params(length=0, labelsize=9)
    for side in axes.spines.values():
        side.set_visible(False)


def side_by_side(
    masks: Mapping[str, Bool[Tensor, "T T"]],
    names: Sequence[str],
    types: Int[Tensor, " T"],
    title: str,
    marked: Mapping[str, Bool[Tensor, "T T"]] | None = None,
) -> Figure:
    """Draw masks of one text side by side."""
    drawn, all_axes = plt.subplots(1, len(masks), figsize=(8, 3.4), layout="constrained")
    for axes, (label, mask) in zip(all_axes, masks.items(), strict=True):
        rows = names if axes is all_axes[0] else [""] * len(names)
        square(axes, mask, rows, names, types, label, None if marked is None else marked[label])
    return headed(drawn, title)


def six_models() -> Figure:
    """Draw the masks of six models for a text of two parts."""
    first, second = 4, 3
    T, types = first + second, torch.tensor([[0] * first + [1] * second])
    seen = torch.ones(1, T, dtype=torch.int64)
    order = torch.tensor([[3, 0, 5, 1, 6, 2, 4]])
    lower = causal_mask(seen)[0, 0]
    models = {
        "BERT": two_sided_mask(seen)[0, 0],
        "GPT": lower,
        "ELMo": lower | lower.T,
        "UniLM": prefix_mask(types, seen)[0, 0],
        "BART": prefix_mask(types, seen)[0, 0],
        "XLNet": permutation_masks(order, seen)[1][0, 0] & ~torch.eye(T, dtype=torch.bool),
    }
    notes = ("fills gaps", "goes on", "two networks", "answers", "two networks", "any order")
    drawn, all_axes = plt.subplots(2, 3, figsize=(8, 5.6), layout="constrained")
    for axes, (name, mask), note in zip(all_axes.flat, models.items(), notes, strict=True):
        names = (
            [str(turn + 1) for turn in order[0].tolist()] if name == "XLNet" else list("abcdxyz")
        )
        colors = types[0] if name in ("UniLM", "BART") else torch.zeros(T, dtype=torch.int64)
        square(axes, mask, names, names, colors, f"{name}: {note}")
        if name == "ELMo":
            _cover(axes, lower.T & ~lower, "second")
        if name == "BART":
            _cover(axes, mask & (types[0, :, None] == 1) & (types == 0), "value")
    return headed(drawn, "Six models, by who looks at whom")


def _cover(axes: Axes, mask: Bool[Tensor, "R C"], role: str) -> None:
    """Give some cells another color."""
    for i, j in mask.nonzero().tolist():
        axes.add_patch(_cell(i, j, role_of(role).fill))


def _cell(row: int, column: int, fill: str, hatch: str = "") -> Rectangle:
    place = (column, row)
    return Rectangle(place, 1, 1, facecolor=fill, edgecolor="0.55", linewidth=0.8, hatch=hatch)
