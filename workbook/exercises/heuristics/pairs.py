"""Two misconceptions at once: what a student's results look like if each of two is made."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, islice
from typing import Any

from workbook.exercises.definition import Exercise, Misconception
from workbook.exercises.edits import build, source_of

MOST = 200  # pairs that are tried: a second

Pair = tuple[Misconception, Misconception, Callable[..., Any]]
Form = tuple[str, ...] | Callable[..., Any]  # an edit of the reference, or a wrong function


def pairs(definition: Exercise) -> Iterator[Pair]:
    """Make functions with two misconceptions each, ``MOST`` of them, those of first forms first.

    Two can be put together where both are edits of the reference that do not overlap, or the same
    function with one step exchanged (``functools.partial``), each another step.

    Args:
        definition: Whose misconceptions they are.

    Yields:
        Both misconceptions, and a function that makes both mistakes.
    """
    return islice(_pairs(definition), MOST)


def _pairs(definition: Exercise) -> Iterator[Pair]:
    forms: list[tuple[int, Misconception, Form]] = []
    for misconception in definition.misconceptions:
        own: tuple[Form, ...] = misconception.edits or (
            misconception.wrong,
            *misconception.variants,
        )
        forms += [(n, misconception, form) for n, form in enumerate(own)]
    for (_, first, one), (_, second, other) in sorted(
        combinations(forms, 2), key=lambda pair: pair[0][0] + pair[1][0]
    ):
        made = None if first is second else both(definition, one, other)
        if made is not None:
            yield first, second, made


def both(definition: Exercise, one: Form, other: Form) -> Callable[..., Any] | None:
    """Return two edits as one; None if they overlap, so that their order counts."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        source, name = source_of(definition.reference), definition.name
        try:
            build(source, name, (*other, *one))
            return build(source, name, (*one, *other))
        except ValueError:
            return None
    if isinstance(one, partial) and isinstance(other, partial):
        same = one.func is other.func and one.args == other.args
        if same and not one.keywords.keys() & other.keywords.keys():
            return partial(one.func, *one.args, **one.keywords, **other.keywords)
    return None
