"""Arrows from side to side, round things and along arcs, and lines as thick as a weight."""

from math import hypot
from typing import Any

import torch
from matplotlib.patches import FancyArrowPatch, PathPatch
from matplotlib.path import Path

from workbook.diagrams.extents import Inches, Pair, Thing, Things, around
from workbook.diagrams.roles import INK, role_of
from workbook.diagrams.sheet import NOTE, Line, Sheet

CLEAR = 0.03  # from the side of a thing to the end of an arrow
BESIDE = 0.07  # from an arrow to its label
THICKEST = 9.0  # the line of weight 1, in points


class Arrows(Sheet):
    """Arrows and lines between things."""

    def arrow(
        self,
        start: Things,
        end: Things,
        label: str = "",
        sides: tuple[str, str] | None = None,
        bend: Inches = 0.0,
        role: str = "",
        label_on: str = "",
    ) -> None:
        """Draw an arrow between the sides of two things that face each other.

        Args:
            start: Where it begins.
            end: Where it ends.
            label: A shape, or a word, which is written beside the middle of the arrow.
            sides: Where it begins and ends, if not at the facing sides: ``("top", "top")``; each
                is ``"left"``, ``"right"``, ``"top"`` or ``"bottom"``.
            bend: How far it bows up (an upright one: to the right), in its length; below 0: down.
            role: Gives the color; by default it is dark.
            label_on: Where the label is: ``"left"``, ``"right"``, ``"above"`` or ``"below"``; by
                default above the arrow, or at the right of an upright one.

        Raises:
            ValueError: If there is no such side.
        """
        first, last = around(start), around(end)
        begin, stop = _ends(first, last, sides)
        along = stop[0] - begin[0], stop[1] - begin[1]
        across, up = _toward(along, "")
        far = bend * hypot(*along)
        middle = (begin[0] + stop[0]) / 2, (begin[1] + stop[1]) / 2
        control = middle[0] + far * across, middle[1] + far * up
        curve = Path([begin, control, stop], [Path.MOVETO, Path.CURVE3, Path.CURVE3])
        self._draw_arrow(first, last, curve if bend else Path([begin, stop]), label, role)
        if label:
            top = middle[0] + far * across / 2, middle[1] + far * up / 2
            self._write_beside(label, top, along, label_on)

    def arrows(self, starts: Things, ends: Things, label: str = "", role: str = "") -> None:
        """Draw an arrow from each part of some things to its counterpart, or to the only one.

        Args:
            starts: Things, or one with parts (a row); a thing without parts stands for itself.
            ends: The same.
            label: What the first arrow says.
            role: Gives the color.

        Raises:
            ValueError: If there are several on both sides, and not as many.
        """
        first, last = _each(starts), _each(ends)
        if 1 not in (len(first), len(last)) and len(first) != len(last):
            raise ValueError(f"expected as many ends as starts, got {len(last)} and {len(first)}")
        for index in range(max(len(first), len(last))):
            start, end = first[index % len(first)], last[index % len(last)]
            self.arrow(start, end, label="" if index else label, role=role)

    def skip(
        self, start: Thing, end: Thing, side: str = "right", gap: Inches = 0.35, label: str = ""
    ) -> None:
        """Draw an arrow round what is between two things: a residual connection.

        Args:
            start: Where it begins.
            end: Where it ends.
            side: The side of both at which it goes: ``"left"``, ``"right"``, ``"top"``,
                ``"bottom"``.
            gap: How far it keeps from the outer one.
            label: What is written beside it.
        """
        begin, stop = _at_side(start, side), _at_side(end, side)
        axis = 0 if side in ("left", "right") else 1
        sign = 1 if side in ("right", "top") else -1
        far = sign * (max(sign * begin[axis], sign * stop[axis]) + gap)
        corners = [_with(point, axis, far) for point in (begin, stop)]
        self._draw_arrow(start, end, Path([begin, *corners, stop]), label, "")
        if label:
            (x, y), (other_x, other_y) = corners
            middle, along = ((x + other_x) / 2, (y + other_y) / 2), (other_x - x, other_y - y)
            where = {"left": "left", "right": "right", "top": "above", "bottom": "below"}[side]
            self._write_beside(label, middle, along, where)

    def weights(self, values: Any, sources: Things, targets: Things, role: str = "weight") -> None:
        """Draw a line from each source to each target, as thick as a weight.

        Rows of tokens stand above each other, columns of them side by side.

        Args:
            values: A tensor (targets, sources): how much a target reads of each source; 0 to 1.
            sources: What is read, or a row of it.
            targets: What reads, or a row of it.
            role: Gives the color.

        Raises:
            ValueError: If the shape is another, or a weight is not between 0 and 1.
        """
        weights = torch.as_tensor(values).detach().cpu().double()
        read, readers = _each(sources), _each(targets)
        if weights.shape != (len(readers), len(read)):
            raise ValueError(
                f"expected weights (targets, sources) of shape ({len(readers)}, {len(read)}), got "
                f"{tuple(weights.shape)}"
            )
        if not bool(((weights >= 0) & (weights <= 1)).all()):
            raise ValueError(f"expected weights from 0 to 1, got {weights.tolist()}")
        look = role_of(role)
        left, right = sorted([around(sources).body, around(targets).body])
        beside = left.right < right.left
        for row, reader in zip(weights.tolist(), readers, strict=True):
            for weight, source in zip(row, read, strict=True):
                path = Path(_ends(source, reader, _facing(source, reader, beside)))
                line = PathPatch(path, edgecolor=look.color, facecolor="none", capstyle="butt")
                line.set(linewidth=max(THICKEST * weight, 0.3), alpha=0.8, zorder=1)
                self.add(line)
                self.lines.append(Line("", path))
        self.say(f"weights: {around(targets).name} reads {around(sources).name}")

    # --- steps ---

    def _draw_arrow(self, start: Thing, end: Thing, path: Path, label: str, role: str) -> None:
        """Draw an arrow along a path, and add it to the words."""
        color = role_of(role).edge if role else INK
        arrow = FancyArrowPatch(path=path, arrowstyle="-|>", edgecolor=color, mutation_scale=13)
        arrow.set(facecolor=color, fill=True, linewidth=1.4, zorder=2, joinstyle="miter")
        self.add(arrow)
        says = " ".join(filter(None, [f"{start.name} → {end.name}", label]))
        self.lines.append(Line(says, path))
        self.say(says)

    def _write_beside(self, label: str, at: Pair, along: Pair, where: str) -> None:
        """Write a label beside a point of an arrow; one in brackets is a shape, so code."""
        font = "code" if label.startswith("(") else "text"
        width, height = self.measure(label, NOTE, font)
        x, y = _toward(along, where)
        far = BESIDE + abs(x) * width / 2 + abs(y) * height / 2
        self.write(label, (at[0] + far * x, at[1] + far * y), NOTE, font=font)


def _facing(source: Thing, reader: Thing, beside: bool) -> tuple[str, str]:
    """Return the sides of two things that face each other."""
    axis, sides = (0, ("right", "left")) if beside else (1, ("top", "bottom"))
    first = source.body.center[axis] < reader.body.center[axis]
    return sides if first else (sides[1], sides[0])


def _toward(along: Pair, where: str) -> Pair:
    """Return the direction, of length 1, from an arrow to its label.

    Raises:
        ValueError: If there is no such direction.
    """
    known = {"left": (-1.0, 0.0), "right": (1.0, 0.0), "above": (0.0, 1.0), "below": (0.0, -1.0)}
    if where in known:
        return known[where]
    if where:
        raise ValueError(f"expected a place ({', '.join(known)}), got {where!r}")
    length = max(hypot(*along), 1e-9)
    x, y = -along[1] / length, along[0] / length
    upward = y > 0.01 or (abs(y) <= 0.01 and x > 0)
    return (x, y) if upward else (-x, -y)


def _ends(first: Thing, last: Thing, sides: tuple[str, str] | None) -> tuple[Pair, Pair]:
    """Return where an arrow begins and ends; level or upright where the things allow it."""
    if sides:
        return _at_side(first, sides[0]), _at_side(last, sides[1])
    start, end = first.body, last.body
    across = max(end.left - start.right, start.left - end.right)
    upright = max(end.bottom - start.top, start.bottom - end.top)
    if upright >= across:
        facing = ("top", "bottom") if start.center[1] < end.center[1] else ("bottom", "top")
        x = _shared((start.left, start.right), (end.left, end.right))
        return _at_side(first, facing[0], x), _at_side(last, facing[1], x)
    facing = ("right", "left") if start.center[0] < end.center[0] else ("left", "right")
    y = _shared((start.bottom, start.top), (end.bottom, end.top))
    return _at_side(first, facing[0], y), _at_side(last, facing[1], y)


def _shared(first: Pair, last: Pair) -> Inches | None:
    """Return the middle of the shorter of two stretches if the longer one holds it."""
    short, long = sorted((first, last), key=lambda ends: ends[1] - ends[0])
    middle = (short[0] + short[1]) / 2
    return middle if long[0] <= middle <= long[1] else None


def _at_side(thing: Thing, side: str, along: Inches | None = None) -> Pair:
    """Return a point of a side, a little outside of the thing and its labels.

    Args:
        thing: Whose side.
        side: Which one.
        along: Where on that side; by default in its middle.

    Raises:
        ValueError: If there is no such side.
    """
    reach = thing.reach or thing.body
    x, y = thing.body.center
    points = {
        "left": (reach.left - CLEAR, y if along is None else along),
        "right": (reach.right + CLEAR, y if along is None else along),
        "top": (x if along is None else along, reach.top + CLEAR),
        "bottom": (x if along is None else along, reach.bottom - CLEAR),
    }
    if side not in points:
        raise ValueError(f"expected a side ({', '.join(points)}), got {side!r}")
    return points[side]


def _with(point: Pair, axis: int, value: Inches) -> Pair:
    """Return a point with another x (axis 0) or y (axis 1)."""
    return (value, point[1]) if axis == 0 else (point[0], value)


def _each(things: Things) -> list[Thing]:
    """Return the parts of a thing; one without parts, or several, as they are."""
    if isinstance(things, Thing):
        return list(things.parts) or [things]
    return list(things)
