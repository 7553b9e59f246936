"""Right numbers of a wrong type: a list for a tensor, float64 for float32, an axis too many."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from torch import Tensor

from workbook.exercises.compare import compared
from workbook.exercises.definition import Named
from workbook.exercises.differences import detail
from workbook.exercises.values import as_array, describe, dtype_name


def only_types_differ(values: Sequence[tuple[Any, Any]], tolerance: float) -> bool:
    """Tell whether all numbers are right, so that only types can be wrong."""
    return all(_same_numbers(_plain(a), _plain(b), tolerance) for a, b in values)


def wrong_type_of(values: Sequence[tuple[Any, Any]], tolerance: float) -> Named | None:
    """Name the first wrong type, for a student whose numbers are all right."""
    for mine, right in values:
        found = compared(mine, right, tolerance)
        if found and _by_name(mine) != _by_name(right):
            return Named(
                f"the values are right, but {_two_types(mine, right)}",
                detail(found) or "What follows relies on that type.",
            )
    return None


def _two_types(mine: Any, right: Any) -> str:
    """Say which of two types was returned, as deep as the first difference lies."""
    both = isinstance(mine, list | tuple) and isinstance(right, list | tuple)
    if both and isinstance(mine, tuple) == isinstance(right, tuple):
        for a, b in zip(mine, right, strict=False):
            if _by_name(a) != _by_name(b):
                return _two_types(a, b)
    if isinstance(mine, dict) and isinstance(right, dict):
        for key in right:
            if _by_name(mine[key]) != _by_name(right[key]):
                return _two_types(mine[key], right[key])
    if isinstance(mine, Tensor | np.ndarray) and type(mine) is type(right):
        if mine.shape != right.shape:
            return f"the shape is {tuple(mine.shape)}, not {tuple(right.shape)}"
        return f"their dtype is {dtype_name(mine)}, not {dtype_name(right)}"
    kinds = [describe(value).split(" ")[0] for value in (mine, right)]
    kinds = [describe(mine), describe(right)] if kinds[0] == kinds[1] else kinds
    articles = ["an" if kind[0] in "aeiou" else "a" for kind in kinds]
    return f"they come as {articles[0]} {kinds[0]}, not as {articles[1]} {kinds[1]}"


def _plain(value: Any) -> Any:
    """Turn tensors, arrays and tuples into lists, as deep as they go, without axes of size 1.

    A table of numbers becomes an array, so that two of the same numbers can be compared.
    """
    if isinstance(value, Tensor):
        value = as_array(value)
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, bool | int | float | np.generic | np.ndarray):
        array = np.asarray(value)
        return np.squeeze(array).astype(np.float64) if array.dtype.kind in "biuf" else array
    if isinstance(value, list | tuple):
        items = [_plain(item) for item in value]
        tables = [item for item in items if isinstance(item, np.ndarray)]
        if items and len(tables) == len(items) and len({item.shape for item in tables}) == 1:
            return np.squeeze(np.stack(tables))
        return items
    return value


def _same_numbers(mine: Any, right: Any, tolerance: float) -> bool:
    """Tell whether two values without types hold the same."""
    if isinstance(mine, np.ndarray) and isinstance(right, np.ndarray):
        if mine.shape != right.shape:
            return False
        if mine.dtype.kind != "f" or right.dtype.kind != "f":
            return bool((mine == right).all())
        return bool(np.allclose(mine, right, rtol=tolerance, atol=tolerance, equal_nan=True))
    if isinstance(mine, list) and isinstance(right, list):
        both = zip(mine, right, strict=False)
        return len(mine) == len(right) and all(_same_numbers(a, b, tolerance) for a, b in both)
    if isinstance(mine, dict) and isinstance(right, dict):
        return mine.keys() == right.keys() and all(
            _same_numbers(mine[key], right[key], tolerance) for key in right
        )
    return type(mine) is type(right) and bool(mine == right)


def _by_name(value: Any) -> str:
    """Name a value's type, with the shape and dtype of a tensor, as deep as lists go."""
    if isinstance(value, Tensor | np.ndarray):
        return f"{type(value).__name__}{tuple(value.shape)}{value.dtype}"
    if isinstance(value, list | tuple):
        return f"{type(value).__name__}({', '.join(map(_by_name, value))})"
    return type(value).__name__
