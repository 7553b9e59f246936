"""The reference and all misconceptions on the cases of an exercise, each run once."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

from workbook.exercises.calls.restoring import restoring_state, seed_all
from workbook.exercises.calls.sandbox import Outcome, agree, run
from workbook.exercises.calls.time_limit import Limit, OutOfTime
from workbook.exercises.definition import Case, Exercise, Misconception


class EvaluatedMisconception(NamedTuple):
    """What a misconception makes of the cases, and whether a value there tells it from right."""

    misconception: Misconception
    outcomes: tuple[Outcome, ...]
    telling: bool


@cache
def expectation(definition: Exercise) -> tuple[tuple[Case, ...], tuple[Outcome, ...]]:
    """Make the cases of an exercise and run its reference on them, once."""
    with restoring_state():
        seed_all(0)
        cases = definition.checked_cases()
        return cases, outcomes_of(definition.called_reference, cases)


@cache
def misconception_outcomes(definition: Exercise) -> tuple[EvaluatedMisconception, ...]:
    """Run every misconception of an exercise, and its variants, on the cases, once."""
    cases, expected = expectation(definition)
    found = []
    for misconception in definition.misconceptions:
        for wrong in (misconception.wrong, *misconception.variants):
            outcomes = outcomes_of(definition.called(wrong), cases)
            agreeing = agreeing_of(outcomes, expected, definition.sameness)
            both = zip(outcomes, agreeing, strict=True)
            telling = any(not outcome.failure and not agrees for outcome, agrees in both)
            found.append(EvaluatedMisconception(misconception, outcomes, telling))
    return tuple(found)


def matching(definition: Exercise, mine: Sequence[Outcome]) -> list[Misconception]:
    """List the misconceptions whose results are a student's on every case.

    Where a misconception breaks down (raises), the student's function has to break down in the
    same way, unless another case tells that misconception from the reference.
    """
    found = [
        each.misconception
        for each in misconception_outcomes(definition)
        if all(
            (each.telling and wrong.failure) or agree(outcome, wrong, definition.sameness)
            for outcome, wrong in zip(mine, each.outcomes, strict=True)
        )
    ]
    return list(dict.fromkeys(found))


def outcomes_of(
    function: Callable[..., Any], cases: Sequence[Case], seconds: float | None = None
) -> tuple[Outcome, ...]:
    """Run a function on cases, in the same random state each time, until time is over."""
    limit = None if seconds is None else Limit(seconds)
    outcomes: list[Outcome] = []
    for seed, case in enumerate(cases):
        outcomes.append(run(function, case, seed, limit))
        failure = outcomes[-1].failure
        if failure and issubclass(failure.kind, OutOfTime):
            break
    return tuple(outcomes)


def agreeing_of(mine: Sequence[Outcome], theirs: Sequence[Outcome], tolerance: float) -> list[bool]:
    """Compare outcomes case by case: equal values, or errors of one type."""
    return [agree(a, b, tolerance) for a, b in zip(mine, theirs, strict=True)]
