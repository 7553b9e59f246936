"""Boxes, rows and columns of them, tokens, notes."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Unpack

from matplotlib.patches import FancyBboxPatch

from workbook.diagrams.extents import (
    Extent,
    Inches,
    Pair,
    Placement,
    Thing,
    inside,
    side_by_side,
    stacked,
    union,
)
from workbook.diagrams.roles import role_of, roles_of
from workbook.diagrams.sheet import NAME, NOTE, Sheet

PADDING = 0.24, 0.16  # what a box is wider and higher than its text
SMALLEST = 0.5, 0.38  # width and height of the smallest box
NEAR = 0.06  # from a thing to its label


class Boxes(Sheet):
    """Things with a name on them."""

    def box(
        self,
        name: str,
        role: str = "layer",
        size: Pair | None = None,
        label: str = "",
        shape: str = "",
        **placement: Unpack[Placement],
    ) -> Thing:
        r"""Draw a box with rounded corners.

        Args:
            name: What is written on it; ``\n`` begins a new line.
            role: Gives the color.
            size: Width and height, in inches; by default what the name needs.
            label: What is written above it.
            shape: What is written below it, as code: its axes, ``"(B, T, D)"``.
            **placement: Where it goes, see ``Placement``.
        """
        bodies = [Extent(0.0, 0.0, *(size or self._size_for(name)))]
        thing = self._labeled([name], bodies, label, shape, placement)
        self._box(thing, role)
        return self.keep(thing)

    def note(self, words: str, **placement: Unpack[Placement]) -> Thing:
        """Write a text that stands by itself."""
        thing = self.settle(words, self.measure(words, NOTE), placement)
        self.write(words, thing.body.center, NOTE, home=thing.body)
        self.say(words)
        return self.keep(thing)

    def row(
        self,
        names: Sequence[str],
        role: str | Sequence[str] = "layer",
        size: Pair | None = None,
        between: Inches = 0.15,
        label: str = "",
        shape: str = "",
        **placement: Unpack[Placement],
    ) -> Thing:
        """Draw boxes side by side; the parts of what is returned are the boxes.

        Args:
            names: What is written on them.
            role: Of all, or one of each.
            size: Of each; by default what its name needs.
            between: The distance between two.
            label: What is written above the row.
            shape: What is written below it.
            **placement: Where the row goes.
        """
        bodies = side_by_side([size or self._size_for(name) for name in names], between)
        return self._boxes(
            names, role, bodies, self._labeled(names, bodies, label, shape, placement)
        )

    def column(
        self,
        names: Sequence[str],
        role: str | Sequence[str] = "layer",
        size: Pair | None = None,
        between: Inches = 0.15,
        label: str = "",
        shape: str = "",
        **placement: Unpack[Placement],
    ) -> Thing:
        """Draw boxes below each other, all of one width; as ``row`` otherwise."""
        sizes = [size or self._size_for(name) for name in names]
        widest = max((width for width, _ in sizes), default=0)
        bodies = stacked([(widest, height) for _, height in sizes], between)
        return self._boxes(
            names, role, bodies, self._labeled(names, bodies, label, shape, placement)
        )

    def tokens(
        self,
        words: Sequence[str],
        role: str | Sequence[str] = "plain",
        size: Pair | None = None,
        between: Inches = 0.1,
        label: str = "",
        **placement: Unpack[Placement],
    ) -> Thing:
        """Draw the tokens of a text in a row; [CLS], [SEP] and the like are gray.

        Args:
            words: The tokens, drawn as they are (a dollar sign begins no formula).
            role: Of those that are not special: ``"first"``, ``"second"`` ...
            size: Of each; by default what its word needs.
            between: The distance between two.
            label: What is written above the row.
            **placement: Where the row goes.
        """
        roles = [
            "special" if word.startswith("[") and word.endswith("]") else name
            for word, name in zip(words, roles_of(role, len(words)), strict=True)
        ]
        sizes = [size or self._size_for(word, formula=False) for word in words]
        bodies = side_by_side(sizes, between)
        row = self._labeled(words, bodies, label, "", placement)
        return self._boxes(words, roles, bodies, row, formula=False)

    # --- steps ---

    def _size_for(self, name: str, formula: bool = True) -> Pair:
        width, height = self.measure(name, NAME, formula=formula)
        return max(width + PADDING[0], SMALLEST[0]), max(height + PADDING[1], SMALLEST[1])

    def _labeled(
        self,
        names: Sequence[str],
        bodies: Sequence[Extent],
        label: str,
        shape: str,
        placement: Placement,
        left: Inches = 0.0,
        top: Inches = 0.0,
    ) -> Thing:
        """Return a placed thing with some bodies, its label above and its shape below.

        Args:
            names: What is written on the bodies.
            bodies: Where they are among each other.
            label: What is written above all.
            shape: What is written below.
            placement: Where all of it goes.
            left: Room at the left that names of rows need.
            top: Room above that names of columns need.
        """
        name, size = " ".join(names), union(bodies).size
        wide, high = self.measure(label, NOTE)
        code_wide, low = self.measure(shape, NOTE, "code")
        beyond = max(0.0, (max(wide, code_wide) - size[0]) / 2)
        up, down = (high + NEAR if label else 0.0), (low + NEAR if shape else 0.0)
        margins = Extent(max(left, beyond), down, beyond, top + up)
        thing = self.settle(name or label, size, placement, margins)
        reach = thing.body.grown(left, down, 0, top + up)
        x = thing.body.center[0]
        if label:
            self.write(label, (x, thing.body.top + top + NEAR + high / 2), NOTE)
        if shape:
            self.write(shape, (x, thing.body.bottom - NEAR - low / 2), NOTE, font="code")
        self.say(" ".join(filter(None, [name, label, shape])))
        return replace(thing, reach=reach)

    def _boxes(
        self,
        names: Sequence[str],
        role: str | Sequence[str],
        bodies: Sequence[Extent],
        whole: Thing,
        formula: bool = True,
    ) -> Thing:
        """Draw the boxes of a row or column that was placed, and return it with these as parts."""
        extents = inside(whole, bodies)
        parts = [Thing(name, body, body) for name, body in zip(names, extents, strict=True)]
        for part, kind in zip(parts, roles_of(role, len(parts)), strict=True):
            self._box(part, kind, formula)
        return self.keep(replace(whole, parts=tuple(parts)))

    def _box(self, thing: Thing, role: str, formula: bool = True) -> None:
        look = role_of(role)
        edge = {"edgecolor": look.edge, "linewidth": 1.2, "hatch": look.hatch}
        self.add(rounded(thing.body, facecolor=look.fill, zorder=3, **edge))
        center = thing.body.center
        self.write(thing.name, center, color=look.ink, formula=formula, home=thing.body)


def rounded(body: Extent, **look: Any) -> FancyBboxPatch:
    """Return a rectangle with rounded corners."""
    width, height = body.size
    style = f"round,pad=0,rounding_size={min(0.08, width / 4, height / 4)}"
    return FancyBboxPatch((body.left, body.bottom), width, height, boxstyle=style, **look)
