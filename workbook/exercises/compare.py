"""The first difference between two results, in words a student can use."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from workbook.exercises.definition import Strict
from workbook.exercises.values import advice_on_kind, describe, dtype_name, shorten, two_numbers

SINGLE = 1e-5  # tolerance of what is computed in float32 where float64 is expected


class Difference(NamedTuple):
    """Where two results differ first, and what else helps to find the reason (or ``""``)."""

    first: str
    detail: str = ""


def difference(actual: Any, expected: Any, tolerance: float, path: str = "") -> Difference | None:
    """Find the first difference between a result and what is expected.

    Tensors, arrays, numbers, texts, lists, tuples, sets, dicts and objects with attributes are
    compared, as deep as they go. A plain tuple may stand for a NamedTuple, an int for a float of
    the same value, a number for a tensor or array without axes and the other way round, and a dtype
    for a wider or narrower one of its kind; otherwise types and shapes have to be the same. NaN
    equals NaN.

    Args:
        actual: The student's result.
        expected: The reference's result.
        tolerance: Largest difference between equal floats, times the larger of 1 and the expected.
            A ``Strict`` one lets neither a number stand for a tensor nor one dtype for another.
        path: Where both were found in a larger result, such as ``"weights"``.

    Returns:
        None if they are equal.

    Raises:
        ValueError: If the expected value is of a type that cannot be compared.
    """
    if actual is expected:
        return None
    if not isinstance(tolerance, Strict):
        actual, expected = _without_axes(actual, expected)
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


def _without_axes(actual: Any, expected: Any) -> tuple[Any, Any]:
    """Take numbers out of tensors without axes, where the other one is a number."""
    if _is_number(expected) and _is_scalar(actual):
        return as_array(actual).item(), expected
    if _is_number(actual) and _is_scalar(expected):
        return actual, as_array(expected).item()
    return actual, expected


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | complex | np.generic)


def _is_scalar(value: Any) -> bool:
    return isinstance(value, Tensor | np.ndarray) and value.shape == ()


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


def as_array(value: Tensor | np.ndarray) -> np.ndarray:
    """Make an array of a tensor, with float64 for every floating type (bfloat16 has no array)."""
    if isinstance(value, np.ndarray):
        return value
    value = value.detach().cpu()
    value = value.to_dense() if value.layout != torch.strided else value
    return (value.double() if value.is_floating_point() else value).resolve_conj().numpy()


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
    same_type = dtype_name(actual) == dtype_name(expected)
    if not same_type and (isinstance(tolerance, Strict) or not _alike(mine, reference)):
        names = dtype_name(actual), dtype_name(expected)
        first = f"Wrong dtype{_at(path)}: yours {names[0]}, expected {names[1]}."
        detail = f"Convert it: .{_conversion(expected)}, or dtype= where it is made."
        near = np.allclose(mine + 0j, reference + 0j, rtol=1e-3, atol=1e-5, equal_nan=True)
        return Difference(first, detail + " The values differ as well." * (not near))
    if dtype_name(actual) == "float32" != dtype_name(expected):
        tolerance = max(tolerance, SINGLE)
    wrong = np.asarray(~_close(mine, reference, tolerance))
    if not wrong.any():
        return None
    index = tuple(int(i) for i in np.argwhere(wrong)[0])
    pair = two_numbers(mine[index].item(), reference[index].item())
    place = _inside(path, ", ".join(map(str, index))) if index else path
    return Difference(_first_difference(place, *pair), _how_many(mine, reference, wrong))


def _alike(mine: np.ndarray, reference: np.ndarray) -> bool:
    """Tell whether two dtypes differ in their width alone."""
    kinds = [array.dtype.kind.replace("u", "i") for array in (mine, reference)]
    return kinds[0] == kinds[1] and kinds[0] in "bifc"


def _conversion(expected: Tensor | np.ndarray) -> str:
    """Write the call that gives a tensor or array the expected dtype."""
    name = dtype_name(expected)
    return f"to(torch.{name})" if isinstance(expected, Tensor) else f"astype('{name}')"


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
        return Difference(f"Wrong keys{_at(path)}: {_two_lists(missing, extra)}.")
    pairs = ((key, actual[key], expected[key]) for key in expected)
    found = (difference(a, e, tolerance, _inside(path, repr(key))) for key, a, e in pairs)
    return next(filter(None, found), None)


def _sets(actual: Any, expected: Any, path: str) -> Difference | None:
    if not isinstance(actual, set | frozenset):
        return _wrong_type(actual, expected, path)
    if actual == expected:
        return None
    lists = sorted(expected - actual, key=repr), sorted(actual - expected, key=repr)
    return Difference(f"Wrong elements{_at(path)}: {_two_lists(*lists)}.")


def _two_lists(missing: Iterable[Any], extra: Iterable[Any]) -> str:
    lists = {"missing are": missing, "too many are": extra}
    texts = {words: shorten(", ".join(map(repr, items))) for words, items in lists.items()}
    return "; ".join(f"{words} {text}" for words, text in texts.items() if text)


def _objects(actual: Any, expected: Any, tolerance: float, path: str) -> Difference | None:
    """Compare objects that are equal only to themselves by their attributes."""
    if not hasattr(expected, "__dict__") or hasattr(expected, "__code__"):
        raise ValueError(f"a result of type {type(expected).__name__} cannot be compared")
    if type(actual) is not type(expected):
        return _wrong_type(actual, expected, path)
    return _mappings(vars(actual), vars(expected), tolerance, path)
