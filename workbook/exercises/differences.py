"""The words for a difference between two results."""

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from torch import Tensor

from workbook.exercises.compare import Difference
from workbook.exercises.values import as_array, describe, dtype_name, shorten


def first(found: Difference) -> str:
    """Say where two results differ first: ``First difference at weights[3]: yours 1, ...``."""
    mine, expected = found.actual, found.expected
    match found.kind:
        case "methods":
            kind = type(mine).__name__
            return f"Your result, a {kind}, cannot be compared: {type(expected).__name__}."
        case "value":
            both = ", expected ".join(_two_values(mine, expected))
            return f"First difference{_at(found)}: yours {both}."
        case "type":
            both = f"is {describe(mine)}, expected {describe(expected)}"
        case "shape":
            both = f"{tuple(mine.shape)}, expected {tuple(expected.shape)}"
        case "dtype":
            both = f"{dtype_name(mine)}, expected {dtype_name(expected)}"
        case "length":
            fields = ", ".join(getattr(expected, "_fields", ()))
            both = f"{len(mine)}, expected {len(expected)}" + f" ({fields})" * bool(fields)
        case "keys":
            missing = [key for key in expected if key not in mine]
            lists = _two_lists(missing, [key for key in mine if key not in expected])
            return f"Wrong keys{_at(found)}: {lists}."
        case "elements":
            lists = _two_lists(
                *(sorted(each, key=repr) for each in (expected - mine, mine - expected))
            )
            return f"Wrong elements{_at(found)}: {lists}."
    return f"Wrong {found.kind}{_at(found)}: yours {both}."


def detail(found: Difference) -> str:
    """Say what else helps to find the reason of a difference, or ``""``."""
    mine, expected = found.actual, found.expected
    counted = "{} of {} elements differ.".format(*found.counted) if found.counted else ""
    match found.kind:
        case "type":
            return _advice_on_kind(mine, expected) or counted
        case "shape":
            return _advice_on_shape(mine, expected) or counted
        case "dtype":
            pair = as_array(mine) + 0j, as_array(expected) + 0j
            near = np.allclose(*pair, rtol=1e-3, atol=1e-5, equal_nan=True)
            convert = f"Convert it: .{_conversion(expected)}, or dtype= where it is made."
            return convert + " The values differ as well." * (not near)
        case "length" if found.inner:
            return first(found.inner)
    return (_how_many(*found.tables) if found.tables else "") or counted


def _at(found: Difference) -> str:
    return f" at {found.path}" if found.path else ""


def _advice_on_shape(mine: Any, reference: Any) -> str:
    """Recognize sizes in another order, and axes of size 1 too many or too few."""
    if mine.ndim == reference.ndim and sorted(mine.shape) == sorted(reference.shape):
        return "The sizes are right, in another order: is there a transpose too many or too few?"
    if [n for n in mine.shape if n > 1] == [n for n in reference.shape if n > 1]:
        return "Only axes of size 1 differ: look for keepdim, squeeze, unsqueeze or a slice."
    return ""


def _how_many(mine: np.ndarray, reference: np.ndarray, wrong: np.ndarray) -> str:
    """Count the elements that differ and say how far."""
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
    return f"{wrong.sum()} of {wrong.size} elements differ, at most by {gap:.2g}."


def _conversion(expected: Tensor | np.ndarray) -> str:
    """Write the call that gives a tensor or array the expected dtype."""
    name = dtype_name(expected)
    return f"to(torch.{name})" if isinstance(expected, Tensor) else f"astype('{name}')"


def _advice_on_kind(actual: Any, expected: Any) -> str:
    """Say how to turn a result of the wrong kind into the right one, or ``""``."""
    if isinstance(actual, Iterator) and isinstance(expected, list | tuple):
        return f"A {type(actual).__name__} yields its elements one by one: use {_maker(expected)}."
    if isinstance(actual, list | tuple) and isinstance(expected, list | tuple):
        return f"Use {_maker(expected)}." if len(actual) == len(expected) else ""
    if isinstance(actual, Tensor | np.ndarray) and isinstance(expected, int | float):
        return "Take the number out with .item()." if np.prod(actual.shape) == 1 else ""
    if isinstance(actual, Tensor | np.ndarray) and isinstance(expected, list):
        return "Make a list of it with .tolist()."
    if isinstance(actual, np.ndarray) and isinstance(expected, Tensor):
        return "torch.from_numpy makes a tensor of an array."
    if isinstance(actual, Tensor) and isinstance(expected, np.ndarray):
        return ".numpy() makes an array of a tensor."
    return ""


def _maker(expected: Any) -> str:
    return "tuple(...)" if isinstance(expected, tuple) else "list(...)"


def _two_values(actual: Any, expected: Any) -> tuple[str, str]:
    """Write two values; numbers with as few digits as show that they differ: 0.2612, 0.2911."""
    if not isinstance(expected, int | float | complex):
        return shorten(repr(actual)), shorten(repr(expected))
    for digits in (4, 7, 10, 17):
        pair = (_number(actual, digits), _number(expected, digits))
        if pair[0] != pair[1]:
            break
    return pair


def _number(value: Any, digits: int) -> str:
    return f"{value:.{digits}g}" if isinstance(value, float | complex) else repr(value)


def _two_lists(missing: Iterable[Any], extra: Iterable[Any]) -> str:
    """Say what is missing, and what is too much: ``missing are 'b'; too many are 'c'``."""
    lists = {"missing are": missing, "too many are": extra}
    texts = {words: shorten(", ".join(map(repr, items))) for words, items in lists.items()}
    return "; ".join(f"{words} {text}" for words, text in texts.items() if text)
