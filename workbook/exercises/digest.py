"""A short name for what a function did: equal for equal answers, on every machine."""

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from torch import Tensor

from workbook.exercises.calls.sandbox import Outcome
from workbook.exercises.values import as_array

MOST = 100_000  # numbers, texts and lists in one result; of a larger one the type alone counts
COARSE = 100  # tolerances that numbers are rounded to: noise hardly ever crosses such a border


def digest_of(outcomes: Sequence[Outcome], tolerance: float) -> str:
    """Return 16 hexadecimal digits for what a function did on the cases of an exercise.

    Numbers are rounded, and the width of their type plays no part.

    Args:
        outcomes: One for each case.
        tolerance: Of the exercise.
    """
    digits = min(max(0, round(-math.log10(max(tolerance, 1e-300) * COARSE))), 10)
    return digest([_outcome(outcome, digits) for outcome in outcomes])


def digest(value: Any) -> str:
    """Return 16 hexadecimal digits for a value that JSON can hold."""
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _outcome(outcome: Outcome, digits: int) -> list[Any]:
    if outcome.failure:
        return ["raises", outcome.failure.kind.__name__]
    try:
        return [_Writer(digits).plain(outcome.value), outcome.changed]
    except Exception:  # it holds itself, it is too large, or its own methods raise
        return [type(outcome.value).__name__, outcome.changed]


class _Writer:
    """Writes a result as JSON has it."""

    def __init__(self, digits: int) -> None:
        self.digits = digits
        self.left = MOST

    def plain(self, value: Any) -> Any:
        """Write a value, as deep as its lists go; anything unknown by its type.

        Raises:
            ValueError: If there is more than ``MOST`` of it.
        """
        self.left -= math.prod(value.shape) if isinstance(value, Tensor | np.ndarray) else 1
        if self.left < 0:
            raise ValueError(f"expected at most {MOST} parts in a result")
        if isinstance(value, Tensor | np.ndarray):
            return self._table(value)
        if isinstance(value, Mapping):
            items = ([self.plain(key), self.plain(value[key])] for key in value)
            return ["dict", sorted(items, key=repr)]
        if isinstance(value, list | tuple):
            kind = "tuple" if isinstance(value, tuple) else "list"
            return [kind, [self.plain(item) for item in value]]
        if isinstance(value, set | frozenset):
            return ["set", sorted(map(self.plain, value), key=repr)]
        return self._single(value)

    def _table(self, value: Tensor | np.ndarray) -> Any:
        array = np.asarray(as_array(value))
        if array.ndim == 0:
            return self._single(array.item())
        kind = "tensor" if isinstance(value, Tensor) else "array"
        return [kind, list(array.shape), [self._single(item) for item in array.flat]]

    def _single(self, value: Any) -> Any:
        value = value.item() if isinstance(value, np.generic) else value
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, str):
            return f"text {value}"
        if isinstance(value, int):
            return _rounded(value, self.digits) if abs(value) < 2**53 else str(value)
        if isinstance(value, float):
            return _rounded(value, self.digits)
        if isinstance(value, complex):
            return [_rounded(part, self.digits) for part in (value.real, value.imag)]
        return type(value).__name__


def _rounded(value: float, digits: int) -> str:
    """Round to so many digits after the point, and as many of a large number in all."""
    if not math.isfinite(value) or abs(value) >= 10:
        return f"{value:.{digits}e}"
    return f"{round(value, digits) + 0.0:.{digits}f}"  # not compared; + 0.0: no minus zero
