"""Where things are, in inches, and where a new one goes beside those that are there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypedDict

Inches = float | int
Pair = tuple[Inches, Inches]  # a point, or a width and a height
GAP = 0.4  # between things, unless a gap is given


class Extent(NamedTuple):
    """A rectangle, in inches."""

    left: Inches
    bottom: Inches
    right: Inches
    top: Inches

    @property
    def center(self) -> Pair:
        """The middle."""
        return (self.left + self.right) / 2, (self.bottom + self.top) / 2

    @property
    def size(self) -> Pair:
        """Width and height."""
        return self.right - self.left, self.top - self.bottom

    def grown(self, left: Inches, bottom: Inches, right: Inches, top: Inches) -> "Extent":
        """Return the rectangle with more on its four sides."""
        return Extent(self.left - left, self.bottom - bottom, self.right + right, self.top + top)

    def moved(self, x: Inches, y: Inches) -> "Extent":
        """Return the rectangle elsewhere."""
        return Extent(self.left + x, self.bottom + y, self.right + x, self.top + y)

    def meets(self, other: "Extent") -> bool:
        """Tell whether two rectangles have more than a border in common."""
        across = min(self.right, other.right) - max(self.left, other.left)
        upright = min(self.top, other.top) - max(self.bottom, other.bottom)
        return across > 0.01 and upright > 0.01

    def holds(self, other: "Extent") -> bool:
        """Tell whether another rectangle lies within this one."""
        wide = self.grown(0.01, 0.01, 0.01, 0.01)
        across = wide.left <= other.left and other.right <= wide.right
        return across and wide.bottom <= other.bottom and other.top <= wide.top


@dataclass(frozen=True)
class Thing:
    """What a drawing holds: a box, a matrix, a row of tokens ...

    ``thing[0]`` is its first part: a token of a row, a row of a matrix (and ``thing[0][1]`` a
    cell), the root of a tree.

    Attributes:
        name: What is written on it.
        body: Where it is.
        outer: The same with its labels; others keep clear of it.
        parts: What it is made of; the whole has no border of its own then.
        reach: Where arrows begin and end: its sides, or the labels there; the body by default.
    """

    name: str
    body: Extent
    outer: Extent
    parts: tuple["Thing", ...] = ()
    reach: Extent | None = None

    def __getitem__(self, index: int) -> "Thing":
        return self.parts[index]

    def __iter__(self) -> Iterator["Thing"]:
        return iter(self.parts)


Things = Thing | Sequence[Thing]


class Placement(TypedDict, total=False):
    """Where a new thing goes: beside another one, or beside several as if they were one.

    One of ``right_of``, ``left_of``, ``above``, ``below`` and ``at``; the first thing of a drawing
    needs none.

    Attributes:
        at: Its center (x, y).
        gap: The distance from what it is beside, labels included.
        align: What it is in line with, if not with the middle of what it is beside.
    """

    right_of: Things
    left_of: Things
    above: Things
    below: Things
    at: Pair
    gap: Inches
    align: Things


SIDES = "right_of", "left_of", "above", "below"


def around(things: Things) -> Thing:
    """Return several things as one, whose parts they are."""
    if isinstance(things, Thing):
        return things
    return Thing(
        " ".join(thing.name for thing in things),
        union([thing.body for thing in things]),
        union([thing.outer for thing in things]),
        tuple(things),
    )


def union(extents: Sequence[Extent]) -> Extent:
    """Return the smallest rectangle that holds some others.

    Raises:
        ValueError: If there are none.
    """
    if not extents:
        raise ValueError("expected at least one thing or name, got none")
    lefts, bottoms, rights, tops = zip(*extents, strict=True)
    return Extent(min(lefts), min(bottoms), max(rights), max(tops))


def side_by_side(sizes: Sequence[Pair], between: Inches) -> list[Extent]:
    """Return rectangles in a row that begins at (0, 0), their middles at height 0."""
    found: list[Extent] = []
    for width, height in sizes:
        left = found[-1].right + between if found else 0.0
        found.append(Extent(left, -height / 2, left + width, height / 2))
    return found


def stacked(sizes: Sequence[Pair], between: Inches) -> list[Extent]:
    """Return rectangles below each other, the first one on top."""
    turned = side_by_side([(height, width) for width, height in sizes], between)
    return [Extent(down.bottom, -down.right, down.top, -down.left) for down in turned]


def inside(whole: Thing, bodies: Sequence[Extent]) -> list[Extent]:
    """Return rectangles moved to where the thing is that they are parts of."""
    start = union(bodies)
    x, y = whole.body.left - start.left, whole.body.bottom - start.bottom
    return [body.moved(x, y) for body in bodies]


def displacement(body: Extent, outer: Extent, placement: Placement, name: str, first: bool) -> Pair:
    """Return the displacement that brings a thing to its place.

    Args:
        body: Where it is.
        outer: The same with its labels.
        placement: Where it goes.
        name: For the message.
        first: Whether it is the first thing of its drawing.

    Raises:
        ValueError: If the placement says nothing, or two different things.
    """
    sides = [side for side in (*SIDES, "at") if side in placement]
    unknown = sorted(set(placement) - set(Placement.__annotations__))
    if unknown:
        known = ", ".join(Placement.__annotations__)
        raise ValueError(f"where is {name!r}? expected {known}, got {', '.join(unknown)}")
    if len(sides) > 1 or not (sides or first):
        got = " and ".join(sides) or "nothing"
        raise ValueError(f"where is {name!r}? expected one of {', '.join(SIDES)} or at, got {got}")
    x, y = body.center
    if not sides:
        return -x, -y
    if "at" in placement:
        return placement["at"][0] - x, placement["at"][1] - y
    return _beside(body, outer, placement, sides[0])


def _beside(body: Extent, outer: Extent, placement: Placement, side: str) -> Pair:
    """Return the displacement that brings a thing to a side of another."""
    anchor = around(placement[side])  # type: ignore[literal-required]
    middle = around(placement.get("align", anchor)).body.center
    gap = placement.get("gap", GAP)
    x, y = body.center
    if side == "right_of":
        return anchor.outer.right + gap - outer.left, middle[1] - y
    if side == "left_of":
        return anchor.outer.left - gap - outer.right, middle[1] - y
    if side == "above":
        return middle[0] - x, anchor.outer.top + gap - outer.bottom
    return middle[0] - x, anchor.outer.bottom - gap - outer.top
