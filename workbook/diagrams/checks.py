"""What overlaps in a drawing: a build refuses it."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from matplotlib.transforms import Bbox

from workbook.diagrams.extents import Extent, Thing
from workbook.diagrams.sheet import Sheet


def overlaps(drawing: Sheet) -> list[str]:
    """Return what a reader could not read: texts on others, on borders, under arrows.

    Things that cross each other are found as well; a thing within another is not.

    Args:
        drawing: A drawing, before or after ``figure()``.
    """
    texts = [
        (text.artist.get_text(), drawing.extent_of(text.artist), text.home)
        for text in drawing.texts
    ]
    found = [
        f"{one!r} overlaps {other!r}"
        for (one, first, _), (other, second, _) in combinations(texts, 2)
        if first.meets(second)
    ]
    bodies = [thing for thing in flat(drawing.things) if thing.name and not thing.parts]
    for words, extent, home in texts:
        if home and not home.holds(extent):
            found.append(f"{words!r} is larger than what it is written on")
        found += [
            f"{words!r} crosses the border of {thing.name!r}"
            for thing in bodies
            if thing.body != home and crosses(extent, thing.body)
        ]
        shrunk = Bbox.from_extents(*extent.grown(-0.02, -0.02, -0.02, -0.02))
        found += [
            f"an arrow or line ({line.words}) crosses {words!r}"
            for line in drawing.lines
            if line.path.intersects_bbox(shrunk, filled=False)
        ]
    found += [
        f"{one.name!r} and {other.name!r} cross each other"
        for one, other in combinations(bodies, 2)
        if crosses(one.body, other.body)
    ]
    return found


def crosses(one: Extent, other: Extent) -> bool:
    """Tell whether two rectangles have an area in common, and neither lies within the other."""
    return one.meets(other) and not one.holds(other) and not other.holds(one)


def flat(things: Sequence[Thing]) -> Iterator[Thing]:
    """Return things and all that they are made of."""
    for thing in things:
        yield thing
        yield from flat(thing.parts)
