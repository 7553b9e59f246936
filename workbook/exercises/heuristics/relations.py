"""What a wrong number or list may have to do with the right one, each with a name and advice.

A relation that holds on every case names the mistake. One that holds only on every case that fails,
or in one part of the result, is a hint.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from workbook.exercises.values import as_array

Arguments = Mapping[str, Any]
Change = Callable[[Any], Any]


def _as_it_is(value: Any, arguments: Arguments) -> Any:
    return value


class Relation(NamedTuple):
    """A relation between wrong results and right ones, which any exercise can meet.

    It holds where ``of_right(right, arguments)`` equals ``of_mine(mine, arguments)``. Either may
    break down on values that it is not made for.

    Attributes:
        name: A clause that finishes "your result matches a common slip:".
        advice: What to do instead.
        of_right: What is made of the right result.
        of_mine: What is made of the wrong result.
        is_common: Whether it is said of a mistake that is wrong in no other way; else it is a hint.
    """

    name: str
    advice: str
    of_right: Callable[[Any, Arguments], Any] = _as_it_is
    of_mine: Callable[[Any, Arguments], Any] = _as_it_is
    is_common: bool = True


def from_right(name: str, advice: str, change: Change) -> Relation:
    """Return a relation in which a change of the right result gives the wrong one."""
    return Relation(name, advice, of_right=lambda value, _: change(value))


def from_mine(name: str, advice: str, change: Change) -> Relation:
    """Return a relation in which a change of the wrong result gives the right one."""
    return Relation(name, advice, of_mine=lambda value, _: change(value))


def each(function: Change, whole: bool) -> Change:
    """Return a change of every number of a result; integers are refused unless ``whole``."""

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
        new = function(torch.as_tensor(value, dtype=torch.float64))
        if isinstance(value, Tensor):
            return new.to(value.dtype)
        return (
            new.numpy().astype(value.dtype) if isinstance(value, np.ndarray) else type(value)(new)
        )

    return change


def number(name: str, advice: str, function: Change, whole: bool = False) -> Relation:
    """Relate a result whose every number is made of the right one."""
    return from_right(name, advice, each(function, whole))


def _rounded(function: Change) -> Change:
    """Round, unless it comes to 0 and 1 alone, which any rule may have made."""

    def rounded(x: Tensor) -> Tensor:
        whole: Tensor = function(x)
        if not ((whole != 0) & (whole != 1)).any():
            raise ValueError("no more than 0 and 1")
        return whole

    return rounded


OFF = "Where does your counting begin, and is the last one taken in?"
NUMBERS = (
    number("the sign is turned", "Where is a minus too many or too few?", torch.neg, whole=True),
    number(
        "it is 1 minus the right value",
        "Which of the two is asked for?",
        lambda x: 1 - x,
        whole=True,
    ),
    number("every value is one too large", OFF, lambda x: x + 1, whole=True),
    number("every value is one too small", OFF, lambda x: x - 1, whole=True),
    number(
        "the logarithm is taken to base 2",
        "The natural logarithm is asked for: math.log(x), torch.log(x).",
        lambda x: x / math.log(2),
    ),
    number(
        "the logarithm is taken to base 10",
        "The natural logarithm is asked for: math.log(x), torch.log(x).",
        lambda x: x / math.log(10),
    ),
    number("the square root is still to be taken", "Look at the last step.", torch.square),
    number("a square root is taken too many", "Look at the last step.", torch.sqrt),
    number("the logarithm is left to be undone by exp", "Look at the last step.", torch.log),
    number("exp is taken too many", "Look at the last step.", torch.exp),
    number("the fraction is upside down", "What is divided by what?", torch.reciprocal),
    number("it is a percentage", "A share lies between 0 and 1.", lambda x: 100 * x),
    number("the sign is lost", "Is there an abs, or a square, too many?", torch.abs),
    number("it is rounded down", "Keep the decimals.", _rounded(torch.floor)),
    number("it is rounded up", "Keep the decimals.", _rounded(torch.ceil)),
)


def _list(change: Change) -> Change:
    """Apply a change to a list or tuple as a whole, which stays one of its kind."""

    def changed(value: Any) -> Any:
        if not isinstance(value, list | tuple) or hasattr(value, "_fields"):
            raise TypeError("no list")
        return type(value)(change(value))

    return changed


def _unique(value: Sequence[Any]) -> list[Any]:
    return list(dict.fromkeys(value))


def _flat(value: Sequence[Sequence[Any]]) -> list[Any]:
    if any(isinstance(item, str) for item in value):
        raise TypeError("a text is no list")
    return [item for row in value for item in row]


def _exchanged(value: Any) -> Any:
    first, second = value
    return type(value)(second, first) if hasattr(value, "_fields") else type(value)((second, first))


ORDER = "Which order does the text ask for?"
LISTS = (
    from_right("the two parts of the result are exchanged", "Which one comes first?", _exchanged),
    from_right("the order is reversed", ORDER, _list(lambda value: value[::-1])),
    from_right("what occurs twice is kept once", "Each occurrence counts.", _list(_unique)),
    from_mine("some come more than once", "Each is asked for once.", _list(_unique)),
    from_right("they are sorted", ORDER, _list(sorted)),
    from_mine("they are not sorted", ORDER, _list(sorted)),
    from_right("the last one is missing", OFF, _list(lambda value: value[:-1])),
    from_right("the first one is missing", OFF, _list(lambda value: value[1:])),
    from_mine("one too many stands at the end", OFF, _list(lambda value: value[:-1])),
    from_mine("one too many stands in front", OFF, _list(lambda value: value[1:])),
    from_right(
        "the rows are joined to one list",
        "A list for each is asked for: append keeps rows apart, extend joins them.",
        _list(_flat),
    ),
    from_mine(
        "a list lies in a list too many",
        "append puts a list in as one element, extend its elements one by one.",
        _list(_flat),
    ),
    from_right(
        "pairs are returned instead of two lists",
        "zip(*pairs) takes pairs apart.",
        lambda value: list(zip(*value, strict=True)),
    ),
    from_right(
        "only the first one is returned", "A list of all is asked for.", lambda value: value[0]
    ),
    from_right(
        "only the last one is returned", "A list of all is asked for.", lambda value: value[-1]
    ),
)
