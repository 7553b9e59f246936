"""What a function did on the cases of an exercise, judged: no words are made here."""

import inspect
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from workbook.exercises.calls.sandbox import Outcome, Stopped, agree, run
from workbook.exercises.calls.time_limit import Limit, OutOfTime, WaitedTooLong
from workbook.exercises.compare import difference
from workbook.exercises.definition import Case, Exercise, Misconception, Named, Strict
from workbook.exercises.expected import agreeing_of, expectation, matching, misconception_outcomes
from workbook.exercises.findings import (
    ChangedInput,
    ChangedNames,
    Correct,
    Finding,
    KnownMisconception,
    NoEnd,
    OtherParameters,
    Unexplained,
)
from workbook.exercises.heuristics.naming import HANGS, guessed, hinted, is_fair, set_apart
from workbook.exercises.heuristics.pairs import pairs
from workbook.exercises.heuristics.results import wrong_type
from workbook.exercises.heuristics.smallest import Example, is_finite, smallest


def judge(
    definition: Exercise,
    mine: Sequence[Outcome],
    function: Callable[..., Any] | None = None,
) -> Finding:
    """Find out what a function did on the cases of an exercise.

    Args:
        definition: The exercise.
        mine: What it did on each case; fewer if its time was over.
        function: It, to look for the smallest input on which it fails; None if it must not run.
    """
    cases, expected = expectation(definition)
    last = mine[-1].failure
    if last and issubclass(last.kind, OutOfTime):
        reason = "wait" if last.kind is WaitedTooLong else "time"
        return NoEnd(Stopped(reason, len(mine), last.line), len(cases))
    touched = [name for outcome in mine for name in outcome.touched]
    if touched:
        return ChangedNames(list(dict.fromkeys(touched)))
    agreeing = agreeing_of(mine, expected, definition.sameness)
    if all(agreeing):
        return _changed_input(definition, mine) or Correct(len(cases))
    triples = zip(cases, mine, expected, agreeing, strict=True)
    failing = [Example(*triple[:3]) for triple in triples if not triple[3]]
    found = matching(definition, mine)
    misconception = found[0] if found else guessed(definition, cases, mine, expected)
    if misconception:
        return KnownMisconception(misconception, failing[0])
    return Unexplained(
        failing,
        _smallest(definition, function, failing),
        agreeing,
        two_misconceptions(definition, mine),
        set_apart(definition, cases, agreeing),
        *hinted(definition, failing),
    )


def _changed_input(definition: Exercise, mine: Sequence[Outcome]) -> ChangedInput | None:
    """Find the first argument that a function changes in place."""
    cases, _ = expectation(definition)
    for case, outcome in zip(cases, mine, strict=True):
        if outcome.changed:
            value = definition.arguments(case)[outcome.changed]
            return ChangedInput(outcome.changed, isinstance(value, list))
    return None


def _smallest(
    definition: Exercise, function: Callable[..., Any] | None, failing: Sequence[Example]
) -> Example:
    """Return the smallest input that fails: without the function, the first of the cases."""
    if function is None:
        return failing[0]
    again = partial(_again, definition, function, failing)
    return smallest(failing, again, list(inspect.signature(definition.called_reference).parameters))


def _again(
    definition: Exercise, function: Callable[..., Any], known: Sequence[Example], case: Case
) -> Example | None:
    """Run a function on a smaller case; return it if it fails there as it does on a known one.

    Raises:
        OutOfTime: If it does not end there.
    """
    if not is_fair(definition, expectation(definition)[0], case):
        return None
    expected = run(definition.called_reference, case)
    kinds = {example.mine.failure and example.mine.failure.kind for example in known}
    usual = all(is_finite(example.expected.value) for example in known)
    if expected.failure or (usual and not is_finite(expected.value)):
        return None  # not what the exercise is about
    mine = run(function, case, 0, Limit(HANGS))
    if mine.failure and issubclass(mine.failure.kind, OutOfTime):
        raise OutOfTime
    if (mine.failure and mine.failure.kind) not in kinds:
        return None
    return None if agree(mine, expected, definition.sameness) else Example(case, mine, expected)


def two_misconceptions(
    definition: Exercise, mine: Sequence[Outcome]
) -> tuple[()] | tuple[Misconception, Misconception | Named]:
    """Return two misconceptions that together give a student's results on every case, if any."""
    cases, _ = expectation(definition)
    for first, second, wrong in pairs(definition):
        for seed, (case, outcome) in enumerate(zip(cases, mine, strict=True)):
            if not agree(outcome, run(definition.called(wrong), case, seed), definition.sameness):
                break
        else:
            return first, second
    types = (
        (each.misconception, wrong_type(mine, each.outcomes, definition.sameness))
        for each in misconception_outcomes(definition)
    )
    return next(((first, second) for first, second in types if second), ())


def other_parameters(definition: Exercise, function: Callable[..., Any]) -> OtherParameters | None:
    """Return the parameters of a function that are not the reference's, in name, order and default.

    Parameters beyond those are allowed if they have defaults; annotations play no part.
    """
    wanted, given = _parameters(definition.called_reference), _parameters(function)
    same = len(given) >= len(wanted) and all(map(_same_parameter, given, wanted))
    if same and all(_is_optional(parameter) for parameter in given[len(wanted) :]):
        return None
    return OtherParameters(", ".join(map(str, wanted)), ", ".join(map(str, given)))


def _parameters(function: Callable[..., Any]) -> list[inspect.Parameter]:
    parameters = inspect.signature(function).parameters.values()
    return [parameter.replace(annotation=inspect.Parameter.empty) for parameter in parameters]


def _same_parameter(given: inspect.Parameter, wanted: inspect.Parameter) -> bool:
    defaults = given.default, wanted.default
    same_default = (
        defaults[0] is defaults[1] or difference(*defaults, tolerance=Strict(0.0)) is None
    )
    return (given.name, given.kind) == (wanted.name, wanted.kind) and same_default


def _is_optional(parameter: inspect.Parameter) -> bool:
    variable = parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD
    return parameter.kind in variable or parameter.default is not parameter.empty
