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
    return [_plain(outcome.value, digits), outcome.changed]


def _plain(value: Any, digits: int) -> Any:
    """Return a value as JSON has it, as deep as it goes."""
    if isinstance(value, Tensor | np.ndarray):
        array = np.asarray(as_array(value))
        if array.ndim == 0:
            return _plain(array.item(), digits)
        kind = "tensor" if isinstance(value, Tensor) else "array"
        return [kind, list(array.shape), [_plain(item, digits) for item in array.flat]]
    if isinstance(value, np.generic):
        return _plain(value.item(), digits)
    if isinstance(value, float):
        return _rounded(value, digits)
    if isinstance(value, complex):
        return ["complex", _rounded(value.real, digits), _rounded(value.imag, digits)]
    if isinstance(value, str):
        return f"text {value}"
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return _rounded(value, digits) if abs(value) < 2**53 else str(value)
    if isinstance(value, Mapping):
        items = [[_plain(key, digits), _plain(value[key], digits)] for key in value]
        return ["dict", sorted(items, key=repr)]
    if isinstance(value, list | tuple):
        kind = "tuple" if isinstance(value, tuple) else "list"
        return [kind, [_plain(item, digits) for item in value]]
    if isinstance(value, set | frozenset):
        return ["set", sorted((_plain(item, digits) for item in value), key=repr)]
    parts = vars(value) if hasattr(value, "__dict__") and not callable(value) else {}
    return [type(value).__name__, _plain(parts, digits) if parts else None]


def _rounded(value: float, digits: int) -> str:
    """Round to so many digits after the point, and as many of a large number in all."""
    if not math.isfinite(value) or abs(value) >= 10:
        return f"{value:.{digits}e}"
    return f"{round(value, digits) + 0.0:.{digits}f}"  # + 0.0: there is no minus zero
