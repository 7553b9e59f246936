"""Two slips at once: what a student's results look like if each of two is made."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, islice
from typing import Any

from workbook.exercises.definition import Misconception

MOST = 2000  # pairs that are tried: a second


Pair = tuple[Misconception, Misconception, Callable[..., Any]]


def pairs(misconceptions: tuple[Misconception, ...]) -> Iterator[Pair]:
    """Make functions with two slips each, ``MOST`` of them.

    Two slips can be put together where both are the same function with one step exchanged
    (``functools.partial``), each another step.

    Args:
        misconceptions: Those of one exercise.

    Yields:
        Both misconceptions, and a function that makes both mistakes.
    """
    return islice(_pairs(misconceptions), MOST)


def _pairs(misconceptions: tuple[Misconception, ...]) -> Iterator[Pair]:
    for first, second in combinations(misconceptions, 2):
        for one in (first.wrong, *first.variants):
            for other in (second.wrong, *second.variants):
                made = both(one, other)
                if made is not None:
                    yield first, second, made


def both(first: Callable[..., Any], second: Callable[..., Any]) -> Callable[..., Any] | None:
    """Return a function with the exchanged steps of two, or None if they cannot be put together."""
    if not (isinstance(first, partial) and isinstance(second, partial)):
        return None
    if first.func is not second.func or first.args != second.args:
        return None
    if first.keywords.keys() & second.keywords.keys():
        return None
    return partial(first.func, *first.args, **first.keywords, **second.keywords)
