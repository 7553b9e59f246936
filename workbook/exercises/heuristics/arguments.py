"""What a student did to the arguments: left one out, exchanged two, took one too many."""

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from operator import add, itemgetter
from typing import Any, NamedTuple

import numpy as np
from torch import Tensor

Arguments = dict[str, Any]


class Other(NamedTuple):
    """Other arguments, for which the right function gives what a student's function gives.

    Attributes:
        name: A clause that finishes "your result matches a common slip:".
        advice: What to do instead.
        change: Makes the other arguments; it may break down where it does not apply.
    """

    name: str
    advice: str
    change: Callable[[Arguments], Arguments]


def other_arguments(
    reference: Callable[..., Any], calls: Sequence[Mapping[str, Any]]
) -> Iterator[Other]:
    """Give the changes that fit the parameters of an exercise.

    Args:
        reference: The function, for the defaults of its parameters.
        calls: The arguments of the cases, by name, with defaults.
    """
    parameters = inspect.signature(reference).parameters
    for name, parameter in parameters.items():
        values = [call[name] for call in calls]
        if parameter.default is not parameter.empty:
            yield _always(name, parameter.default)
        elif _all(values, int | float) and len({repr(value) for value in values}) > 1:
            for value in dict.fromkeys(values):
                yield _always(name, value)
    for first, second in combinations(parameters, 2):
        if _alike(calls, first, second):
            yield from _mixed_up(first, second)
    for name in parameters:
        yield from _other_value(name, [call[name] for call in calls])


def _all(values: Sequence[Any], kinds: Any) -> bool:
    return all(isinstance(value, kinds) and not isinstance(value, bool) for value in values)


def _alike(calls: Sequence[Mapping[str, Any]], first: str, second: str) -> bool:
    """Tell whether two arguments are of one type, so that one can stand for the other."""
    return all(type(call[first]) is type(call[second]) for call in calls)


def _one(name: str, change: Callable[[Any], Any]) -> Callable[[Arguments], Arguments]:
    """Change the argument of one name."""
    return lambda given: given | {name: change(given[name])}


def _always(name: str, value: Any) -> Other:
    return Other(
        f"`{name}` is not used, your results are those for {name}={value!r}",
        f"Use `{name}` wherever it plays a part: it may have any value.",
        _one(name, lambda _: value),
    )


def _in_place_of(name: str, used: str, given: Arguments) -> Arguments:
    return given | {name: given[used]}


def _mixed_up(first: str, second: str) -> Iterator[Other]:
    advice = "Which of the two is meant where?"
    yield Other(
        f"`{first}` and `{second}` are exchanged",
        advice,
        lambda given: given | {first: given[second], second: given[first]},
    )
    for used, instead in ((first, second), (second, first)):
        yield Other(
            f"`{used}` stands where `{instead}` belongs",
            advice,
            partial(_in_place_of, instead, used),
        )


def _other_value(name: str, values: Sequence[Any]) -> Iterator[Other]:
    """Give the changes of one argument, by the type that it has in all cases."""
    if all(isinstance(value, Tensor) for value in values):
        yield from _other_tensor(name, values)
    elif _all(values, int):
        for step, words in ((1, "large"), (-1, "small")):
            yield Other(
                f"`{name}` is taken one too {words}",
                "Where does counting begin, and is the bound itself taken in?",
                _one(name, partial(add, step)),
            )
    elif all(isinstance(value, list | tuple) for value in values):
        for kept, words in ((slice(1, None), "first"), (slice(None, -1), "last")):
            yield Other(
                f"the {words} one of `{name}` is left out",
                "Where does your loop begin, and where does it end?",
                _one(name, itemgetter(kept)),
            )
        yield Other(
            f"`{name}` is read from its end",
            "Read it in its own order.",
            _one(name, lambda value: value[::-1]),
        )


def _other_tensor(name: str, values: Sequence[Tensor]) -> Iterator[Other]:
    if all(np.isin(value.detach().cpu().double().numpy(), (0, 1)).all() for value in values):
        yield Other(
            f"`{name}` plays no part, your results are those for ones everywhere in it",
            f"Places where `{name}` is 0 are not to count.",
            _one(name, lambda value: value.new_ones(value.shape)),
        )
        yield Other(
            f"`{name}` is read the wrong way round, 0 for 1",
            f"1 and True are the positions that count, in `{name}`.",
            _one(name, lambda value: (1 - value.long()).to(value.dtype)),
        )
    elif all(not value.is_floating_point() for value in values):
        for step, words in ((1, "large"), (-1, "small")):
            yield Other(
                f"the numbers in `{name}` are taken one too {words}",
                "Counting begins with 0.",
                _one(name, partial(add, step)),
            )
    elif all(value.ndim == 2 for value in values):
        yield Other(
            f"`{name}` is transposed",
            f"The shape of `{name}` says which axis is which.",
            _one(name, lambda value: value.transpose(0, 1)),
        )
