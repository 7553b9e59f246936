"""What a wrong table may have to do with the right one: along its axes, by a size, by a factor."""

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import permutations
from operator import itemgetter
from typing import Any

import numpy as np
from torch import Tensor

from workbook.exercises.heuristics.positions import numbers
from workbook.exercises.heuristics.relations import (
    OFF,
    ORDER,
    Arguments,
    Relation,
    each,
    from_mine,
    from_right,
    number,
)

MOST_AXES = 4  # of results whose axes are tried in every order


def of_tables(values: Sequence[tuple[Any, Any]], calls: Sequence[Arguments]) -> Iterator[Relation]:
    """Yield the relations that fit the tables of an exercise, the most specific first.

    Args:
        values: For each case, what the student returned and what is right; at least one.
        calls: The arguments of each case, by name: a size among them may explain a factor.
    """
    axes = max((b.ndim for _, b in values if isinstance(b, Tensor | np.ndarray)), default=0)
    for axis in range(axes):
        yield from _along(axis, axes)
    yield from _orders(axes)
    yield from _times_sizes(calls)
    yield from _fitted(*values[0])
    yield _REORDERED


def _along(axis: int, axes: int) -> Iterator[Relation]:
    """Yield the relations along one axis of a tensor."""
    where = f" along axis {axis}" if axes > 1 else ""
    over = f" over axis {axis}" if axes > 1 else ""
    stays = f"The result keeps {'this axis' if axes > 1 else 'one value for each'}."
    yield from_right(f"the mean{over} is taken of what is right", stays, lambda x: x.mean(axis))
    yield from_right(f"the sum{over} is taken of what is right", stays, lambda x: x.sum(axis))
    yield from_right(
        f"the values are made to sum to 1{where}", stays, lambda x: x / x.sum(axis, keepdim=True)
    )
    yield from_mine(
        f"the values are right up to a factor, they do not sum to 1{where}",
        "Divide by their own sum, last of all.",
        lambda x: x / x.sum(axis, keepdim=True),
    )
    yield from_right(f"a softmax is taken{where} at the end", stays, lambda x: x.softmax(axis))
    yield from_mine(
        f"the softmax{where} is missing",
        "Scores become shares last.",
        lambda x: x.softmax(axis),
    )
    yield from_right(f"the order is reversed{where}", ORDER, lambda x: x.flip(axis))
    for words, kept in (("last", slice(None, -1)), ("first", slice(1, None))):
        index = (*[slice(None)] * axis, kept)
        yield from_right(f"the {words} one{where} is missing", OFF, itemgetter(index))
        yield from_mine(
            f"one too many stands{where} {'at the end' if words == 'last' else 'in front'}",
            OFF,
            itemgetter(index),
        )
    for words, mine, right in (
        ("late", slice(1, None), slice(None, -1)),
        ("early", slice(None, -1), slice(1, None)),
    ):
        yield Relation(
            f"the values come one position too {words}{where}",
            OFF,
            partial(_piece, axis, right),
            partial(_piece, axis, mine),
        )


def _piece(axis: int, kept: slice, value: Any, arguments: Arguments) -> Any:
    if value.shape[axis] < 3:
        raise ValueError("too short to be shifted")
    return value[(*[slice(None)] * axis, kept)]


def _orders(axes: int) -> Iterator[Relation]:
    """Yield the other orders of the axes."""
    advice = "Which axis means what, before and after?"
    if not 2 <= axes <= MOST_AXES:
        return
    moved = {
        order: [k for k in range(axes) if order[k] != k] for order in permutations(range(axes))
    }
    for order in sorted(moved, key=lambda order: len(moved[order])):
        if len(moved[order]) == 2:
            first, second = moved[order]
            yield from_mine(
                f"the axes {first} and {second} are exchanged", advice, partial(_permuted, order)
            )
        elif moved[order]:
            name = f"the axes are in another order, which permute{order} puts right"
            yield from_mine(name, advice, partial(_permuted, order))


def _permuted(order: tuple[int, ...], value: Any) -> Any:
    return value.permute(order) if isinstance(value, Tensor) else value.transpose(order)


def _times_sizes(calls: Sequence[Arguments]) -> Iterator[Relation]:
    """Yield factors that are sizes of arguments; one that never varies is only a hint."""
    for name in calls[0] if calls else ():
        given = [call[name] for call in calls]
        for words, size in _size_of_each(given):
            what, is_common = (
                f"{words} of `{name}`, here {size(given[0])}",
                len({*map(size, given)}) > 1,
            )
            for sign, verb, advice in (
                (1, "times", "Is it a sum where a mean is asked for?"),
                (-1, "divided by", "Is it a mean where a sum is asked for?"),
            ):
                change = partial(_times, name, size, sign)
                yield Relation(
                    f"it is the right value {verb} {what}", advice, change, is_common=is_common
                )


def _times(
    name: str, size: Callable[[Any], int], sign: int, value: Any, arguments: Arguments
) -> Any:
    factor = size(arguments[name]) ** sign
    return each(lambda x: x * factor, whole=sign > 0)(value)


def _size_of_each(given: Sequence[Any]) -> Iterator[tuple[str, Callable[[Any], int]]]:
    """Yield the sizes that an argument has in every case."""
    if all(isinstance(value, Tensor | np.ndarray) for value in given):
        for axis in range(min(value.ndim for value in given)):
            yield f"the size of axis {axis}", partial(_size, axis)
    elif all(isinstance(value, list | tuple | str | dict) for value in given):
        yield "the length", len
    elif all(type(value) is int for value in given):
        yield "the value", int


def _size(axis: int, value: Any) -> int:
    return int(value.shape[axis])


def _fitted(mine: Any, right: Any) -> Iterator[Relation]:
    """Yield the factor and the constant that explain the largest number, then varying factors."""
    a, b = numbers(mine), numbers(right)
    if a is None or b is None or a.shape != b.shape:
        return
    largest = np.abs(b).argmax()
    ours, expected = float(a.flat[largest]), float(b.flat[largest])
    if not math.isfinite(ours) or not expected:
        return
    factor, step = ours / expected, ours - expected
    name = f"it is {factor:.4g} times the right value" if ours else "every value is 0"
    advice = _ONCE if ours else "Is it never filled in, or multiplied by 0?"
    yield _only_a_hint(number(name, advice, lambda x: factor * x, whole=True))
    name = f"it is the right value plus {step:.4g}"
    yield _only_a_hint(number(name, _ONCE, lambda x: x + step, whole=True))
    if np.isclose(a, b).any():
        return
    for axis in (None, *range(a.ndim)):
        change = partial(_to_one, axis)
        name = "all values are wrong by one factor, another in each case"
        if axis is not None:
            name = f"along axis {axis} all values are wrong by one factor, which differs elsewhere"
        advice = "Look at what is summed or divided, and over which axis."
        yield _only_a_hint(Relation(name, advice, change, change))


_ONCE = "What is done once too often, or not at all?"


def _only_a_hint(relation: Relation) -> Relation:
    return relation._replace(is_common=False)


def _to_one(axis: int | None, value: Any, arguments: Arguments) -> Any:
    if (value.numel() if axis is None else value.shape[axis]) < 2:
        raise ValueError("one number is always right by some factor")
    return value / value.abs().sum(axis, keepdim=True)


def _in_order(value: Any, arguments: Arguments) -> Any:
    return value.flatten().sort().values


_REORDERED = _only_a_hint(
    Relation("the values are the right ones, in another order", ORDER, _in_order, _in_order)
)
