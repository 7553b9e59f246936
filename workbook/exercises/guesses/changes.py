"""What students do to a right result, each change with a name and advice."""

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from workbook.exercises.values import as_array

Change = Callable[[Any], Any]


class Guess(NamedTuple):
    """A slip that any exercise can meet.

    Attributes:
        name: A clause that finishes "your result matches a common slip:".
        advice: What to do instead.
        change: Makes a wrong result of a right one; it may break down where it does not apply.
        back: Whether it makes the right result of the wrong one instead.
    """

    name: str
    advice: str
    change: Change
    back: bool = False


def guesses(values: Sequence[tuple[Any, Any]]) -> Iterator[Guess]:
    """Give the changes that fit the results of an exercise.

    Args:
        values: For each case, what the student returned and what is right.
    """
    yield from _NUMBERS
    yield from _LISTS
    axes = max((b.ndim for _, b in values if isinstance(b, Tensor | np.ndarray)), default=0)
    for axis in range(axes):
        yield from _along(axis, axes)


def _each(function: Change, whole: bool) -> Change:
    """Apply a function to every number of a result, to whole ones only if that is said."""

    def change(value: Any) -> Any:
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            return type(value)(*map(change, value))
        if isinstance(value, list | tuple):
            return type(value)(map(change, value))
        if isinstance(value, dict):
            return {key: change(item) for key, item in value.items()}
        is_float = isinstance(value, float) or (
            isinstance(value, Tensor | np.ndarray) and as_array(value).dtype.kind == "f"
        )
        if isinstance(value, str | bool) or not (whole or is_float):
            raise TypeError("no such number")
        made = function(torch.as_tensor(value, dtype=torch.float64))
        if isinstance(value, Tensor):
            return made.to(value.dtype)
        return (
            made.numpy().astype(value.dtype) if isinstance(value, np.ndarray) else type(value)(made)
        )

    return change


def _number(name: str, advice: str, function: Change, whole: bool = False) -> Guess:
    return Guess(name, advice, _each(function, whole))


_OFF = "Where does your counting begin, and is the last one taken in?"
_NUMBERS = (
    _number("the sign is turned", "Where is a minus too many or too few?", torch.neg, whole=True),
    _number(
        "it is 1 minus the right value",
        "Which of the two is asked for?",
        lambda x: 1 - x,
        whole=True,
    ),
    _number("every value is one too large", _OFF, lambda x: x + 1, whole=True),
    _number("every value is one too small", _OFF, lambda x: x - 1, whole=True),
    _number(
        "the logarithm is taken to base 2",
        "The natural logarithm is asked for: math.log(x), torch.log(x).",
        lambda x: x / math.log(2),
    ),
    _number(
        "the logarithm is taken to base 10",
        "The natural logarithm is asked for: math.log(x), torch.log(x).",
        lambda x: x / math.log(10),
    ),
    _number("the square root is still to be taken", "Look at the last step.", torch.square),
    _number("a square root is taken too many", "Look at the last step.", torch.sqrt),
    _number("the logarithm is left to be undone by exp", "Look at the last step.", torch.log),
    _number("exp is taken too many", "Look at the last step.", torch.exp),
    _number("the fraction is upside down", "What is divided by what?", torch.reciprocal),
    _number("it is a percentage", "A share lies between 0 and 1.", lambda x: 100 * x),
    _number("the sign is lost", "Is there an abs, or a square, too many?", torch.abs),
)


def _list(change: Change) -> Change:
    """Apply a change to a list or tuple as a whole, which stays one of its kind."""

    def made(value: Any) -> Any:
        if not isinstance(value, list | tuple) or hasattr(value, "_fields"):
            raise TypeError("no list")
        return type(value)(change(value))

    return made


def _unique(value: Sequence[Any]) -> list[Any]:
    return list(dict.fromkeys(value))


def _flat(value: Sequence[Sequence[Any]]) -> list[Any]:
    if any(isinstance(item, str) for item in value):
        raise TypeError("a text is no list")
    return [item for row in value for item in row]


def _exchanged(value: Any) -> Any:
    first, second = value
    return type(value)(second, first) if hasattr(value, "_fields") else type(value)((second, first))


_ORDER = "Which order does the text ask for?"
_LISTS = (
    Guess("the two parts of the result are exchanged", "Which one comes first?", _exchanged),
    Guess("the order is reversed", _ORDER, _list(lambda value: value[::-1])),
    Guess("what occurs twice is kept once", "Each occurrence counts.", _list(_unique)),
    Guess("some come more than once", "Each is asked for once.", _list(_unique), back=True),
    Guess("they are sorted", _ORDER, _list(sorted)),
    Guess("they are not sorted", _ORDER, _list(sorted), back=True),
    Guess("the last one is missing", _OFF, _list(lambda value: value[:-1])),
    Guess("the first one is missing", _OFF, _list(lambda value: value[1:])),
    Guess("one too many stands at the end", _OFF, _list(lambda value: value[:-1]), back=True),
    Guess("one too many stands in front", _OFF, _list(lambda value: value[1:]), back=True),
    Guess(
        "the rows are joined to one list",
        "A list for each is asked for: append keeps rows apart, extend joins them.",
        _list(_flat),
    ),
    Guess(
        "a list lies in a list too many",
        "append puts a list in as one element, extend its elements one by one.",
        _list(_flat),
        back=True,
    ),
    Guess(
        "pairs are returned instead of two lists",
        "zip(*pairs) takes pairs apart.",
        lambda value: list(zip(*value, strict=True)),
    ),
    Guess("only the first one is returned", "A list of all is asked for.", lambda value: value[0]),
    Guess("only the last one is returned", "A list of all is asked for.", lambda value: value[-1]),
)


def _swapped(first: int, second: int, value: Any) -> Any:
    return value.swapaxes(first, second)


def _along(axis: int, axes: int) -> Iterator[Guess]:
    """Give the guesses for one axis of a tensor."""
    where = f" along axis {axis}" if axes > 1 else ""
    over = f" over axis {axis}" if axes > 1 else ""
    stays = f"The result keeps {'this axis' if axes > 1 else 'one value for each'}."
    yield Guess(f"the mean{over} is taken of what is right", stays, lambda x: x.mean(axis))
    yield Guess(f"the sum{over} is taken of what is right", stays, lambda x: x.sum(axis))
    yield Guess(
        f"the values are made to sum to 1{where}", stays, lambda x: x / x.sum(axis, keepdim=True)
    )
    yield Guess(
        f"the values are right up to a factor, they do not sum to 1{where}",
        "Divide by their own sum, last of all.",
        lambda x: x / x.sum(axis, keepdim=True),
        back=True,
    )
    yield Guess(f"a softmax is taken{where} at the end", stays, lambda x: x.softmax(axis))
    yield Guess(
        f"the softmax{where} is missing",
        "Scores become shares last.",
        lambda x: x.softmax(axis),
        back=True,
    )
    yield Guess(f"the order is reversed{where}", _ORDER, lambda x: x.flip(axis))
    for words, kept in (("last", slice(None, -1)), ("first", slice(1, None))):
        index = (*[slice(None)] * axis, kept)
        yield Guess(f"the {words} one{where} is missing", _OFF, itemgetter(index))
        yield Guess(
            f"one too many stands{where} {'at the end' if words == 'last' else 'in front'}",
            _OFF,
            itemgetter(index),
            back=True,
        )
    for other in range(axis):
        yield Guess(
            f"the axes {other} and {axis} are exchanged",
            "Which axis means what, before and after?",
            partial(_swapped, other, axis),
        )
