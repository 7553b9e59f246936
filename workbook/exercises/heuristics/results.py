"""What a student did to the right result: turned its sign, sorted it, returned a list of it."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any

import numpy as np
import torch
from torch import Tensor

from workbook.exercises.calls.sandbox import Outcome
from workbook.exercises.compare import SINGLE, compared
from workbook.exercises.definition import Named
from workbook.exercises.heuristics.positions import numbers, parts
from workbook.exercises.heuristics.relations import LISTS, NUMBERS, Arguments, Relation
from workbook.exercises.heuristics.tables import of_tables
from workbook.exercises.heuristics.types import only_types_differ, wrong_type_of

Values = Sequence[tuple[Any, Any]]  # for each case, a student's result and the right one


def relation_to_results(
    mine: Sequence[Outcome],
    expected: Sequence[Outcome],
    tolerance: float,
    calls: Sequence[Arguments] = (),
) -> Named | None:
    """Return the relation of a student's results to the right ones on every case, or None.

    Args:
        mine: What the student's function did on the cases.
        expected: What the reference did.
        tolerance: Of the exercise.
        calls: The arguments of the cases, by name.
    """
    values = _values(mine, expected)
    if only_types_differ(values, tolerance):
        return wrong_type_of(values, tolerance)
    if len(values) < len(calls):
        calls = ()  # where both are errors there is nothing to see
    return _named(_fitting(values, calls, tolerance), is_common=True)


def hint(values: Values, calls: Sequence[Arguments], tolerance: float) -> Named | None:
    """Return the relation of the results that are wrong to the right ones, or None.

    It holds in every case that fails, for the numbers of the whole result or of one part of it.

    Args:
        values: For each case that fails, what the student returned and what is right.
        calls: The arguments of those cases, by name.
        tolerance: Of the exercise.
    """
    tables = [(_table(mine), _table(right)) for mine, right in values]
    found = _named(_fitting(tables, calls, max(float(tolerance), SINGLE)), is_common=False)
    of_parts = (hint(part, calls, tolerance) for part in parts(values))
    return found or next(filter(None, of_parts), None)


def _named(found: Iterator[Relation], is_common: bool) -> Named | None:
    each = (Named(it.name, it.advice) for it in found if it.is_common or not is_common)
    return next(each, None)


def _fitting(values: Values, calls: Sequence[Arguments], tolerance: float) -> Iterator[Relation]:
    for relation in chain(NUMBERS, LISTS, of_tables(values, calls)):
        if _fits(relation, values, calls, tolerance):
            yield relation


def _table(value: Any) -> Any:
    array = numbers(value)
    return value if array is None else torch.from_numpy(array)


def wrong_type(
    mine: Sequence[Outcome], others: Sequence[Outcome], tolerance: float
) -> Named | None:
    """Return the wrong type of results that are otherwise those of another function, or None."""
    values = _values(mine, others)
    return wrong_type_of(values, tolerance) if only_types_differ(values, tolerance) else None


def _values(mine: Sequence[Outcome], expected: Sequence[Outcome]) -> Values:
    """Return both results of each case; none at all if only one of them is an error somewhere."""
    pairs = list(zip(mine, expected, strict=True))
    if any((a.failure and a.failure.kind) != (b.failure and b.failure.kind) for a, b in pairs):
        return []
    return [(a.value, b.value) for a, b in pairs if not a.failure]


def _fits(relation: Relation, values: Values, calls: Sequence[Arguments], tolerance: float) -> bool:
    """Tell whether a relation holds on every case, and for enough numbers to be no accident."""
    evidence = 0
    for (mine, right), call in zip(values, calls or [{}] * len(values), strict=True):
        left = _changed(relation.of_mine, mine, call)
        ours = _changed(relation.of_right, right, call)
        if left is None or ours is None or compared(left, ours, tolerance):
            return False
        if compared(mine, right, tolerance):
            evidence += 1 + _size(right)
    return evidence > 3


def _changed(change: Callable[[Any, Arguments], Any], value: Any, call: Arguments) -> Any:
    try:
        with np.errstate(all="ignore"):
            return change(value, call)
    except (TypeError, ValueError, LookupError, RuntimeError, AttributeError, ArithmeticError):
        return None  # it is not made for such a value


def _size(value: Any) -> int:
    if isinstance(value, Tensor | np.ndarray):
        return int(np.prod(value.shape))
    return sum(map(_size, value)) if isinstance(value, list | tuple) else 1
