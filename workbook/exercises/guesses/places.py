"""Where a wrong result differs: the places that mistakes love, each with words for it."""

from collections.abc import Iterator, Mapping
from typing import Any

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


def where(wrong: Array, arguments: Mapping[str, Any]) -> str:
    """Say where the wrong elements are, if there is a rule to it."""
    if wrong.all() or not wrong.any() or wrong.size < 3:
        return ""
    rules = [
        (int(places.sum()), words)
        for words, places in _places(wrong.shape, arguments)
        if not places.all() and not (wrong & ~places).any() and _says_enough(words, wrong, places)
    ]
    if not rules:
        return ""
    number, words = min(rules, key=lambda rule: rule[0])  # the one that says most
    return f"Only {words} differ{'' if number == wrong.sum() else ', and not all'}."


def _says_enough(words: str, wrong: Array, places: Array) -> bool:
    """Tell whether a rule is more than an accident: a weak one has to hold for all its places."""
    return ("all but" not in words and "more than once" not in words) or bool(
        (wrong == places).all()
    )


def _places(shape: tuple[int, ...], arguments: Mapping[str, Any]) -> Iterator[tuple[str, Array]]:
    """Give the places that mistakes love, each with words for it."""
    for name, argument in arguments.items():
        mask = numbers(argument)
        if mask is None or mask.ndim == 0 or not np.isin(mask, (0, 1)).all():
            continue
        for spread in _spread(mask, shape):
            yield f"places where `{name}` is 0", spread == 0
            yield f"places where `{name}` is 1", spread == 1
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
            yield f"places where `{name}` has a value more than once", tied


def _spread(mask: Array, shape: tuple[int, ...]) -> Iterator[Array]:
    """Lay a mask over a result wherever its axes fit, one after the other."""
    for start in range(len(shape) - mask.ndim + 1):
        if shape[start : start + mask.ndim] == mask.shape:
            after = len(shape) - start - mask.ndim
            yield np.broadcast_to(mask.reshape(*mask.shape, *[1] * after), shape)
