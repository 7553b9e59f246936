"""Exercises of a path: what the student builds is what the lesson goes on with.

While an exercise is open, its reference stands in, and nothing is said: ``yours`` says it once, at
the end. A reference that imports those of earlier exercises builds on them. So its source is run
among the student's own names: it calls what the student wrote, where that is right.
"""

import __future__

import inspect
import re
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple, TypeVar

from IPython.display import display

from workbook.exercises.check import attempt, is_blank, with_help
from workbook.exercises.definition import Exercise, functions_of, namespace_of
from workbook.exercises.loading import load
from workbook.exercises.messages import STANDS_IN
from workbook.exercises.values import describe

T = TypeVar("T")
_runs: dict[str, "Run"] = {}  # by the exercise's package


class Run(NamedTuple):
    """Whose version of an exercise runs in this kernel."""

    name: str
    graded: bool
    own: bool


def exercise(given: ModuleType) -> Callable[[T], T]:
    """Check the decorated function or class; say nothing while it has no body.

    Args:
        given: The package in a lesson's ``exercises`` that holds the exercise.

    Returns:
        A decorator. It returns the student's own object if that is right, and else the reference;
        either has ``last_failure``, a case to play with or None, and ``solution()``.
    """
    definition = load(given)
    left_out = "" if definition.graded else f"\n{STANDS_IN}"  # nothing counts whose version runs

    def check(own: T) -> T:
        if not functions_of(own):
            raise ValueError(f"@exercise goes above a function or a class, got {describe(own)}")
        verdict = None if is_blank(own) else attempt(given, definition, own, left_out)
        right = verdict is not None and verdict.right
        _runs[given.__name__] = Run(definition.name, definition.graded, right)
        goes_on = own if right else stand_in(definition, own)
        failure = verdict.to_play_with(definition.called(own)) if verdict else None
        return with_help(given, definition, goes_on, failure)

    return check


def stand_in(definition: Exercise, own: Any) -> Any:
    """Return the reference; one that builds on other exercises sees the names that ``own`` sees."""
    reference = definition.reference
    if not builds_on_others(reference):
        return reference
    flags = __future__.annotations.compiler_flag  # the types in them may have no names here
    code = compile(inspect.getsource(reference), f"<{definition.name}>", "exec", flags)
    made: dict[str, Any] = {}
    exec(code, namespace_of(own), made)
    return made[definition.name]


def builds_on_others(reference: Any) -> bool:
    """Tell whether the module of a reference has imported the reference of another exercise."""
    room = reference.__module__.rsplit(".", 2)[0]
    modules = (getattr(thing, "__module__", None) for thing in _names(reference).values())
    others = {module for module in modules if module and module != reference.__module__}
    return any(each.startswith(f"{room}.") and each.endswith(".reference") for each in others)


def _names(reference: Any) -> dict[str, Any]:
    return vars(sys.modules[reference.__module__])


def yours(exercises: ModuleType) -> None:
    """Show how many of a lesson's exercises that were run in this kernel are the student's own."""
    runs = [run for name, run in _runs.items() if name.startswith(f"{exercises.__name__}.")]
    counted = [run for run in runs if run.graded]
    ours = [run.name for run in counted if not run.own]
    text = f"Yours: {len(counted) - len(ours)} of {len(counted)}."
    if ours:
        text += f" The workbook's version ran for `{'`, `'.join(ours)}`."
    page = re.sub("`(.*?)`", r"<code>\1</code>", text)
    display({"text/html": f"<p><strong>{page}</strong></p>", "text/plain": text}, raw=True)
