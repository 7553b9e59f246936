"""The check of a student's function, and the ``@exercise`` decorator that shows what it found."""

import dis
import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import ModuleType
from typing import Any, NamedTuple, TypeVar

from IPython import get_ipython
from IPython.display import display

from bertlab.edition import EDITION
from workbook.exercises.definition import Exercise, functions_of, namespace_of
from workbook.exercises.diagnosis import judge, other_parameters
from workbook.exercises.digest import digest, digest_of
from workbook.exercises.expected import expectation, outcomes_of
from workbook.exercises.findings import (
    Finding,
    NoEnd,
    example_of,
    misconception_of,
    status_of,
)
from workbook.exercises.heuristics.smallest import Example, LastFailure
from workbook.exercises.loading import load
from workbook.exercises.messages import words
from workbook.exercises.progress import AttemptRecord, lesson_and_name, note_attempt
from workbook.exercises.solution import show_solution
from workbook.exercises.values import describe

if sys.platform == "linux":
    from workbook.exercises.calls.rehearsal import rehearse

    APART = True
else:
    APART = False

_SILENT = {"RESUME", "NOP", "CACHE", "COPY_FREE_VARS", "MAKE_CELL"}


T = TypeVar("T")
FORMAT = 1  # of the metadata; raise it when a reader of the old one would misread the new


class Verdict(NamedTuple):
    """What was found of a student's function, and the words for it.

    Attributes:
        finding: What was found.
        text: The words.
        digest: Sixteen digits, equal for functions that do the same; None if it had no end.
    """

    finding: Finding
    text: str
    digest: str | None = None

    @property
    def right(self) -> bool:
        """Whether the function is right."""
        return self.record.status == "solved"

    @property
    def misconception(self) -> str | None:
        """The misconception that is named, or None."""
        return misconception_of(self.finding)

    @property
    def example(self) -> Example | None:
        """The failing case that is shown, or None."""
        return example_of(self.finding)

    def to_play_with(self, function: Callable[..., Any]) -> LastFailure | None:
        """Return the failing case that is shown as a student can play with it, or None."""
        return self.example and self.example.to_play_with(function)

    @property
    def record(self) -> AttemptRecord:
        """What is recorded beside the words, and in the file of progress."""
        return AttemptRecord(status_of(self.finding), self.misconception, self.digest)


OPEN = AttemptRecord("open")


def exercise(given: Exercise | ModuleType) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Check the decorated function and show the answer.

    Args:
        given: An exercise, or the package in a lesson's ``exercises`` that holds it.

    Returns:
        A decorator. It returns the student's function itself if that is right, and the reference
        if it is wrong or has no body yet; either has ``last_failure``, a case to play with or None,
        and ``solution()``, which prints the reference.
    """
    definition = load(given) if isinstance(given, ModuleType) else given

    def check(function: Callable[..., Any]) -> Callable[..., Any]:
        if not inspect.isfunction(function):
            raise ValueError(f"@exercise goes above a function, got {describe(function)}")
        if is_blank(function):
            text = f"{definition.name}: not filled in yet; the workbook's version stands in."
            say(text, lesson_and_name(given), OPEN)
            return with_help(given, definition, definition.reference)
        verdict = attempt(given, definition, function)
        goes_on = function if verdict.right else definition.reference
        return with_help(given, definition, goes_on, verdict.to_play_with(function))

    return check


def attempt(
    given: Exercise | ModuleType, definition: Exercise, own: Any, left_out: str = ""
) -> Verdict:
    """Check what a student wrote, count the attempt and show the answer without ``left_out``."""
    verdict = diagnose(definition, own)
    attempts = note_attempt(given, verdict.record)
    text = verdict.text.replace(left_out, "")
    if own.__name__ != definition.name:
        text += f"\nThe lesson goes on with {definition.name}: call your function that."
    say(text, lesson_and_name(given), verdict.record, attempts)
    return verdict


def with_help(
    given: Exercise | ModuleType,
    definition: Exercise,
    goes_on: T,
    failure: LastFailure | None = None,
) -> T:
    """Return what a lesson goes on with, with the case to play with and the way out."""
    helped: Any = goes_on
    helped.last_failure = failure
    helped.solution = partial(show_solution, given, definition)
    return goes_on


def say(
    text: str,
    where: tuple[str, str] | None,
    record: AttemptRecord,
    attempts: int | None = None,
) -> None:
    """Show an answer; in a notebook, with what was found in the metadata of the output.

    Args:
        text: The words.
        where: The lesson's number and the exercise's name, or None for one outside the lessons.
        record: What was found.
        attempts: How many attempts there were until now; None if they are not counted here.
    """
    if where is None or not hasattr(get_ipython(), "kernel"):
        print(text)
        return
    lesson, name = where
    about = {"format": FORMAT, "edition": EDITION, "lesson": lesson, "exercise": name}
    about |= record._asdict() | {"attempts": attempts}
    display({"text/plain": text}, raw=True, metadata={"bertlab": about})


def is_blank(given: Any) -> bool:
    """Tell whether a function, or one in a class, is only a docstring and ``...`` or ``pass``."""
    if inspect.isclass(given):
        return any(map(is_blank, functions_of(given)))
    code = getattr(inspect.unwrap(given), "__code__", None)
    if code is None:
        return False
    steps = [step for step in dis.get_instructions(code) if step.opname not in _SILENT]
    returns = [step.opname for step in steps] in (["LOAD_CONST", "RETURN_VALUE"], ["RETURN_CONST"])
    return returns and (steps[0].argval is None or steps[0].argval is Ellipsis)


def diagnose(definition: Exercise, given: Any, apart: bool = APART) -> Verdict:
    """Run a function or class on the cases of an exercise and find the words for what it does.

    Nothing is printed, and global state stays as it is.

    Args:
        definition: The exercise.
        given: What a student wrote.
        apart: Whether it is tried in a process of its own first, where it can be stopped whatever
            it does; only Linux can.
    """
    function = definition.called(given)
    other = other_parameters(definition, function)
    if other:
        return Verdict(other, words(other, definition), digest(list(other)))
    cases, _ = expectation(definition)
    with _known_by_its_name(given):
        why = rehearse(function, cases, definition.timeout) if apart else None
        if why:
            finding: Finding = NoEnd(why, len(cases))
            return Verdict(finding, words(finding, definition))
        mine = outcomes_of(function, cases, definition.timeout)
        finding = judge(definition, mine, function)
    code = None if isinstance(finding, NoEnd) else digest_of(mine, definition.tolerance)
    return Verdict(finding, words(finding, definition), code)


@contextmanager
def _known_by_its_name(given: Any) -> Iterator[None]:
    """Bind a function's or class's name while it is checked, so that it finds itself."""
    names, name = namespace_of(given), getattr(given, "__name__", "")
    before = {name: names[name]} if name in names else {}
    names[name] = given
    try:
        yield
    finally:
        del names[name]
        names.update(before)
