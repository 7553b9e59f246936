"""How far a student is: attempts and solved exercises, in a file beside the notebook.

``progress.json`` lies in the notebook's folder. Nothing is sent anywhere; remove the file to begin
anew. ``BERTLAB_PROGRESS=off`` in the environment keeps nothing, nor do notebooks with solutions.
"""

import json
import os
import pkgutil
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from filelock import FileLock
from IPython import get_ipython

from bertlab.edition import EDITION
from bertlab.files import read_json, write_atomically
from workbook.exercises.definition import Exercise

FILE = "progress.json"
Entry = dict[str, Any]
_recording = True


class AttemptRecord(NamedTuple):
    """What is recorded of a check.

    Attributes:
        status: ``"solved"``, ``"named"``, ``"wrong"``, ``"stopped"`` or ``"open"``.
        misconception: The one that was named, if one was.
        digest: Sixteen digits, equal for functions that do the same.
    """

    status: str
    misconception: str | None = None
    digest: str | None = None


def record_progress(on: bool) -> None:
    """Set whether attempts are recorded from now on; a notebook of solutions records none."""
    global _recording
    _recording = on


def lesson_and_name(given: Exercise | ModuleType) -> tuple[str, str] | None:
    """Return the lesson's number and the exercise's name, or None for one outside the lessons."""
    parts = given.__name__.split(".") if isinstance(given, ModuleType) else []
    if len(parts) < 4 or parts[0] != "lessons":
        return None
    return parts[1][1:3], parts[-1]


def note_attempt(given: Exercise | ModuleType, record: AttemptRecord) -> int | None:
    """Record an attempt; in a folder that cannot be written none is recorded.

    Args:
        given: What the decorator was given.
        record: What was found.

    Returns:
        The attempts until now, or None if they are not counted here.
    """
    where = lesson_and_name(given)
    return None if where is None else _note(*where, lambda entry: _attempt(entry, record))


def note_look(given: Exercise | ModuleType) -> None:
    """Record that the solution of an exercise was looked at."""
    where = lesson_and_name(given)
    if where is not None:
        _note(*where, lambda entry: entry.update(looked=True))


def note_task(room: str, name: str, right: bool) -> None:
    """Record an attempt at a task without a grade, if the lesson counts it among its ``TASKS``.

    Args:
        room: The name of a module in the lesson's room.
        name: Of the task.
        right: Whether it is solved.
    """
    parts = room.split(".")
    if parts[0] == "lessons" and len(parts) > 1:
        number = parts[1][1:3]
        if name in _lesson(number)[1]:
            _note(
                number,
                name,
                lambda entry: _attempt(entry, AttemptRecord("solved" if right else "wrong")),
            )


def _attempt(entry: Entry, record: AttemptRecord) -> None:
    if not entry["solved"]:  # what is run again after it was right is no further attempt
        entry["attempts"] += 1
        entry["solved"] = record.status == "solved"
    if record.misconception:
        named = entry.setdefault("named", {})
        named[record.misconception] = named.get(record.misconception, 0) + 1
    entry["last"] = {**record._asdict(), "edition": EDITION}


def _note(lesson: str, name: str, change: Callable[[Entry], None]) -> int | None:
    """Change an entry of the file, if attempts are recorded here, and return its attempts."""
    if not is_recording():
        return None
    with suppress(OSError), FileLock(f".{FILE}.lock", timeout=5):
        lessons = _read()
        entry = lessons.setdefault(lesson, {}).setdefault(name, {"attempts": 0, "solved": False})
        change(entry)
        text = json.dumps({"lessons": lessons}, indent=1, sort_keys=True, ensure_ascii=False)
        write_atomically(Path(FILE), f"{text}\n".encode())
        return int(entry["attempts"])
    return None


def is_recording() -> bool:
    """Tell whether attempts are recorded here."""
    return _recording and os.environ.get("BERTLAB_PROGRESS") != "off"


def my_progress(exercises: ModuleType | None = None) -> None:
    """Print how far you are: in one lesson, or in this one and all that you have begun.

    Args:
        exercises: A lesson's ``exercises``; None for all lessons.
    """
    lessons = _read() if is_recording() else {}
    if exercises is not None:
        numbers = [_number(exercises)]
    else:
        here: Any = getattr(get_ipython(), "user_ns", {}).get("exercises")
        is_lesson = isinstance(here, ModuleType) and here.__name__.startswith("lessons.")
        numbers = sorted({*lessons, *([_number(here)] if is_lesson else [])})
    if not numbers:
        print("No exercise was tried in this folder yet.")
    for number in numbers:
        print(_lines(number, lessons.get(number, {})))


def _number(exercises: ModuleType) -> str:
    return exercises.__name__.split(".")[1][1:3]


def _lesson(number: str) -> tuple[list[str], list[str]]:
    """Return the names of a lesson's exercises and tasks, in its order; none if it is not here."""
    for room in pkgutil.iter_modules(import_module("lessons").__path__):
        if room.name.startswith(f"l{number}_"):
            exercises = import_module(f"lessons.{room.name}.exercises")
            found: dict[bool, list[str]] = {True: [], False: []}
            for package in exercises.EXERCISES:
                question = import_module(f"{package.__name__}.question").QUESTION
                found[question.graded].append(package.__name__.rpartition(".")[2])
            return found[True], [*found[False], *getattr(exercises, "TASKS", ())]
    return [], []


def _lines(number: str, entries: dict[str, Entry]) -> str:
    names, tasks = _lesson(number)
    left = [name for name in names if not _solved(entries, name)]
    attempts = sum(entries.get(name, {}).get("attempts", 0) for name in names)
    tried = f", in {attempts} attempt{'s' if attempts != 1 else ''}" if attempts else ""
    solved = len(names) - len(left)
    text = f"Lesson {number}: {solved} of {len(names)} exercises solved{tried}."
    text += f"\nStill open: {', '.join(left)}." if left else " All done."
    looked = [name for name in names if entries.get(name, {}).get("looked")]
    text += f"\nSolutions looked at: {', '.join(looked)}." if looked else ""
    if not tasks:
        return text
    open_tasks = [name for name in tasks if not _solved(entries, name)]
    rest = f" Still open: {', '.join(open_tasks)}." if open_tasks else " All done."
    return f"{text}\nTasks without a grade: {len(tasks) - len(open_tasks)} of {len(tasks)}.{rest}"


def _solved(entries: dict[str, Entry], name: str) -> bool:
    return bool(entries.get(name, {}).get("solved"))


def _read() -> dict[str, dict[str, Entry]]:
    """Return what is recorded; a damaged file is put aside, so that nothing is overwritten."""
    path = Path(FILE)
    if not path.is_file():
        return {}
    try:
        return {
            str(number): {str(name): _checked(entry) for name, entry in entries.items()}
            for number, entries in read_json(path)["lessons"].items()
        }
    except (ValueError, TypeError, LookupError, AttributeError):
        with suppress(OSError):
            os.replace(path, path.with_suffix(".damaged.json"))
        return {}


def _checked(entry: Any) -> Entry:
    """Return the fields of an entry that are known.

    Raises:
        ValueError: If something is of another type than it is written with.
    """
    known = {name: entry[name] for name in ("attempts", "solved")}
    known |= {name: entry[name] for name in ("named", "last", "looked") if name in entry}
    named, last = known.get("named", {}), known.get("last", dict.fromkeys(_LAST))
    fine = (
        _is_count(known["attempts"])
        and isinstance(known["solved"], bool)
        and isinstance(known.get("looked", True), bool)
        and all(map(_is_count, named.values()))
        and last.keys() == _LAST
        and all(value is None or type(value) in (str, int) for value in last.values())
    )
    if not fine:
        raise ValueError(f"expected an entry of an exercise, got {str(entry)[:200]}")
    return known


_LAST = {*AttemptRecord._fields, "edition"}


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value < 10**9
