"""Two slips at once: what a student's results look like if each of two is made."""

from collections.abc import Callable, Iterator
from itertools import combinations, islice
from typing import Any

from workbook.exercises.definition import Exercise, Misconception
from workbook.exercises.edits import build, source_of

MOST = 200  # pairs that are tried: a second

Pair = tuple[Misconception, Misconception, Callable[..., Any]]


def pairs(definition: Exercise) -> Iterator[Pair]:
    """Make functions with two slips each, ``MOST`` of them, those of first forms first.

    Args:
        definition: Whose misconceptions are edits of its reference; others are left out.

    Yields:
        Both misconceptions, and a function that makes both mistakes.
    """
    return islice(_pairs(definition), MOST)


def _pairs(definition: Exercise) -> Iterator[Pair]:
    forms = [
        (n, slip, edit) for slip in definition.misconceptions for n, edit in enumerate(slip.edits)
    ]
    for (_, first, one), (_, second, other) in sorted(
        combinations(forms, 2), key=lambda pair: pair[0][0] + pair[1][0]
    ):
        made = None if first is second else both(definition, one, other)
        if made is not None:
            yield first, second, made


def both(
    definition: Exercise, one: tuple[str, ...], other: tuple[str, ...]
) -> Callable[..., Any] | None:
    """Make two edits of a reference; return None if they overlap, so that their order counts."""
    source, name = source_of(definition.reference), definition.name
    try:
        build(source, name, (*other, *one))
        return build(source, name, (*one, *other))
    except ValueError:
        return None
