"""Answers to exercises, as data: ``tests/lessons/lNN_slug/answers.toml``, one entry a behavior.

Each entry of a table named like its exercise has

- ``is``: ``"right"``, ``"wrong"`` (refused, and no misconception of ours), or the misconception
  that has to be named;
- ``code``: what was written, a module that defines the exercise's function; or ``of`` and
  ``edit``: the name of a right answer to the same exercise, and ``[old, new, ...]``, the same
  mistake made in another style than the reference's;
- ``name``: of a right answer, its style;
- ``thought``: what its writer had in mind; ``judged``: what a reader said of the answer that it
  got, if it was not named rightly.
"""

import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import jaxtyping

from workbook.exercises import Exercise, diagnosis, expected, load
from workbook.exercises.edits import build

HERE = Path(__file__).parent / "lessons"
FIELDS = {"is", "code", "of", "edit", "name", "thought", "judged"}


class Answer(NamedTuple):
    """One answer.

    Attributes:
        exercise: The name of its exercise.
        verdict: ``"right"``, ``"wrong"``, or the misconception to be named.
        function: What was written.
        label: For messages.
    """

    exercise: str
    verdict: str
    function: Callable[..., Any]
    label: str


def rooms() -> list[str]:
    """List the lessons that have answers."""
    return sorted(path.parent.name for path in HERE.glob("*/answers.toml"))


def exercises_of(room: str) -> dict[str, Exercise]:
    """Return a lesson's exercises by name."""
    packages = import_module(f"lessons.{room}.exercises").EXERCISES
    return {package.__name__.split(".")[-1]: load(package) for package in packages}


def answers(room: str) -> Iterator[Answer]:
    """Give the answers to the exercises of a lesson.

    Raises:
        ValueError: If an entry is not as the module says.
    """
    given = tomllib.loads((HERE / room / "answers.toml").read_text(encoding="utf-8"))
    definitions = exercises_of(room) if given else {}
    for exercise, entries in given.items():
        styles = {entry["name"]: entry["code"] for entry in entries if "name" in entry}
        for number, entry in enumerate(entries, start=1):
            label = f"{room}, {exercise}, answer {number} ({entry.get('thought', '')})"
            if not entry.keys() <= FIELDS or ("code" in entry) == ("of" in entry):
                raise ValueError(f"{label}: expected code, or of and edit, got {[*entry]}")
            source = entry["code"] if "code" in entry else styles[entry["of"]]
            function = build(source, definitions[exercise].name, entry.get("edit", ()))
            yield Answer(exercise, entry["is"], function, label)


@contextmanager
def judged_only() -> Iterator[None]:
    """Judge as users are judged, but without what helps them: only right or wrong is asked."""
    # What exercises raise now is kept for this while alone.
    kept = expected.expectation, expected.misconception_outcomes
    checked = jaxtyping.config.jaxtyping_disable
    for each in kept:
        each.cache_clear()
    jaxtyping.config.update("jaxtyping_disable", True)
    try:
        with (
            patch.object(diagnosis, "two_misconceptions", lambda definition, mine: ()),
            patch.object(diagnosis, "smallest", lambda failing, *given: failing[0]),
        ):
            yield
    finally:
        jaxtyping.config.update("jaxtyping_disable", checked)
        for each in kept:
            each.cache_clear()
