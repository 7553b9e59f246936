"""What the cases that went wrong have in common, and no other case has."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from torch import Tensor

from workbook.exercises.values import as_array, dtype_name

# What one case may have by accident.
_WEAK = ("is 1", "has one element", "has something twice", "has the dtype")


def in_common(calls: Sequence[Mapping[str, Any]], agreeing: Sequence[bool]) -> str:
    """Say what sets the wrong cases apart: ``` `mask` has a 0```; ``""`` if nothing simple does.

    Args:
        calls: The arguments of the cases, by name.
        agreeing: Which of them are right; two at least, or it may be an accident, and not all.
    """
    if all(agreeing) or sum(agreeing) < 2:
        return ""
    for name in calls[0]:
        values = [call.get(name) for call in calls]
        for words, has in _properties(values):
            wrong = [has(value) != right for value, right in zip(values, agreeing, strict=True)]
            if all(wrong) and (not words.startswith(_WEAK) or agreeing.count(False) > 1):
                return f"`{name}` {words}"
    return ""


def is_usual(calls: Sequence[Mapping[str, Any]], call: Mapping[str, Any]) -> bool:
    """Tell whether an input is empty, or masked throughout, only where an exercise's cases are.

    Args:
        calls: The arguments of the cases, by name.
        call: Those of the input.
    """
    return all(
        any(has(other.get(name)) for other in calls)
        for name, value in call.items()
        for has in (_is_empty, _has_empty, _has_no_one)
        if has(value)
    )


def _is_empty(value: Any) -> bool:
    return _length(value) == 0


def _has_empty(value: Any) -> bool:
    return any(_length(item) == 0 for item in _items(value))


def _has_no_one(value: Any) -> bool:
    """Tell whether a mask of whole numbers or truth values has a row without a 1."""
    array = _numbers(value) if isinstance(value, Tensor) else None
    if array is None or array.dtype.kind == "f" or array.ndim == 0 or not array.size:
        return False
    return bool(np.isin(array, (0, 1)).all() and (array == 0).all(axis=-1).any())


def _properties(values: Sequence[Any]) -> Iterator[tuple[str, Callable[[Any], bool]]]:
    yield "is None", lambda value: value is None
    for dtype in sorted({dtype_name(value) for value in values if isinstance(value, Tensor)}):
        yield f"has the dtype {dtype}", partial(_has_dtype, dtype)
    if all(isinstance(value, int | float) for value in values):
        yield "is 0", lambda value: value == 0
        yield "is 1", lambda value: value == 1
        yield "is negative", lambda value: value < 0
    yield "is empty", _is_empty
    yield "has one element", lambda value: _length(value) == 1
    yield "has an empty element", _has_empty
    yield "has something twice", _has_twice
    if all(_numbers(value) is not None for value in values):
        yield "has a 0", lambda value: bool((_numbers(value) == 0).any())
        yield "has a negative number", lambda value: bool((_numbers(value) < 0).any())
        yield "has no 0", lambda value: not (_numbers(value) == 0).any()


def _has_dtype(name: str, value: Any) -> bool:
    return isinstance(value, Tensor) and dtype_name(value) == name


def _items(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else []


def _length(value: Any) -> int:
    """Count the elements of a list or a text, and the rows of a tensor; -1 for anything else."""
    if isinstance(value, Tensor | np.ndarray):
        return value.shape[0] if value.ndim else -1
    return len(value) if isinstance(value, list | tuple | str | dict | set) else -1


def _has_twice(value: Any) -> bool:
    items = value.tolist() if isinstance(value, Tensor | np.ndarray) else _items(value)
    return isinstance(items, list) and len(set(map(repr, items))) < len(items)


def _numbers(value: Any) -> Any:
    if isinstance(value, Tensor | np.ndarray):
        array = np.asarray(as_array(value))
        return array if array.dtype.kind in "biuf" else None
    if isinstance(value, list | tuple) and value and all(type(x) in (int, float) for x in value):
        return np.asarray(value)
    return None
