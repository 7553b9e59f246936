"""The first difference between two results, in words a student can use."""

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np
from torch import Tensor

from workbook.exercises.definition import Strict
from workbook.exercises.values import (
    advice_on_kind,
    as_array,
    conversion,
    describe,
    dtype_name,
    same_kind,
    shorten,
    two_lists,
    two_numbers,
    without_axes,
)

SINGLE = 1e-5  # tolerance of what is computed in float32 where float64 is expected


class Difference(NamedTuple):
    """Where two results differ first, and what else helps to find the reason (or ``""``)."""

    first: str
    detail: str = ""


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
        kind = type(actual).__name__
        return Difference(f"Your result, a {kind}, cannot be compared: {type(error).__name__}.")


def _at(path: str) -> str:
    return f" at {path}" if path else ""


def _inside(path: str, index: Any) -> str:
    """Extend a path by an index: ``"weights"``, 3 -> ``"weights[3]"``."""
    return f"{path or 'result'}[{index}]"


def _wrong_type(actual: Any, expected: Any, path: str) -> Difference:
    first = f"Wrong type{_at(path)}: yours is {describe(actual)}, expected {describe(expected)}."
    return Difference(first, advice_on_kind(actual, expected))


def _first_difference(path: str, actual: str, expected: str) -> str:
    return f"First difference{_at(path)}: yours {actual}, expected {expected}."


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
        return _wrong_type(actual, expected, path)
    shapes = tuple(actual.shape), tuple(expected.shape)
    mine, reference = as_array(actual), as_array(expected)
    if shapes[0] != shapes[1]:
        first = f"Wrong shape{_at(path)}: yours {shapes[0]}, expected {shapes[1]}."
        return Difference(first, _advice_on_shape(mine, reference, tolerance))
    names = dtype_name(actual), dtype_name(expected)
    strict = isinstance(tolerance, Strict) or not same_kind(mine, reference)
    if strict and names[0] != names[1]:
        first = f"Wrong dtype{_at(path)}: yours {names[0]}, expected {names[1]}."
        detail = f"Convert it: .{conversion(expected)}, or dtype= where it is made."
        near = np.allclose(mine + 0j, reference + 0j, rtol=1e-3, atol=1e-5, equal_nan=True)
        return Difference(first, detail + " The values differ as well." * (not near))
    if names[0] == "float32" != names[1]:
        tolerance = max(tolerance, SINGLE)
    wrong = np.asarray(~_close(mine, reference, tolerance))
    if not wrong.any():
        return None
    index = tuple(int(i) for i in np.argwhere(wrong)[0])
    pair = two_numbers(mine[index].item(), reference[index].item())
    place = _inside(path, ", ".join(map(str, index))) if index else path
    return Difference(_first_difference(place, *pair), _how_many(mine, reference, wrong))


def _advice_on_shape(mine: np.ndarray, reference: np.ndarray, tolerance: float) -> str:
    """Recognize axes in another order, and axes of size 1 too many or too few."""
    orders = permutations(range(mine.ndim)) if 2 <= mine.ndim == reference.ndim <= 5 else ()
    fitting = [order for order in orders if mine.transpose(order).shape == reference.shape]
    for order in fitting:
        if _close(mine.transpose(order), reference, tolerance).all():
            return f"Your values are right, in another order of the axes: try permute{order}."
    if fitting:
        return "The sizes are right, in another order: is there a transpose too many or too few?"
    if mine.squeeze().shape == reference.squeeze().shape:
        return "Only axes of size 1 differ: look for keepdim, squeeze, unsqueeze or a slice."
    return ""


def _how_many(mine: np.ndarray, reference: np.ndarray, wrong: np.ndarray) -> str:
    """Count the elements that differ and say how far, and whether by one factor throughout."""
    if mine.ndim == 0 or mine.dtype.kind not in "iufc":
        return f"{wrong.sum()} of {wrong.size} elements differ." if mine.ndim else ""
    broken = wrong & ~np.isfinite(mine) & np.isfinite(reference)
    if broken.any():
        return (
            f"{broken.sum()} of {wrong.size} elements are NaN or infinite and should not be: look "
            "for 0 / 0, the log of 0, or the softmax of a row that is -inf throughout."
        )
    if mine.dtype.kind != "c":  # unsigned differences would wrap around
        mine, reference = mine.astype(float, copy=False), reference.astype(float, copy=False)
    with np.errstate(invalid="ignore", over="ignore"):
        gap = np.abs(mine - reference)[wrong].max()
        largest = np.abs(reference).argmax()
        factor = mine.flat[largest] / (reference.flat[largest] or 1)
        left = np.abs(mine - factor * reference).max()  # NaN if anything is infinite
    text = f"{wrong.sum()} of {wrong.size} elements differ, at most by {gap:.2g}."
    if mine.size > 2 and abs(factor - 1) > 0.01 and left <= 1e-4 * np.abs(mine).max():
        text += f" Yours is {factor:.4g} times the expected value everywhere."
    return text


def _numbers(actual: Any, expected: Any, tolerance: float, path: str) -> Difference | None:
    mine = actual.item() if isinstance(actual, np.generic) else actual
    reference = expected.item() if isinstance(expected, np.generic) else expected
    allowed = {bool: (bool,), int: (int,), float: (float, int)}.get(type(reference), (complex,))
    if not isinstance(mine, allowed) or (isinstance(mine, bool) != isinstance(reference, bool)):
        return _wrong_type(actual, expected, path)
    exact = isinstance(reference, int)
    if mine == reference if exact else _close(np.array(mine), np.array(reference), tolerance):
        return None
    return Difference(_first_difference(path, *two_numbers(mine, reference)))


def _plain(actual: Any, expected: Any, path: str) -> Difference | None:
    """Compare texts, and whatever knows by itself what it equals."""
    if not isinstance(actual, type(expected)):
        return _wrong_type(actual, expected, path)
    if actual == expected:
        return None
    return Difference(_first_difference(path, shorten(repr(actual)), shorten(repr(expected))))


def _sequences(actual: Any, expected: Any, tolerance: float, path: str) -> Difference | None:
    if not isinstance(actual, tuple if isinstance(expected, tuple) else list):
        return _wrong_type(actual, expected, path)
    fields: Sequence[str] = getattr(expected, "_fields", ())
    paths = [f"{path}.{field}" if path else field for field in fields]
    paths = paths or [_inside(path, i) for i in range(max(len(actual), len(expected)))]
    found = [
        difference(mine, reference, tolerance, place)
        for mine, reference, place in zip(actual, expected, paths, strict=False)
    ]
    differing = [item for item in found if item]
    if len(actual) != len(expected):
        first = f"Wrong length{_at(path)}: yours {len(actual)}, expected {len(expected)}"
        first += f" ({', '.join(fields)})." if fields else "."
        return Difference(first, differing[0].first if differing and not fields else "")
    if not differing:
        return None
    count = f"{len(differing)} of {len(expected)} elements differ." if len(expected) > 2 else ""
    return Difference(differing[0].first, differing[0].detail or count)


def _mappings(actual: Any, expected: Any, tolerance: float, path: str) -> Difference | None:
    if not isinstance(actual, Mapping):
        return _wrong_type(actual, expected, path)
    if actual.keys() != expected.keys():
        missing = [key for key in expected if key not in actual]
        extra = [key for key in actual if key not in expected]
        return Difference(f"Wrong keys{_at(path)}: {two_lists(missing, extra)}.")
    pairs = ((key, actual[key], expected[key]) for key in expected)
    found = (difference(a, e, tolerance, _inside(path, repr(key))) for key, a, e in pairs)
    return next(filter(None, found), None)


def _sets(actual: Any, expected: Any, path: str) -> Difference | None:
    if not isinstance(actual, set | frozenset):
        return _wrong_type(actual, expected, path)
    if actual == expected:
        return None
    lists = sorted(expected - actual, key=repr), sorted(actual - expected, key=repr)
    return Difference(f"Wrong elements{_at(path)}: {two_lists(*lists)}.")


def _objects(actual: Any, expected: Any, tolerance: float, path: str) -> Difference | None:
    """Compare objects that are equal only to themselves by their attributes."""
    if not hasattr(expected, "__dict__") or hasattr(expected, "__code__"):
        raise ValueError(f"a result of type {type(expected).__name__} cannot be compared")
    if type(actual) is not type(expected):
        return _wrong_type(actual, expected, path)
    return _mappings(vars(actual), vars(expected), tolerance, path)
