"""The check of a student's function, and the ``@exercise`` decorator."""

import dis
import functools
import inspect
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import Any, NamedTuple

from workbook.exercises import answers
from workbook.exercises.compare import difference
from workbook.exercises.definition import Case, Exercise, Misconception, load
from workbook.exercises.sandbox import Outcome, OutOfTime, random_states_kept, run, seed_all
from workbook.exercises.values import describe

_SILENT = {"RESUME", "NOP", "CACHE", "COPY_FREE_VARS", "MAKE_CELL"}


class Slip(NamedTuple):
    """What a misconception makes of the cases, and whether a value there tells it from right."""

    misconception: Misconception
    outcomes: tuple[Outcome, ...]
    telling: bool


def exercise(given: Exercise | ModuleType) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Check the decorated function and print the answer.

    Args:
        given: An exercise, or the package in a lesson's ``exercises`` that holds it.

    Returns:
        A decorator. It returns the student's function itself if that is right, and the reference
        if it is wrong or has no body yet.
    """
    definition = load(given) if isinstance(given, ModuleType) else given

    def check(function: Callable[..., Any]) -> Callable[..., Any]:
        if not inspect.isfunction(function):
            raise ValueError(f"@exercise goes above a function, got {describe(function)}")
        if is_blank(function):
            print(f"{definition.name}: not filled in yet; the workbook's version stands in.")
            return definition.reference
        verdict = diagnose(definition, function)
        print(verdict.text)
        if function.__name__ != definition.name:
            print(f"The lesson goes on with {definition.name}: call your function that.")
        return function if verdict.right else definition.reference

    return check


def is_blank(function: Callable[..., Any]) -> bool:
    """Tell whether a function's body is only a docstring and ``...`` or ``pass``."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    if code is None:
        return False
    steps = [step for step in dis.get_instructions(code) if step.opname not in _SILENT]
    returns = [step.opname for step in steps] in (["LOAD_CONST", "RETURN_VALUE"], ["RETURN_CONST"])
    return returns and (steps[0].argval is None or steps[0].argval is Ellipsis)


def diagnose(definition: Exercise, function: Callable[..., Any]) -> answers.Verdict:
    """Run a function on the cases of an exercise and find the words for what it does.

    Nothing is printed, and the global random states stay as they are.
    """
    verdict = answers.wrong_parameters(definition, function)
    if verdict:
        return verdict
    with random_states_kept():
        cases, expected = expectation(definition)
        with _known_by_its_name(function):
            mine = _outcomes(function, cases, definition.timeout)
        last = mine[-1].failure
        if last and last.kind is OutOfTime:
            return answers.out_of_time(definition, last, len(mine), len(cases))
        agreeing = _agreeing(mine, expected, definition.tolerance)
        if all(agreeing):
            changed = next((outcome.changed for outcome in mine if outcome.changed), "")
            if changed:
                return answers.changes_input(definition, changed)
            return answers.correct(definition, len(cases))
        found = matching(definition, mine)
    first = agreeing.index(False)
    if found:
        return answers.named(definition, found[0], mine[first], expected[first])
    return answers.unnamed(definition, cases[first], mine[first], expected[first], agreeing)


@functools.cache
def expectation(definition: Exercise) -> tuple[tuple[Case, ...], tuple[Outcome, ...]]:
    """Make the cases of an exercise and run its reference on them, once."""
    with random_states_kept():
        seed_all(0)
        cases = definition.checked_cases()
        return cases, _outcomes(definition.reference, cases)


@functools.cache
def slips(definition: Exercise) -> tuple[Slip, ...]:
    """Run every misconception of an exercise, and its variants, on the cases, once."""
    cases, expected = expectation(definition)
    found = []
    with random_states_kept():
        for misconception in definition.misconceptions:
            for wrong in (misconception.wrong, *misconception.variants):
                outcomes = _outcomes(wrong, cases)
                agreeing = _agreeing(outcomes, expected, definition.tolerance)
                pairs = zip(outcomes, agreeing, strict=True)
                telling = any(not outcome.failure and not agrees for outcome, agrees in pairs)
                found.append(Slip(misconception, outcomes, telling))
    return tuple(found)


def matching(definition: Exercise, mine: Sequence[Outcome]) -> list[Misconception]:
    """List the misconceptions whose results are a student's on every case.

    Where a misconception breaks down (raises), the student's function has to break down in the
    same way, unless another case tells that misconception from the reference.
    """
    found = [
        slip.misconception
        for slip in slips(definition)
        if all(
            (slip.telling and wrong.failure) or _agree(outcome, wrong, definition.tolerance)
            for outcome, wrong in zip(mine, slip.outcomes, strict=True)
        )
    ]
    return list(dict.fromkeys(found))


def _outcomes(
    function: Callable[..., Any], cases: Sequence[Case], seconds: float | None = None
) -> tuple[Outcome, ...]:
    """Run a function on cases, in the same random state each time, until time is over."""
    deadline = None if seconds is None else time.monotonic() + seconds
    outcomes: list[Outcome] = []
    for seed, case in enumerate(cases):
        left = None if deadline is None else deadline - time.monotonic()
        outcomes.append(run(function, case, seed, left))
        failure = outcomes[-1].failure
        if failure and failure.kind is OutOfTime:
            break
    return tuple(outcomes)


def _agreeing(mine: Sequence[Outcome], theirs: Sequence[Outcome], tolerance: float) -> list[bool]:
    """Compare outcomes case by case: equal values, or errors of one type."""
    return [_agree(a, b, tolerance) for a, b in zip(mine, theirs, strict=True)]


def _agree(mine: Outcome, theirs: Outcome, tolerance: float) -> bool:
    if mine.failure or theirs.failure:
        return bool(mine.failure and theirs.failure and mine.failure.kind is theirs.failure.kind)
    return difference(mine.value, theirs.value, tolerance) is None


@contextmanager
def _known_by_its_name(function: Callable[..., Any]) -> Iterator[None]:
    """Bind the function's name while it is checked, so that a recursive one finds itself."""
    names, name = getattr(function, "__globals__", {}), getattr(function, "__name__", "")
    before = {name: names[name]} if name in names else {}
    names[name] = function
    try:
        yield
    finally:
        del names[name]
        names.update(before)
