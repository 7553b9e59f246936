"""Matrices as colored cells with their numbers, masks, and bars."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple, Unpack

import numpy as np
import torch
from matplotlib.patches import Rectangle

from workbook.diagrams.boxes import NEAR, Boxes
from workbook.diagrams.extents import Extent, Inches, Pair, Placement, Thing, inside, stacked
from workbook.diagrams.roles import role_of, tint
from workbook.diagrams.sheet import NOTE, NUMBER

CELL = 0.38, 0.36  # the smallest width and height of a cell
SEEN, HIDDEN = "✓", "✗"
PALEST, DARKEST = 0.1, 0.75  # the color of the smallest and of the largest number of a matrix


class Cell(NamedTuple):
    """How one element of a matrix is drawn."""

    text: str
    fill: str


class Cells(Boxes):
    """Things made of numbers."""

    def matrix(
        self,
        values: Any,
        role: str = "hidden",
        label: str = "",
        shape: str = "",
        rows: Sequence[str] = (),
        columns: Sequence[str] = (),
        decimals: int | None = 1,
        cell: Pair = CELL,
        **placement: Unpack[Placement],
    ) -> Thing:
        """Draw numbers as cells: the larger a number (without its sign), the darker its cell.

        The parts of what is returned are its rows, and theirs the cells.

        Args:
            values: A tensor, array or nested list of two axes. ``-inf`` is drawn as masked.
            role: Gives the color.
            label: What is written above.
            shape: What is written below, as code.
            rows: What is written at the left of each row.
            columns: What is written above each column.
            decimals: Of the numbers; with None the cells are without numbers.
            cell: The smallest width and height of a cell.
            **placement: Where it goes.

        Raises:
            ValueError: If the values do not have two axes, one is no number, or there are more or
                fewer names than rows or columns.
        """
        numbers = _numbers(values)
        sizes = np.abs(np.where(np.isfinite(numbers), numbers, 0.0))
        strengths = PALEST + (DARKEST - PALEST) * sizes / max(sizes.max(), 1e-12)
        color, masked = role_of(role).color, role_of("mask").fill
        fills = [[tint(color, strength) for strength in row] for row in strengths.tolist()]
        cells = [
            [
                Cell(_written(number, decimals), fill if np.isfinite(number) else masked)
                for number, fill in zip(*row, strict=True)
            ]
            for row in zip(numbers.tolist(), fills, strict=True)
        ]
        return self._cells(cells, rows, columns, (label, shape), cell, placement)

    def mask(
        self,
        seen: Any,
        rows: Sequence[str] = (),
        columns: Sequence[str] = (),
        label: str = "",
        words: tuple[str, str] = ("sees", "hidden"),
        **placement: Unpack[Placement],
    ) -> Thing:
        """Draw a mask: the token of a row sees that of a column, or it is hidden from it.

        Args:
            seen: A boolean tensor of two axes: true where the column is seen.
            rows: The tokens that look.
            columns: The tokens that are looked at.
            label: What is written above.
            words: What the line below calls seen and hidden cells.
            **placement: Where it goes.

        Raises:
            ValueError: If the mask does not have two axes or is not boolean.
        """
        values = torch.as_tensor(seen)
        if values.dtype != torch.bool:
            raise ValueError(f"expected a boolean mask, got {values.dtype}")
        looks = Cell(HIDDEN, role_of("mask").fill), Cell(SEEN, "#FFFFFF")
        cells = [[looks[int(number)] for number in row] for row in _numbers(values)]
        key = f"{SEEN} {words[0]}  {HIDDEN} {words[1]}"
        return self._cells(cells, rows, columns, (label, key), CELL, placement)

    def bars(
        self,
        values: Any,
        names: Sequence[str],
        role: str = "output",
        label: str = "",
        decimals: int = 2,
        longest: Inches = 1.2,
        **placement: Unpack[Placement],
    ) -> Thing:
        """Draw numbers as bars below each other: a distribution.

        Args:
            values: A tensor, array or list of one axis, no number below zero.
            names: What stands at the left of each bar.
            role: Gives the color.
            label: What is written above.
            decimals: Of the number at the end of each bar.
            longest: The length of the longest bar, in inches.
            **placement: Where they go.

        Raises:
            ValueError: If the values do not have one axis, or one is negative or no number.
        """
        numbers = torch.as_tensor(values).detach().cpu().double()
        if numbers.ndim != 1 or not len(numbers) or not bool((numbers >= 0).all()):
            raise ValueError(f"expected one axis of numbers from 0 up, got {numbers.tolist()}")
        written = [f"{number:.{decimals}f}" for number in numbers.tolist()]
        room = max(self.measure(text, NUMBER)[0] for text in written) + NEAR
        bodies = stacked([(longest + room, 0.26)] * len(written), 0.05)
        left = self._widest(_checked(names, len(written), "bar"))
        whole = self._labeled(names, bodies, label, "", placement, left)
        extents = inside(whole, bodies)
        self._beside(names, extents)
        look, largest = role_of(role), max(numbers.max().item(), 1e-12)
        parts = []
        for number, text, body in zip(numbers.tolist(), written, extents, strict=True):
            bar = body._replace(right=body.left + longest * number / largest)
            self.add(_rectangle(bar, look.color, look.edge))
            width, _ = self.measure(text, NUMBER)
            self.write(text, (bar.right + NEAR + width / 2, bar.center[1]), NUMBER)
            parts.append(Thing(text, bar, body))
        return self.keep(replace(whole, parts=tuple(parts)))

    # --- steps ---

    def _cells(
        self,
        cells: Sequence[Sequence[Cell]],
        rows: Sequence[str],
        columns: Sequence[str],
        labels: tuple[str, str],
        smallest: Pair,
        placement: Placement,
    ) -> Thing:
        """Draw cells of one size, the names of their rows and columns, a label and a shape."""
        _checked(rows, len(cells), "row")
        _checked(columns, len(cells[0]), "column")
        texts = [*columns, *{cell.text for row in cells for cell in row}]
        size = max(self._widest(texts), smallest[0]), smallest[1]
        lines = stacked([(size[0] * len(cells[0]), size[1])] * len(cells), 0)
        high = self.measure(columns[0], NOTE)[1] + NEAR if columns else 0.0
        whole = self._labeled([], lines, *labels, placement, self._widest(rows), high)
        lines = inside(whole, lines)
        self._beside(rows, lines)
        parts = [self._line(row, line) for row, line in zip(cells, lines, strict=True)]
        for name, cell in zip(columns, parts[0], strict=False):
            center = cell.body.center[0], whole.body.top + high / 2
            self.write(name, center, NOTE, formula=False)
        return self.keep(replace(whole, parts=tuple(parts)))

    def _line(self, cells: Sequence[Cell], line: Extent) -> Thing:
        """Draw a row of cells."""
        size = line.size[0] / len(cells), line.size[1]
        bodies = [
            Extent(0, 0, *size).moved(line.left + size[0] * i, line.bottom)
            for i in range(len(cells))
        ]
        for cell, body in zip(cells, bodies, strict=True):
            self.add(_rectangle(body, cell.fill, "#FFFFFF" if not cell.text else "#777777"))
            if cell.text:
                self.write(cell.text, body.center, NUMBER, home=body)
        parts = tuple(Thing(c.text, b, b) for c, b in zip(cells, bodies, strict=True))
        return Thing(" ".join(cell.text for cell in cells), line, line, parts)

    def _beside(self, names: Sequence[str], lines: Sequence[Extent]) -> None:
        """Write a name at the left of each line."""
        for name, line in zip(names, lines, strict=False):
            width, _ = self.measure(name, NOTE, formula=False)
            center = line.left - NEAR - width / 2, line.center[1]
            self.write(name, center, NOTE, formula=False)

    def _widest(self, texts: Sequence[str]) -> float:
        """Return the width of the widest text, and a little more; of none it is 0."""
        widths = [self.measure(text, NOTE, formula=False)[0] for text in texts]
        return max(widths) + 2 * NEAR if widths else 0.0


def _numbers(values: Any) -> np.ndarray:
    """Return values of two axes as an array.

    Raises:
        ValueError: If they do not have two axes, or one is no number.
    """
    numbers = torch.as_tensor(values).detach().cpu().double().numpy()
    if numbers.ndim != 2 or not numbers.size:
        hint = " (a vector: values[None, :] is a row of cells)" if numbers.ndim == 1 else ""
        raise ValueError(f"expected values of two axes, got shape {numbers.shape}{hint}")
    if np.isnan(numbers).any() or np.isposinf(numbers).any():
        raise ValueError("expected numbers (or -inf, for what is masked), got nan or inf")
    return numbers


def _written(number: float, decimals: int | None) -> str:
    """Return a number as a cell shows it, with a real minus."""
    if decimals is None:
        return ""
    if np.isinf(number):
        return "−∞"
    text = f"{number:.{decimals}f}"
    return text.lstrip("-") if float(text) == 0 else text.replace("-", "−")


def _checked(names: Sequence[str], count: int, what: str) -> Sequence[str]:
    """Return names as they are.

    Raises:
        ValueError: If there are some, and more or fewer than what they name.
    """
    if names and len(names) != count:
        raise ValueError(f"expected a name for each of {count} {what}s, got {len(names)}")
    return names


def _rectangle(body: Extent, fill: str, edge: str) -> Rectangle:
    return Rectangle(
        (body.left, body.bottom), *body.size, facecolor=fill, edgecolor=edge, lw=0.8, zorder=3
    )
