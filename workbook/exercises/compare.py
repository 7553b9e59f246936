"""The first difference between two results."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from torch import Tensor

from workbook.exercises.definition import Strict
from workbook.exercises.values import as_array, dtype_name, same_kind, without_axes

SINGLE = 1e-5  # tolerance of what is computed in float32 where float64 is expected


class Difference(NamedTuple):
    """The first difference between two results, as data; ``differences`` has the words.

    Attributes:
        kind: ``"value"``, ``"type"``, ``"dtype"``, ``"shape"``, ``"length"``, ``"keys"``,
            ``"elements"`` (of a set), or ``"methods"``, where a student's own break.
        path: Where both were found in a larger result, such as ``"weights[3]"``, or ``""``.
        actual: The student's, there.
        expected: What is expected there.
        tables: For a number of a table: both tables, and which numbers are wrong.
        counted: How many elements of a list differ, and of how many (of three or more).
        inner: The first difference of elements, where lengths differ.
    """

    kind: str
    path: str
    actual: Any
    expected: Any
    tables: tuple[np.ndarray, np.ndarray, np.ndarray] | None = None
    counted: tuple[int, int] | None = None
    inner: "Difference | None" = None


def difference(actual: Any, expected: Any, tolerance: float, path: str = "") -> Difference | None:
    """Find the first difference between a result and what is expected.

    Values are compared as deep as they go; types and shapes have to be the same. But a plain tuple
    may stand for a NamedTuple, an int for a float, a number for a tensor without axes, and a dtype
    for another of its kind; and NaN equals NaN.

    Args:
        actual: The student's result.
        expected: The reference's result.
        tolerance: Largest difference between equal floats, times the larger of 1 and the expected.
            A ``Strict`` one takes no number for a tensor, and no dtype for another.
        path: Where both were found in a larger result, such as ``"weights"``.

    Returns:
        None if they are equal.

    Raises:
        ValueError: If the expected value is of a type that cannot be compared.
    """
    if actual is expected:
        return None
    if not isinstance(tolerance, Strict):
        actual, expected = without_axes(actual, expected)
    if isinstance(expected, Tensor | np.ndarray):
        return _arrays(actual, expected, tolerance, path)
    if isinstance(expected, int | float | complex | np.generic):
        return _numbers(actual, expected, tolerance, path)
    if isinstance(expected, Mapping):
        return _mappings(actual, expected, tolerance, path)
    if isinstance(expected, list | tuple):
        return _sequences(actual, expected, tolerance, path)
    if isinstance(expected, set | frozenset):
        return _sets(actual, expected, path)
    if isinstance(expected, str | bytes) or type(expected).__eq__ is not object.__eq__:
        return _plain(actual, expected, path)
    return _objects(actual, expected, tolerance, path)


def compared(actual: Any, expected: Any, tolerance: float) -> Difference | None:
    """Find the first difference; a result whose own methods break is one that differs."""
    try:
        return difference(actual, expected, tolerance)
    except ValueError:
        raise  # the exercise's own fault: an expected value of a type that cannot be compared
    except Exception as error:  # a class of the student's, whose __eq__ or __len__ raises
        return Difference("methods", "", actual, error)


def _inside(path: str, index: Any) -> str:
    """Extend a path by an index: ``"weights"``, 3 -> ``"weights[3]"``."""
    return f"{path or 'result'}[{index}]"


def _close(actual: np.ndarray, expected: np.ndarray, tolerance: float) -> np.ndarray:
    """Compare elements; floats within the tolerance, everything else exactly."""
    if expected.dtype.kind not in "fc":
        return np.asarray(actual == expected)
    with np.errstate(invalid="ignore", over="ignore"):
        near = np.abs(actual - expected) <= tolerance * np.maximum(1, np.abs(expected))
    near &= np.isfinite(expected)
    same = near | (actual == expected) | (np.isnan(actual) & np.isnan(expected))
    return np.asarray(same)


def _arrays(
    actual: Any, expected: Tensor | np.ndarray, tolerance: float, path: str
) -> Difference | None:
    if not isinstance(actual, Tensor if isinstance(expected, Tensor) else np.ndarray):
        return Difference("type", path, actual, expected)
    if actual.shape != expected.shape:
        return Difference("shape", path, actual, expected)
    mine, reference = as_array(actual), as_array(expected)
    names = dtype_name(actual), dtype_name(expected)
    strict = isinstance(tolerance, Strict) or not same_kind(mine, reference)
    if strict and names[0] != names[1]:
        return Difference("dtype", path, actual, expected)
    if names[0] == "float32" != names[1]:
        tolerance = max(tolerance, SINGLE)
    wrong = np.asarray(~_close(mine, reference, tolerance))
    if not wrong.any():
        return None
    index = tuple(int(i) for i in np.argwhere(wrong)[0])
    inner = _inside(path, ", ".join(map(str, index))) if index else path
    pair = mine[index].item(), reference[index].item()
    return Difference("value", inner, *pair, tables=(mine, reference, wrong))


def _numbers(actual: Any, expected: Any, tolerance: float, path: str) -> Difference | None:
    mine = actual.item() if isinstance(actual, np.generic) else actual
    reference = expected.item() if isinstance(expected, np.generic) else expected
    allowed = {bool: (bool,), int: (int,), float: (float, int)}.get(type(reference), (complex,))
    if not isinstance(mine, allowed) or (isinstance(mine, bool) != isinstance(reference, bool)):
        return Difference("type", path, actual, expected)
    exact = isinstance(reference, int)
    if mine == reference if exact else _close(np.array(mine), np.array(reference), tolerance):
        return None
    return Difference("value", path, mine, reference)


def _plain(actual: Any, expected: Any, path: str) -> Difference | None:
    """Compare texts, and whatever knows by itself what it equals."""
    if not isinstance(actual, type(expected)):
        return Difference("type", path, actual, expected)
    return None if actual == expected else Difference("value", path, actual, expected)


def _sequences(actual: Any, expected: Any, tolerance: float, path: str) -> Difference | None:
    if not isinstance(actual, tuple if isinstance(expected, tuple) else list):
        return Difference("type", path, actual, expected)
    fields: Sequence[str] = getattr(expected, "_fields", ())
    paths = [f"{path}.{field}" if path else field for field in fields]
    paths = paths or [_inside(path, i) for i in range(max(len(actual), len(expected)))]
    found = [
        difference(mine, reference, tolerance, inner)
        for mine, reference, inner in zip(actual, expected, paths, strict=False)
    ]
    differing = [item for item in found if item]
    if len(actual) != len(expected):
        inner = differing[0] if differing and not fields else None
        return Difference("length", path, actual, expected, inner=inner)
    if not differing:
        return None
    counted = differing[0].counted
    if len(expected) > 2:
        counted = counted or (len(differing), len(expected))
    return differing[0]._replace(counted=counted)


def _mappings(actual: Any, expected: Any, tolerance: float, path: str) -> Difference | None:
    if not isinstance(actual, Mapping):
        return Difference("type", path, actual, expected)
    if actual.keys() != expected.keys():
        return Difference("keys", path, actual, expected)
    pairs = ((key, actual[key], expected[key]) for key in expected)
    found = (difference(a, e, tolerance, _inside(path, repr(key))) for key, a, e in pairs)
    return next(filter(None, found), None)


def _sets(actual: Any, expected: Any, path: str) -> Difference | None:
    if not isinstance(actual, set | frozenset):
        return Difference("type", path, actual, expected)
    return None if actual == expected else Difference("elements", path, actual, expected)


def _objects(actual: Any, expected: Any, tolerance: float, path: str) -> Difference | None:
    """Compare objects that are equal only to themselves by their attributes."""
    if not hasattr(expected, "__dict__") or hasattr(expected, "__code__"):
        raise ValueError(f"a result of type {type(expected).__name__} cannot be compared")
    if type(actual) is not type(expected):
        return Difference("type", path, actual, expected)
    return _mappings(vars(actual), vars(expected), tolerance, path)
