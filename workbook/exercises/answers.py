"""The answers to a student, at most nine lines each."""

import inspect
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from workbook.exercises.calls.sandbox import MEGABYTES, Outcome, Stopped
from workbook.exercises.compare import Difference, compared, difference
from workbook.exercises.definition import Case, Exercise, Misconception, Named
from workbook.exercises.patterns import looks
from workbook.exercises.smallest import Example
from workbook.exercises.values import describe, describe_call, shorten, whole

_STANDS_IN = "Until then the workbook's version stands in."


class Verdict(NamedTuple):
    """The answer to a student.

    Attributes:
        right: Whether the function is right.
        text: The words.
        misconception: The slip that they name, or None.
        example: The failing case that they show, or None.
    """

    right: bool
    text: str
    misconception: str | None = None
    example: Example | None = None


def correct(definition: Exercise, num_cases: int) -> Verdict:
    """Answer a right function."""
    cases = f"all {num_cases} cases" if num_cases > 1 else "its case"
    return Verdict(True, f"{definition.name}: correct on {cases}.")


def not_yet(definition: Exercise, what: str, *more: str, slip: str | None = None) -> Verdict:
    """Answer a wrong function: what is wrong, then more lines; empty ones are left out."""
    lines = [f"{definition.name}: not yet. {what}", *more, _STANDS_IN]
    return Verdict(False, "\n".join(line for line in lines if line), slip)


_NEW_VALUES = {
    False: "x = x.clone() before x[i] = 0; masked_fill, not masked_fill_; x = x + 1, not x += 1; "
    "x.clone().requires_grad_(), not x.requires_grad_().",
    True: "[*x, item], not x.append(item); x + y, not x += y; sorted(x), not x.sort(); x[1:], not "
    "x.pop(0).",
}


def changes_input(definition: Exercise, argument: str, case: Case) -> Verdict:
    """Answer a function that returns the right thing, but changes an argument in place."""
    is_list = isinstance(arguments_of(definition.reference, case)[argument], list)
    return not_yet(
        definition,
        f"The result is right, but your function changes its input `{argument}` in place.",
        "Work on a copy, or use what returns a new value: " + _NEW_VALUES[is_list],
        slip=f"`{argument}` is changed in place",
    )


def changes_names(definition: Exercise, names: Sequence[str]) -> Verdict:
    """Answer a function that leaves something behind for everybody."""
    return not_yet(
        definition,
        f"Your function changes what others use: {shorten(', '.join(names), 120)}.",
        "It has been put back. Give your own helpers names of their own, and leave no thread "
        "running.",
        slip="what others use is changed",
    )


_STOPPED = {  # reason -> what happened, and what to ask oneself
    "time": (
        "was stopped after {seconds:g} seconds, in case {number} of {count}.",
        "It was busy{where}. Does a loop there never end, or do far more work than it has to?",
    ),
    "memory": (
        "needs more than {megabytes} MB of memory, in case {number} of {count}.",
        "It ran out of it{where}. Does something grow there in a loop that never ends, or is a "
        "table made for all pairs of things?",
    ),
    "exit": (
        "ends Python itself, in case {number} of {count}.",
        "Leave out exit() and os._exit(): to end a function, return.",
    ),
    "fork": (
        "starts another process, in case {number} of {count}.",
        "No exercise needs one: compute it here.",
    ),
}


def stopped(definition: Exercise, why: Stopped, num_cases: int) -> Verdict:
    """Answer a function that did not come to its end."""
    where = f" in {why.line}" if why.line else ""
    what, question = (
        text.format(
            seconds=definition.timeout,
            megabytes=MEGABYTES,
            number=why.case,
            count=num_cases,
            where=where,
        )
        for text in _STOPPED[why.reason]
    )
    return not_yet(definition, f"Your function {what}", question)


def named(
    definition: Exercise, misconception: Misconception | Named, mine: Outcome, expected: Outcome
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
    definition: Exercise,
    first: Example,
    smallest: Example,
    agreeing: Sequence[bool],
    slips: Sequence[Misconception | Named] = (),
    apart: str = "",
) -> Verdict:
    """Answer a function that is wrong in a way nobody foresaw.

    Args:
        definition: The exercise.
        first: The first case that fails: its sizes all differ, so it shows what kind of mistake
            it is.
        smallest: The smallest input that fails, which can be followed by hand.
        agreeing: Which of the exercise's own cases are right.
        slips: Two slips that together give what the student's function gives, if any.
        apart: What sets the cases that fail apart, or ``""``.
    """
    case, mine, expected = first
    found = _difference(definition, mine, expected)
    arguments = arguments_of(definition.reference, case)
    count, number = sum(agreeing), agreeing.index(False) + 1
    changed = f" It changes `{mine.changed}` in place." if mine.changed else ""
    lines = [
        found.first,
        looks(mine.value, expected.value, arguments) or found.detail,
        f"Case {number} was called with {describe_call(arguments)}.{changed}",
        f"Are these two slips at once: {_both(slips)}?" if slips else "",
        _written_out(definition, smallest),
        _printed(mine),
        f"To play with it: `failure = {definition.name}.last_failure`.",
    ]
    where = f", all but those where {apart}" if apart else ""
    agree = f"{count} of {len(agreeing)} cases {'agrees' if count == 1 else 'agree'}{where}."
    if mine.failure or mine.value is None:
        agree, *lines = lines
    return not_yet(definition, agree, *lines, slip=_both(slips) or None)._replace(example=smallest)


def _both(slips: Sequence[Misconception | Named]) -> str:
    return " and ".join(f"*{slip.name}*" for slip in slips)


def _written_out(definition: Exercise, example: Example) -> str:
    """Show the smallest call and both results whole, as far as they are small."""
    case, mine, expected = example
    arguments = arguments_of(definition.reference, case)
    given = {name: whole(value, 16, 200, 4) for name, value in arguments.items()}
    call = ", ".join(f"{name} = {text}" for name, text in given.items())
    if not all(given.values()) or len(call) > 300:
        call = describe_call(arguments, 300)
    yours = mine.failure.in_words() if mine.failure else whole(mine.value)
    right = "" if expected.failure else whole(expected.value)
    values = (
        f" Yours is {yours}, expected is {right}." if yours and right and yours != right else ""
    )
    return f"The smallest input that fails: {call}.{values}"


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
        return Difference(
            "Your function returns None: is a return missing?",
            "What changes a list in place gives None, too: list.sort(), list.append(), ...",
        )
    return compared(mine.value, expected.value, definition.tolerance) or Difference("")


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
