"""The answers to a student, at most six lines each."""

import inspect
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from workbook.exercises.compare import Difference, difference
from workbook.exercises.definition import Case, Exercise, Misconception
from workbook.exercises.sandbox import Failure, Outcome
from workbook.exercises.values import describe, describe_call, shorten

_STANDS_IN = "Until then the workbook's version stands in."


class Verdict(NamedTuple):
    """The answer to a student: is the function right, the words, the slip they name (or None)."""

    right: bool
    text: str
    misconception: str | None = None


def correct(definition: Exercise, num_cases: int) -> Verdict:
    """Answer a right function."""
    cases = f"all {num_cases} cases" if num_cases > 1 else "its case"
    return Verdict(True, f"{definition.name}: correct on {cases}.")


def not_yet(definition: Exercise, what: str, *more: str, slip: str | None = None) -> Verdict:
    """Answer a wrong function: what is wrong, then more lines; empty ones are left out."""
    lines = [f"{definition.name}: not yet. {what}", *more, _STANDS_IN]
    return Verdict(False, "\n".join(line for line in lines if line), slip)


def changes_input(definition: Exercise, argument: str) -> Verdict:
    """Answer a function that returns the right thing, but changes an argument in place."""
    return not_yet(
        definition,
        f"The result is right, but your function changes its input `{argument}` in place.",
        "Work on a copy, or use the operation that returns a new value (masked_fill, not "
        "masked_fill_; x = x + 1, not x += 1; x.clone().requires_grad_(), not x.requires_grad_()).",
    )


def out_of_time(definition: Exercise, failure: Failure, number: int, num_cases: int) -> Verdict:
    """Answer a function that was stopped."""
    where = f" in {failure.line}" if failure.line else ""
    return not_yet(
        definition,
        f"Your function was stopped after {definition.timeout:g} seconds, in case {number} of "
        f"{num_cases}.",
        f"It was busy{where}. Does a loop there never end, or do far more work than it has to?",
    )


def named(
    definition: Exercise, misconception: Misconception, mine: Outcome, expected: Outcome
) -> Verdict:
    """Answer a function whose results are those of a misconception."""
    found = _difference(definition, mine, expected)
    return not_yet(
        definition,
        f"Your result matches a common slip: {misconception.name}.",
        misconception.advice,
        found.first,
        _printed(mine),
        slip=misconception.name,
    )


def unnamed(
    definition: Exercise, case: Case, mine: Outcome, expected: Outcome, agreeing: Sequence[bool]
) -> Verdict:
    """Answer a function that is wrong in a way nobody foresaw, by its first wrong case."""
    found = _difference(definition, mine, expected)
    count, number = sum(agreeing), agreeing.index(False) + 1
    call = describe_call(arguments_of(definition.reference, case))
    changed = f" It changes `{mine.changed}` in place." if mine.changed else ""
    lines = [found.detail, f"Case {number} was called with {call}.{changed}", _printed(mine)]
    if mine.failure or mine.value is None:
        return not_yet(definition, found.first, *lines)
    agree = f"{count} of {len(agreeing)} cases {'agrees' if count == 1 else 'agree'}."
    return not_yet(definition, agree, found.first, *lines)


def _difference(definition: Exercise, mine: Outcome, expected: Outcome) -> Difference:
    """Put the difference of two outcomes into words."""
    if mine.failure:
        where = f" in {mine.failure.line}" if mine.failure.line else ""
        hint = " (Does it call itself without end?)" * (mine.failure.kind is RecursionError)
        return Difference(
            f"Your function raises {mine.failure.kind.__name__}{where}.",
            f"The message: {mine.failure.message or 'none'}{hint}",
        )
    if expected.failure:
        kind = expected.failure.kind.__name__
        return Difference(f"A {kind} should be raised here, yours returns {describe(mine.value)}.")
    if mine.value is None:
        return Difference("Your function returns None: is a return missing?")
    return difference(mine.value, expected.value, definition.tolerance) or Difference("")


def _printed(mine: Outcome) -> str:
    lines = [line.strip() for line in mine.printed.splitlines() if line.strip()]
    return shorten(f"It printed: {' / '.join(lines)}", 200) if lines else ""


def arguments_of(reference: Callable[..., Any], case: Case) -> dict[str, Any]:
    """Give a case's arguments their names."""
    return inspect.signature(reference).bind(*case.args, **case.kwargs).arguments


def wrong_parameters(definition: Exercise, function: Callable[..., Any]) -> Verdict | None:
    """Answer a function whose parameters are not the reference's, in name, order and default.

    Parameters beyond those are allowed if they have defaults; annotations play no part.
    """
    wanted, given = _parameters(definition.reference), _parameters(function)
    same = len(given) >= len(wanted) and all(map(_same_parameter, given, wanted))
    if same and all(_is_optional(parameter) for parameter in given[len(wanted) :]):
        return None
    return not_yet(
        definition,
        "The parameters are not those of the exercise.",
        f"Expected ({', '.join(map(str, wanted))}), yours ({', '.join(map(str, given))}).",
    )


def _parameters(function: Callable[..., Any]) -> list[inspect.Parameter]:
    parameters = inspect.signature(function).parameters.values()
    return [parameter.replace(annotation=inspect.Parameter.empty) for parameter in parameters]


def _same_parameter(given: inspect.Parameter, wanted: inspect.Parameter) -> bool:
    defaults = given.default, wanted.default
    same_default = defaults[0] is defaults[1] or difference(*defaults, tolerance=0.0) is None
    return (given.name, given.kind) == (wanted.name, wanted.kind) and same_default


def _is_optional(parameter: inspect.Parameter) -> bool:
    variable = parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD
    return parameter.kind in variable or parameter.default is not parameter.empty
