"""Tasks without a grade: a mistake is named, and the lesson goes on with the workbook's version.

The check of a task is a function of its lesson's room. It says what is wrong with what a student
gave, and nothing if it is right. What it says, and what the lesson goes on with, is put into the
words of the exercises here, and ``my_progress`` counts what was solved.
"""

from collections.abc import Callable
from typing import TypeVar

from workbook.exercises.check import is_blank
from workbook.exercises.progress import note_task

T = TypeVar("T")
OPEN = "not filled in yet"  # what a check says of a task whose gaps are still there


def task(
    room: str,
    name: str,
    given: T,
    ours: T | None,
    check: Callable[[T], str],
    right: str = "right.",
) -> T:
    """Say what is wrong with what a student gave; return it if it is right, and ours if not.

    Args:
        room: The module of the lesson's room that asks: its ``__name__``.
        name: What the answer begins with. It is counted if it is in ``TASKS`` of the lesson's
            ``exercises``.
        given: A function, a class or a value. An empty function is one that is not filled in yet.
        ours: What the lesson goes on with until it is right; None if nothing later needs it.
        check: Returns what is wrong, in sentences; ``OPEN`` for gaps that are still there, and an
            empty text if nothing is wrong. What it raises is taken for the student's error.
        right: What is said of a right answer.
    """
    stands_in = "the workbook's version stands in." if ours is not None else ""
    found = OPEN if callable(given) and is_blank(given) else _named(check, given)
    if found == OPEN:
        print(f"{name}: {OPEN}; {stands_in}" if stands_in else f"{name}: {OPEN}.")
        return given if ours is None else ours
    note_task(room, name, right=not found)
    if not found:
        print(f"{name}: {right}")
        return given
    print(f"{name}: not yet. {found}" + (f"\nUntil then {stands_in}" if stands_in else ""))
    return given if ours is None else ours


def _named(check: Callable[[T], str], given: T) -> str:
    """Ask a check what is wrong, where the student's code may raise anything."""
    try:
        return check(given)
    except Exception as error:
        if "ellipsis" in str(error).lower():
            return OPEN
        reason = (str(error).splitlines() or ["no message"])[0]
        return f"It stops with {type(error).__name__}: {reason[:200]}."
