"""The check of a student's function, and the ``@exercise`` decorator."""

import dis
import functools
import inspect
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from types import ModuleType
from typing import Any, NamedTuple

from workbook.exercises import answers
from workbook.exercises.calls.kept_state import seed_all, state_kept
from workbook.exercises.calls.sandbox import Outcome, Stopped, agree, run
from workbook.exercises.calls.time_limit import OutOfTime
from workbook.exercises.definition import Case, Exercise, Misconception, Named, load
from workbook.exercises.guesses.guess import guessed, is_fair, set_apart
from workbook.exercises.guesses.results import wrong_type
from workbook.exercises.pairs import pairs
from workbook.exercises.progress import note_attempt
from workbook.exercises.smallest import Example, is_finite, smallest
from workbook.exercises.values import describe

if sys.platform == "linux":
    from workbook.exercises.calls.rehearsal import rehearse

    APART = True
else:
    APART = False

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
        note_attempt(given, verdict.right, verdict.misconception)
        print(verdict.text)
        if function.__name__ != definition.name:
            print(f"The lesson goes on with {definition.name}: call your function that.")
        goes_on = function if verdict.right else definition.reference
        failure = verdict.example and verdict.example.to_play_with(function)
        goes_on.last_failure = failure  # type: ignore[attr-defined]
        return goes_on

    return check


def is_blank(function: Callable[..., Any]) -> bool:
    """Tell whether a function's body is only a docstring and ``...`` or ``pass``."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    if code is None:
        return False
    steps = [step for step in dis.get_instructions(code) if step.opname not in _SILENT]
    returns = [step.opname for step in steps] in (["LOAD_CONST", "RETURN_VALUE"], ["RETURN_CONST"])
    return returns and (steps[0].argval is None or steps[0].argval is Ellipsis)


def diagnose(
    definition: Exercise, function: Callable[..., Any], apart: bool = APART
) -> answers.Verdict:
    """Run a function on the cases of an exercise and find the words for what it does.

    Nothing is printed, and global state stays as it is.

    Args:
        definition: The exercise.
        function: What a student wrote.
        apart: Whether it is tried in a process of its own first, where it can be stopped whatever
            it does; only Linux can.
    """
    verdict = answers.wrong_parameters(definition, function)
    if verdict:
        return verdict
    cases, expected = expectation(definition)
    with _known_by_its_name(function):
        why = rehearse(function, cases, definition.timeout) if apart else None
        if why:
            return answers.stopped(definition, why, len(cases))
        mine = _outcomes(function, cases, definition.timeout)
        last = mine[-1].failure
        if last and last.kind is OutOfTime:
            return answers.stopped(definition, Stopped("time", len(mine), last.line), len(cases))
        touched = [name for outcome in mine for name in outcome.touched]
        if touched:
            return answers.changes_names(definition, list(dict.fromkeys(touched)))
        agreeing = _agreeing(mine, expected, definition.tolerance)
        if all(agreeing):
            changed = [place for place, outcome in enumerate(mine) if outcome.changed]
            if changed:
                name = mine[changed[0]].changed
                return answers.changes_input(definition, name, cases[changed[0]])
            return answers.correct(definition, len(cases))
        found = matching(definition, mine)
        first = agreeing.index(False)
        slip = found[0] if found else guessed(definition, cases, mine, expected)
        if slip:
            verdict = answers.named(definition, slip, mine[first], expected[first])
            return verdict._replace(example=Example(cases[first], mine[first], expected[first]))
        triples = zip(cases, mine, expected, agreeing, strict=True)
        failing = [Example(*triple[:3]) for triple in triples if not triple[3]]
        again = partial(_again, definition, function, failing)
        example = smallest(failing, again, list(inspect.signature(definition.reference).parameters))
    slips = two_slips(definition, mine)
    apart_by = set_apart(definition, cases, agreeing)
    return answers.unnamed(definition, failing[0], example, agreeing, slips, apart_by)


def _again(
    definition: Exercise, function: Callable[..., Any], known: Sequence[Example], case: Case
) -> Example | None:
    """Run a function on a smaller case; return it if it fails there as it does on a known one."""
    if not is_fair(definition, expectation(definition)[0], case):
        return None
    expected = run(definition.reference, case)
    kinds = {example.mine.failure and example.mine.failure.kind for example in known}
    usual = all(is_finite(example.expected.value) for example in known)
    if expected.failure or (usual and not is_finite(expected.value)):
        return None  # not what the exercise is about
    mine = run(function, case, 0, 0.2)
    if (mine.failure and mine.failure.kind) not in kinds:
        return None
    return None if agree(mine, expected, definition.tolerance) else Example(case, mine, expected)


def two_slips(
    definition: Exercise, mine: Sequence[Outcome]
) -> tuple[()] | tuple[Misconception, Misconception | Named]:
    """Return two slips that together give a student's results on every case, if any."""
    cases, _ = expectation(definition)
    for first, second, wrong in pairs(definition.misconceptions):
        for seed, (case, outcome) in enumerate(zip(cases, mine, strict=True)):
            if not agree(outcome, run(wrong, case, seed), definition.tolerance):
                break
        else:
            return first, second
    types = (
        (slip.misconception, wrong_type(mine, slip.outcomes, definition.tolerance))
        for slip in slips(definition)
    )
    return next(((slip, wrong) for slip, wrong in types if wrong), ())


@functools.cache
def expectation(definition: Exercise) -> tuple[tuple[Case, ...], tuple[Outcome, ...]]:
    """Make the cases of an exercise and run its reference on them, once."""
    with state_kept():
        seed_all(0)
        cases = definition.checked_cases()
        return cases, _outcomes(definition.reference, cases)


@functools.cache
def slips(definition: Exercise) -> tuple[Slip, ...]:
    """Run every misconception of an exercise, and its variants, on the cases, once."""
    cases, expected = expectation(definition)
    found = []
    for misconception in definition.misconceptions:
        for wrong in (misconception.wrong, *misconception.variants):
            outcomes = _outcomes(wrong, cases)
            agreeing = _agreeing(outcomes, expected, definition.tolerance)
            both = zip(outcomes, agreeing, strict=True)
            telling = any(not outcome.failure and not agrees for outcome, agrees in both)
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
            (slip.telling and wrong.failure) or agree(outcome, wrong, definition.tolerance)
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
    return [agree(a, b, tolerance) for a, b in zip(mine, theirs, strict=True)]


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
