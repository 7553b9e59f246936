"""The drawing that lessons use: all of the vocabulary, with frames, brackets and trees."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple, Unpack, cast

from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from workbook.diagrams.arrows import Arrows
from workbook.diagrams.boxes import NEAR, rounded
from workbook.diagrams.cells import Cells
from workbook.diagrams.checks import overlaps
from workbook.diagrams.extents import (
    SIDES,
    Extent,
    Inches,
    Pair,
    Placement,
    Thing,
    Things,
    around,
    displacement,
    inside,
    union,
)
from workbook.diagrams.roles import INK, role_of, tint
from workbook.diagrams.sheet import NOTE, Line
from workbook.legibility import refuse


class Node(NamedTuple):
    """A node of a tree.

    Attributes:
        name: What is written on it.
        children: From left to right; a leaf has none.
        edge: What is written beside the arrow from its parent: the 0 or 1 of a code.
        role: Gives the color.
    """

    name: str
    children: tuple["Node", ...] = ()
    edge: str = ""
    role: str = "plain"


class Drawing(Cells, Arrows):
    """A diagram, drawn step by step; see the room's docstring for an example.

    Args:
        width: Of the figure, in inches. Lessons' figures have 8.
        title: What the diagram shows, as a sentence; it stands above, at the left.
    """

    def figure(self) -> Figure:
        """Return the figure, as ``Sheet`` makes it.

        Raises:
            ValueError: If nothing was drawn, or too wide; in a build also if anything overlaps.
        """
        figure = super().figure()
        refuse(lambda: overlaps(self))
        return figure

    def group(
        self, things: Things, label: str = "", side: str = "above", role: str = "plain"
    ) -> Thing:
        """Draw a frame behind some things; the frame is returned, arrows can attach to it.

        Args:
            things: What is framed.
            label: What is written on a side of the frame: ``"× 12"``.
            side: ``"above"``, ``"below"``, ``"left_of"`` or ``"right_of"``.
            role: Gives the color, of which little is seen.
        """
        inner = around(things)
        _known(side)
        body = inner.outer.grown(0.15, 0.15, 0.15, 0.15)
        frame = Thing(label or inner.name, body, body)
        color = role_of(role)
        fill = "#F7F7F7" if role == "plain" else tint(color.color, 0.1)
        self.add(rounded(body, facecolor=fill, edgecolor=color.edge, linestyle="--", zorder=0))
        return self._with_label(frame, label, side)

    def bracket(self, things: Things, label: str = "", side: str = "below") -> Thing:
        """Draw a bracket along a side of some things, with a label beyond it.

        Args:
            things: What is held together.
            label: What they are.
            side: ``"above"``, ``"below"``, ``"left_of"`` or ``"right_of"``.
        """
        inner = around(things).outer
        (left, bottom, right, top), depth = inner, 0.1
        corners = {
            "below": [(left, 0), (left, -depth), (right, -depth), (right, 0)],
            "above": [(left, 0), (left, depth), (right, depth), (right, 0)],
            "left_of": [(0, bottom), (-depth, bottom), (-depth, top), (0, top)],
            "right_of": [(0, bottom), (depth, bottom), (depth, top), (0, top)],
        }
        origin = {
            "below": (0, bottom - NEAR),
            "above": (0, top + NEAR),
            "left_of": (left - NEAR, 0),
            "right_of": (right + NEAR, 0),
        }
        x, y = origin[_known(side)]
        path = Path([(x + across, y + up) for across, up in corners[side]])
        self.add(PathPatch(path, facecolor="none", edgecolor=INK, linewidth=1.2))
        self.lines.append(Line("", path))
        body = Extent(*map(float, path.get_extents().extents))
        return self._with_label(Thing(label, body, body), label, side)

    def tree(
        self, root: Node, between: Inches = 0.2, drop: Inches = 0.45, **placement: Unpack[Placement]
    ) -> Thing:
        """Draw a tree, its root on top; the parts of what is returned are its nodes, root first.

        Args:
            root: The tree.
            between: The distance between two leaves.
            drop: The distance between two levels.
            **placement: Where it goes.
        """
        tree = self._arrange(root, (0.0, 0.0), between, drop)
        branches = list(_walk(tree))
        bodies = [branch.body for branch in branches]
        name = "tree of " + ", ".join(branch.node.name for branch in branches)
        whole = self.settle(name, union(bodies).size, placement)
        drawn = {}
        for branch, body in zip(branches, inside(whole, bodies), strict=True):
            drawn[id(branch)] = Thing(branch.node.name, body, body)
            self._box(drawn[id(branch)], branch.node.role)
        for branch in branches:
            for child in branch.children:
                ends = drawn[id(branch)], drawn[id(child)]
                self.arrow(*ends, label=child.node.edge, sides=("bottom", "top"))
        return self.keep(replace(whole, parts=tuple(drawn.values())))

    def _with_label(self, thing: Thing, label: str, side: str) -> Thing:
        """Write a label on a side of a frame or bracket, and keep these with it."""
        if label:
            size = Extent(0.0, 0.0, *self.measure(label, NOTE))
            where = cast(Placement, {side: thing, "gap": NEAR})
            x, y = displacement(size, size, where, label, first=False)
            body = size.moved(x, y)
            self.write(label, body.center, NOTE)
            self.say(label)
            whole = union([thing.outer, body])
            thing = replace(thing, outer=whole, reach=whole)
        return self.keep(thing)

    def _arrange(self, node: Node, corner: Pair, between: Inches, drop: Inches) -> "_Branch":
        """Return a node and what is below it; the leftmost leaf begins at the corner's x."""
        (width, height), (left, top) = self._size_for(node.name), corner
        children: list[_Branch] = []
        for child in node.children:
            children.append(self._arrange(child, (left, top - height - drop), between, drop))
            left = children[-1].right + between
        if not children:
            return _Branch(node, Extent(left, top - height, left + width, top), left + width, ())
        middle = (children[0].body.center[0] + children[-1].body.center[0]) / 2
        body = Extent(middle - width / 2, top - height, middle + width / 2, top)
        return _Branch(node, body, max(body.right, left - between), tuple(children))


class _Branch(NamedTuple):
    """A node in its place, and what is below it."""

    node: Node
    body: Extent
    right: Inches  # where this branch of the tree ends
    children: tuple["_Branch", ...]


def _walk(branch: _Branch) -> Iterator[_Branch]:
    """Return a branch and all that is below it."""
    yield branch
    for child in branch.children:
        yield from _walk(child)


def _known(side: str) -> str:
    """Return a side as it is.

    Raises:
        ValueError: If there is no such side.
    """
    if side not in SIDES:
        raise ValueError(f"expected a side ({', '.join(SIDES)}), got {side!r}")
    return side
