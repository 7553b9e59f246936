"""What a difference looks like: a sign, a shift, another order, or only some places.

A student whose mistake nobody foresaw gets more than two numbers: how all of the result differs
from the expected one, and where.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from workbook.exercises.guesses.places import Array, numbers, where

NEAR = 1e-6


class Pair(NamedTuple):
    """A student's result, the reference's, and what both were called with, by name."""

    mine: Any
    expected: Any
    arguments: Mapping[str, Any]


def pattern(failing: Sequence[Pair]) -> str:
    """Say what the wrong results have to do with the expected ones, or return ``""``.

    A relation such as *3 times the expected value* has to hold on every case that fails, and for
    more than one number. Where the wrong elements are is said of the first case alone.

    Args:
        failing: The cases that fail, at least one.
    """
    others = [{_withoutnumbers(text) for text in relations(*pair)} for pair in failing[1:]]
    enough = sum(_count(pair.expected) for pair in failing) > 1
    for text in relations(*failing[0]):
        if enough and all(_withoutnumbers(text) in found for found in others):
            return text
    return places(*failing[0])


def _withoutnumbers(text: str) -> str:
    """Leave out the numbers of a factor that is explained by a size: it goes with the case."""
    return re.sub(r"-?\d[\d.e+-]*", "", text) if text.endswith("?") else text


def _count(value: Any) -> int:
    if isinstance(value, dict):
        return _count(list(value.values()))
    table = numbers(value)
    if table is not None:
        return int(table.size)
    return sum(map(_count, value)) if isinstance(value, list | tuple) else 0


def relations(mine: Any, expected: Any, arguments: Mapping[str, Any]) -> Iterator[str]:
    """Say in sentences what all of a wrong result has to do with the expected one.

    Args:
        mine: The student's result.
        expected: The reference's, of the same shape.
        arguments: What both were called with, by name: a size among them may explain a factor.
    """
    for part in _parts(mine, expected):
        yield from relations(*part, arguments)
    tables = _tables(mine, expected)
    if tables and np.isfinite(tables).all():
        yield from filter(None, _related(*tables, arguments))
        yield from _moved(*tables)


def places(mine: Any, expected: Any, arguments: Mapping[str, Any]) -> str:
    """Say in a sentence where a wrong result differs, or return ``""``; a mask may say it."""
    parts = _parts(mine, expected)
    if parts:
        return next(filter(None, (places(*part, arguments) for part in parts)), "")
    tables = _tables(mine, expected)
    if not tables:
        return ""
    wrong = np.asarray(~np.isclose(*tables, equal_nan=True))  # of two numbers no array comes
    return where(wrong, arguments)


def _tables(mine: Any, expected: Any) -> tuple[Array, Array] | None:
    """Return two results as tables of numbers, if they are such tables and differ."""
    a, b = numbers(mine), numbers(expected)
    if a is None or b is None or a.shape != b.shape or not a.size or _equal(a, b):
        return None
    return a, b


def _parts(mine: Any, expected: Any) -> list[tuple[Any, Any]]:
    """Return the parts of results that have several, such as a NamedTuple of tables."""
    if isinstance(mine, dict) and isinstance(expected, dict) and mine.keys() == expected.keys():
        return [(mine[key], expected[key]) for key in expected]
    both = isinstance(mine, list | tuple) and isinstance(expected, list | tuple)
    if both and len(mine) == len(expected) and numbers(expected) is None:
        return list(zip(mine, expected, strict=True))
    return []


def _equal(a: Any, b: Any) -> bool:
    return bool(np.allclose(a, b, rtol=NEAR, atol=NEAR))


_FUNCTIONS: tuple[tuple[str, Callable[[Any], Any]], ...] = (
    ("the negative of the expected value", np.negative),
    ("1 minus the expected value", lambda b: 1 - b),
    ("the logarithm of the expected value", np.log),
    ("e to the power of the expected value", np.exp),
    ("the square of the expected value", np.square),
    ("the square root of the expected value", np.sqrt),
    ("1 divided by the expected value", np.reciprocal),
    ("the expected value without its sign", np.abs),
    ("the expected value rounded down", np.floor),
    ("the expected value rounded up", np.ceil),
)


def _related(a: Array, b: Array, arguments: Mapping[str, Any]) -> Iterator[str]:
    """Recognize one simple function of the expected value, the same everywhere."""
    with np.errstate(all="ignore"):  # never left open while a caller runs
        made = [(words, function(b)) for words, function in _FUNCTIONS]
        gap, ratio = a - b, a / b
    for words, value in made:
        is_trivial = "rounded" in words and np.isin(value, (0, 1)).all()
        if _equal(a, value) and not _equal(b, np.zeros_like(b)) and not is_trivial:
            yield f"Yours is {words}."
    gap, ratio = np.asarray(gap), np.asarray(ratio)
    if a.size > 1 and np.ptp(gap) <= NEAR * max(1.0, np.abs(a).max()):
        yield f"Yours is the expected value plus {gap.flat[0]:.4g} everywhere."
    if np.isfinite(ratio).all() and np.ptp(ratio) <= NEAR * np.abs(ratio).max():
        yield _factor(float(ratio.flat[0]), arguments, " everywhere" if a.size > 1 else "")
    elif a.ndim >= 2 and np.isfinite(ratio).all() and not np.isclose(ratio, 1).any():
        for axis in range(a.ndim):
            if np.ptp(ratio, axis=axis).max() <= NEAR * np.abs(ratio).max():
                yield (
                    f"Along axis {axis} yours is the expected value times one factor, another for "
                    "each place of the other axes: look at what is summed or divided over which."
                )


def _factor(factor: float, arguments: Mapping[str, Any], where: str) -> str:
    """Name a factor, and what among the arguments has that size."""
    if factor == 0:
        return f"Yours is 0{where}."
    if abs(factor - 1) < 1e-3:
        return ""
    text = f"Yours is {factor:.4g} times the expected value{where}"
    inverse = 1 / factor if abs(factor) > NEAR else 0.0
    for value, words in ((factor, "times"), (inverse, "divided by")):
        if value > 1.5 and abs(value - round(value)) < NEAR * value:
            for name, argument in arguments.items():
                found = _axis_of(argument, round(value))
                if found:
                    return f"{text}: {words} {round(value)}, {found.format(name)}?"
    return f"{text}."


def _axis_of(argument: Any, size: int) -> str:
    """Say which part of an argument has a size, as a pattern for its name."""
    shape = tuple(getattr(argument, "shape", ()))
    if size in shape:
        return f"the size of axis {shape.index(size)} of `{{}}`"
    if isinstance(argument, list | tuple | str | dict) and len(argument) == size:
        return "the length of `{}`"
    return "the value of `{}`" if isinstance(argument, int) and argument == size else ""


def _moved(a: Array, b: Array) -> Iterator[str]:
    """Recognize the right numbers in other places."""
    for first, second in combinations(range(a.ndim), 2):
        if a.shape[first] == a.shape[second] and _equal(a, b.swapaxes(first, second)):
            yield f"Your values are right, with the axes {first} and {second} exchanged."
    for axis in range(a.ndim):
        if a.shape[axis] < 3:
            continue
        if _equal(a, np.flip(b, axis)):
            yield f"Your values are right, in reverse order along axis {axis}."
        for steps, words in ((1, "too late"), (-1, "too early")):
            kept = slice(1, None) if steps > 0 else slice(None, -1)
            shifted = np.roll(b, steps, axis)
            if _equal(np.moveaxis(a, axis, 0)[kept], np.moveaxis(shifted, axis, 0)[kept]):
                yield f"Your values come one place {words} along axis {axis}."
    if a.size > 2 and _equal(np.sort(a, axis=None), np.sort(b, axis=None)):
        yield "Your values are the right ones, in another order."
