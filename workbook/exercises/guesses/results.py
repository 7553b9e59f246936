"""What a student did to the right result: turned its sign, sorted it, returned a list of it."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from torch import Tensor

from workbook.exercises.calls.sandbox import Outcome
from workbook.exercises.compare import compared
from workbook.exercises.definition import Named
from workbook.exercises.guesses.changes import Change, Guess, guesses
from workbook.exercises.guesses.types import only_types_differ, type_guess


def guess_of_results(
    mine: Sequence[Outcome], expected: Sequence[Outcome], tolerance: float
) -> Named | None:
    """Return what turns the right results into a student's on every case, or None.

    Args:
        mine: What the student's function did on the cases.
        expected: What the reference did.
        tolerance: Of the exercise.
    """
    values = _values(mine, expected)
    if only_types_differ(values, tolerance):
        return type_guess(values, tolerance)
    fitting = (guess for guess in guesses(values) if _fits(guess, values, tolerance))
    return next((Named(guess.name, guess.advice) for guess in fitting), None)


def wrong_type(
    mine: Sequence[Outcome], others: Sequence[Outcome], tolerance: float
) -> Named | None:
    """Return the wrong type of results that are otherwise those of another function, or None."""
    values = _values(mine, others)
    return type_guess(values, tolerance) if only_types_differ(values, tolerance) else None


def _values(mine: Sequence[Outcome], expected: Sequence[Outcome]) -> list[tuple[Any, Any]]:
    """Return both results of each case; none at all if only one of them is an error somewhere."""
    pairs = list(zip(mine, expected, strict=True))
    if any((a.failure and a.failure.kind) != (b.failure and b.failure.kind) for a, b in pairs):
        return []
    return [(a.value, b.value) for a, b in pairs if not a.failure]


def _fits(guess: Guess, values: Sequence[tuple[Any, Any]], tolerance: float) -> bool:
    """Tell whether a guess explains every case, and enough numbers for it to be no accident."""
    evidence = 0
    for mine, right in values:
        made = _changed(guess.change, mine if guess.back else right)
        pair = (made, right) if guess.back else (mine, made)
        if made is None or compared(*pair, tolerance):
            return False
        if compared(mine, right, tolerance):
            evidence += 1 + _size(right)
    return evidence > 3


def _changed(change: Change, value: Any) -> Any:
    try:
        with np.errstate(all="ignore"):
            return change(value)
    except (TypeError, ValueError, LookupError, RuntimeError, AttributeError, ArithmeticError):
        return None  # this change is not one for such a value


def _size(value: Any) -> int:
    if isinstance(value, Tensor | np.ndarray):
        return int(np.prod(value.shape))
    return sum(map(_size, value)) if isinstance(value, list | tuple) else 1
