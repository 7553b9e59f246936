"""The check of a student's function, and the ``@exercise`` decorator."""

import dis
import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from workbook.exercises import answers
from workbook.exercises.definition import Exercise
from workbook.exercises.judge import judge
from workbook.exercises.known import expectation, outcomes_of
from workbook.exercises.loading import load
from workbook.exercises.progress import note_attempt
from workbook.exercises.values import describe

if sys.platform == "linux":
    from workbook.exercises.calls.rehearsal import rehearse

    APART = True
else:
    APART = False

_SILENT = {"RESUME", "NOP", "CACHE", "COPY_FREE_VARS", "MAKE_CELL"}


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
    cases, _ = expectation(definition)
    with _known_by_its_name(function):
        why = rehearse(function, cases, definition.timeout) if apart else None
        if why:
            return answers.stopped(definition, why, len(cases))
        mine = outcomes_of(function, cases, definition.timeout)
        return judge(definition, mine, function)


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
