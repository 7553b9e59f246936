"""The smallest input on which a function is wrong, for a student to look at."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from workbook.exercises.calls.sandbox import Outcome
from workbook.exercises.calls.time_limit import OutOfTime
from workbook.exercises.definition import Case
from workbook.exercises.values import copy_value, describe, describe_call

MOST = 400  # inputs that are tried: half a second


class LastFailure(NamedTuple):
    """A failing case to play with: ``failure.function(*failure.args, **failure.kwargs)``.

    Attributes:
        function: The one you wrote.
        args: The arguments without a name; change them as you like.
        kwargs: The arguments with a name.
        yours: What your function returned, or the exception's name.
        expected: What it should have returned, or the exception's name.
    """

    function: Callable[..., Any]
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    yours: Any
    expected: Any

    def __repr__(self) -> str:
        """Describe the call and both results, without the numbers of large tables."""
        given = {str(position): value for position, value in enumerate(self.args)} | self.kwargs
        return (
            f"LastFailure(args and kwargs: {describe_call(given)}; yours: {describe(self.yours)}; "
            f"expected: {describe(self.expected)})"
        )


class Example(NamedTuple):
    """A case, what a function makes of it and what the reference does."""

    case: Case
    mine: Outcome
    expected: Outcome

    def to_play_with(self, function: Callable[..., Any]) -> LastFailure:
        """Return copies of everything, under the names that a student finds."""
        args, kwargs = copy_value(self.case.args), copy_value(dict(self.case.kwargs))
        return LastFailure(function, args, kwargs, _result(self.mine), _result(self.expected))


def _result(outcome: Outcome) -> Any:
    return outcome.failure.kind.__name__ if outcome.failure else copy_value(outcome.value)


def size_of(value: Any) -> int:
    """Count the numbers, letters and elements of a value, as deep as lists go."""
    if isinstance(value, Tensor | np.ndarray):
        return int(np.prod(value.shape))
    if isinstance(value, str):
        return len(value)
    if isinstance(value, dict):
        return sum(map(size_of, value.values())) + len(value)
    if isinstance(value, list | tuple | set):
        return 1 + sum(map(size_of, value))
    return 1


def smallest(
    examples: Sequence[Example],
    retry: Callable[[Case], Example | None],
    names: Sequence[str] = (),
    most: int = MOST,
) -> Example:
    """Return the smallest failing example that can be found: of those known, and cut smaller.

    Args:
        examples: Failing ones, at least one.
        retry: Runs both functions on a case; returns it if it is a legal input on which they
            differ, None otherwise. An ``OutOfTime`` ends the search: the function may hang again.
        names: Of the arguments, by position.
        most: Inputs that are tried; whatever was found until then is returned.
    """
    best = min(examples, key=lambda example: size_of((example.case.args, *_named(example))))
    tried = 0
    going = True
    while going:
        going = False
        for case in islice(cuts(best.case, names), most - tried):
            tried += 1
            try:
                found = retry(case)
            except OutOfTime:
                return best
            if found is not None:
                best, going = found, True
                break
    return best


def _named(example: Example) -> list[Any]:
    return list(example.case.kwargs.values())


def cuts(case: Case, names: Sequence[str] = ()) -> Iterator[Case]:
    """Yield smaller cases: each axis and each length of a list cut to 1, to a half, by one.

    Axes of equal size are cut together, for they are often one axis: the cases of an exercise give
    every axis another size. What is called a length goes with them. Last of all, numbers of both
    signs are rounded to whole ones, which can be followed by hand.
    """
    given = dict(enumerate(case.args)) | dict(case.kwargs)
    called = dict(enumerate(names)) | {name: name for name in case.kwargs}
    sizes = sorted({size for value in given.values() for size in _sizes(value) if size > 1})
    for size in sizes:
        for target in dict.fromkeys((1, size // 2, size - 1)):
            yield _case(
                {
                    key: _cut(_shorter(value, size, target, called.get(key, "")), size, target)
                    for key, value in given.items()
                }
            )
    whole = {key: _in_whole_numbers(value) for key, value in given.items()}
    if any(whole[key] is not given[key] for key in given):
        yield _case(whole)


def _case(given: Mapping[int | str, Any]) -> Case:
    """Return a case from its arguments by name; positional ones have numbers for names."""
    args = tuple(value for key, value in given.items() if isinstance(key, int))
    return Case(args, {key: value for key, value in given.items() if isinstance(key, str)})


def _shorter(value: Any, size: int, target: int, name: str) -> Any:
    """Limit arguments that hold lengths to the size of the axis after a cut."""
    if "length" not in name:
        return value
    if isinstance(value, Tensor):
        return value.where(value > size, value.clamp(max=target))
    return min(value, target) if isinstance(value, int) and value <= size else value


def _in_whole_numbers(value: Any) -> Any:
    """Round a table with numbers of both signs (so no proportions), if it is not whole yet."""
    if not (isinstance(value, Tensor) and value.is_floating_point()):
        return value
    rounded = value.detach().round()
    if not (value < 0).any() or not rounded.any() or torch.equal(rounded, value.detach()):
        return value
    return rounded.requires_grad_(value.requires_grad)


def _sizes(value: Any) -> Iterator[int]:
    if isinstance(value, Tensor | np.ndarray):
        yield from value.shape
    elif isinstance(value, list | tuple) and not hasattr(value, "_fields"):
        yield len(value)
        for item in value:
            yield from _sizes(item)


def _cut(value: Any, size: int, target: int) -> Any:
    """Keep the first ``target`` elements along each axis of length ``size``."""
    if isinstance(value, Tensor):
        kept = value.detach()[tuple(slice(target if n == size else None) for n in value.shape)]
        return kept.clone().requires_grad_(value.requires_grad)
    if isinstance(value, np.ndarray):
        return value[tuple(slice(target if n == size else None) for n in value.shape)].copy()
    if isinstance(value, list | tuple) and not hasattr(value, "_fields"):
        items = value[:target] if len(value) == size else value
        return type(value)(_cut(item, size, target) for item in items)
    return value


def is_finite(value: Any) -> bool:
    """Tell whether every number of a result is finite, as deep as lists go."""
    if isinstance(value, Tensor):
        return not value.is_floating_point() or bool(torch.isfinite(value).all())
    if isinstance(value, np.ndarray | float):
        return bool(np.isfinite(value).all()) if np.asarray(value).dtype.kind in "fc" else True
    if isinstance(value, dict):
        return all(map(is_finite, value.values()))
    if isinstance(value, list | tuple):
        return all(map(is_finite, value))
    return True
