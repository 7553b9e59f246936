"""Where a wrong result differs: the usual positions of mistakes, in words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import numpy as np
from torch import Tensor

from workbook.exercises.values import as_array

Array = np.ndarray


def numbers(value: Any) -> Array | None:
    """Return a result as float64, or None if it is no table of numbers."""
    if isinstance(value, bool | str | bytes | dict | set) or value is None:
        return None
    if isinstance(value, list | tuple) and any(isinstance(item, Tensor) for item in value):
        return None
    try:
        array = np.asarray(as_array(value) if isinstance(value, Tensor) else value)
        return array.astype(np.float64) if array.size and array.dtype.kind in "iufb" else None
    except (ValueError, TypeError):  # rows of different lengths, or no numbers
        return None


class Region(NamedTuple):
    """Where the wrong elements of a result are, and whether no other element is there."""

    words: str
    is_whole: bool


def parts(values: Sequence[tuple[Any, Any]]) -> Iterator[list[tuple[Any, Any]]]:
    """Yield each part of all cases, where results have several parts, such as a NamedTuple."""
    mine, right = values[0]
    keys: Iterable[Any] = ()
    if all(isinstance(a, dict) and isinstance(b, dict) for a, b in values):
        keys = right.keys()
    elif isinstance(mine, list | tuple) and isinstance(right, list | tuple):
        keys = () if numbers(right) is not None else range(len(right))
    for key in keys:
        with suppress(LookupError, TypeError):
            yield [(mine[key], right[key]) for mine, right in values]


def wrong_region(mine: Any, expected: Any, arguments: Mapping[str, Any]) -> Region | None:
    """Return where a wrong result differs, if a rule such as a mask says where; else None."""
    found = (wrong_region(*part, arguments) for (part,) in parts([(mine, expected)]))
    a, b = numbers(mine), numbers(expected)
    if a is None or b is None or a.shape != b.shape:
        return next(filter(None, found), None)
    wrong = np.asarray(~np.isclose(a, b, equal_nan=True))  # of two numbers no array comes
    if wrong.all() or not wrong.any() or wrong.size < 3:
        return None
    rules = [
        (int(positions.sum()), words)
        for words, positions in _usual_positions(wrong.shape, arguments)
        if not positions.all()
        and not (wrong & ~positions).any()
        and _says_enough(words, wrong, positions)
    ]
    if not rules:
        return None
    number, words = min(rules, key=lambda rule: rule[0])  # the one that says most
    return Region(words, bool(number == wrong.sum()))


def _says_enough(words: str, wrong: Array, positions: Array) -> bool:
    """Tell whether a rule is more than an accident: a weak one must hold at all its positions."""
    return ("all but" not in words and "more than once" not in words) or bool(
        (wrong == positions).all()
    )


def _usual_positions(
    shape: tuple[int, ...], arguments: Mapping[str, Any]
) -> Iterator[tuple[str, Array]]:
    """Yield the usual positions of mistakes, each with words for it."""
    for name, argument in arguments.items():
        mask = numbers(argument)
        if mask is None or mask.ndim == 0 or not np.isin(mask, (0, 1)).all():
            continue
        for spread in _spread(mask, shape):
            yield f"positions where `{name}` is 0", spread == 0
            yield f"positions where `{name}` is 1", spread == 1
    for axis, size in enumerate(shape):
        if size < 2:
            continue
        index = np.arange(size).reshape([-1 if k == axis else 1 for k in range(len(shape))])
        index = np.broadcast_to(index, shape)
        along = f" along axis {axis}" if len(shape) > 1 else ""
        yield f"the last elements{along}" if along else "the last element", index == size - 1
        yield f"the first elements{along}" if along else "the first element", index == 0
        if size > 2:
            yield f"all but the first{along}", index > 0
            yield f"all but the last{along}", index < size - 1
    yield from _ties(shape, arguments)


def _ties(shape: tuple[int, ...], arguments: Mapping[str, Any]) -> Iterator[tuple[str, Array]]:
    for name, argument in arguments.items():
        values = numbers(argument)
        if values is not None and values.shape == shape and values.size:
            counts = dict(zip(*np.unique(values, return_counts=True), strict=True))
            tied = np.vectorize(lambda v, c=counts: c.get(v, 1) > 1, otypes=[bool])(values)
            yield f"positions where `{name}` has a value more than once", tied


def _spread(mask: Array, shape: tuple[int, ...]) -> Iterator[Array]:
    """Yield a mask broadcast to a result, for each position at which its axes fit."""
    for start in range(len(shape) - mask.ndim + 1):
        if shape[start : start + mask.ndim] == mask.shape:
            after = len(shape) - start - mask.ndim
            yield np.broadcast_to(mask.reshape(*mask.shape, *[1] * after), shape)
