"""Two slips at once: what a student's results look like if each of two is made."""

import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from typing import Any

from workbook.exercises.definition import Misconception

SECONDS = 1.0  # that trying pairs may take


def pairs(
    misconceptions: tuple[Misconception, ...],
) -> Iterator[tuple[Misconception, Misconception, Callable[..., Any]]]:
    """Make functions with two slips each, until time is over.

    Two slips can be put together where both are the same function with one step exchanged
    (``functools.partial``), each another step.

    Args:
        misconceptions: Those of one exercise.

    Yields:
        Both misconceptions, and a function that makes both mistakes.
    """
    end = time.monotonic() + SECONDS
    for first, second in combinations(misconceptions, 2):
        for one in (first.wrong, *first.variants):
            for other in (second.wrong, *second.variants):
                if time.monotonic() > end:
                    return
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
