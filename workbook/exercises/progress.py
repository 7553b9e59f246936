"""How far a student is: attempts and solved exercises, in a file beside the notebook.

``progress.json`` lies in the notebook's folder. Nothing is sent anywhere; remove the file to begin
anew. ``BERTLAB_PROGRESS=off`` in the environment keeps nothing, nor do notebooks with solutions.
"""

import json
import os
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

from filelock import FileLock

from bertlab.files import read_json, write_atomically
from workbook.exercises.definition import Exercise

FILE = "progress.json"
_kept = True


def keep_progress(kept: bool) -> None:
    """Say whether attempts are kept from now on; a notebook of solutions keeps none."""
    global _kept
    _kept = kept


def place(given: Exercise | ModuleType) -> tuple[str, str] | None:
    """Return the lesson's number and the exercise's name, or None for one outside the lessons."""
    parts = given.__name__.split(".") if isinstance(given, ModuleType) else []
    if len(parts) < 4 or parts[0] != "lessons":
        return None
    return parts[1][1:3], parts[-1]


def note_attempt(given: Exercise | ModuleType, right: bool, misconception: str | None) -> None:
    """Keep an attempt, and whether it was right; a folder that cannot be written keeps none.

    Args:
        given: What the decorator was given.
        right: Whether the student's function is right.
        misconception: The slip that was named, if one was.
    """
    where = place(given)
    if where is not None:
        _note(*where, right, misconception)


def note_task(room: str, name: str, right: bool) -> None:
    """Keep an attempt at a task without a grade.

    Args:
        room: The name of a module in the lesson's room.
        name: Of the task.
        right: Whether it is solved.
    """
    parts = room.split(".")
    if parts[0] == "lessons" and len(parts) > 1:
        _note(parts[1][1:3], name, right, None)


def _note(lesson: str, name: str, right: bool, misconception: str | None) -> None:
    """Keep an attempt in the file, if attempts are kept here."""
    if not is_kept():
        return
    with suppress(OSError), FileLock(f".{FILE}.lock", timeout=5):
        lessons = _read()
        entry = lessons.setdefault(lesson, {}).setdefault(name, {"attempts": 0, "solved": False})
        if not entry["solved"]:  # what is run again after it was right is no further attempt
            entry["attempts"] += 1
            entry["solved"] = right
        if misconception:
            named = entry.setdefault("named", {})
            named[misconception] = named.get(misconception, 0) + 1
        text = json.dumps({"lessons": lessons}, indent=1, sort_keys=True, ensure_ascii=False)
        write_atomically(Path(FILE), f"{text}\n".encode())


def is_kept() -> bool:
    """Tell whether attempts are kept here."""
    return _kept and os.environ.get("BERTLAB_PROGRESS") != "off"


def my_progress(exercises: ModuleType | None = None) -> None:
    """Print how far you are: in one lesson, or in all that you have begun.

    Args:
        exercises: A lesson's ``exercises``; None for all lessons.
    """
    lessons = _read() if is_kept() else {}
    if exercises is not None:
        number, names, tasks = _lesson(exercises)
        print(_lines(number, names, tasks, lessons.get(number, {})))
        return
    if not lessons:
        print("No exercise was tried in this folder yet.")
    for number, entries in sorted(lessons.items()):
        print(_lines(number, sorted(entries), [], entries))


def _lesson(exercises: ModuleType) -> tuple[str, list[str], list[str]]:
    """Return a lesson's number, and the names of its exercises and tasks, in its order."""
    names = [package.__name__.split(".")[-1] for package in exercises.EXERCISES]
    return exercises.__name__.split(".")[1][1:3], names, list(getattr(exercises, "TASKS", ()))


def _lines(number: str, names: list[str], tasks: list[str], entries: dict[str, Any]) -> str:
    left = [name for name in names if not _solved(entries, name)]
    attempts = sum(entries.get(name, {}).get("attempts", 0) for name in names)
    tried = f", in {attempts} attempt{'s' if attempts != 1 else ''}" if attempts else ""
    solved = len(names) - len(left)
    text = f"Lesson {number}: {solved} of {len(names)} exercises solved{tried}."
    text += f"\nStill open: {', '.join(left)}." if left else " All done."
    if not tasks:
        return text
    open_tasks = [name for name in tasks if not _solved(entries, name)]
    rest = f" Still open: {', '.join(open_tasks)}." if open_tasks else " All done."
    return f"{text}\nTasks without a grade: {len(tasks) - len(open_tasks)} of {len(tasks)}.{rest}"


def _solved(entries: dict[str, Any], name: str) -> bool:
    return bool(entries.get(name, {}).get("solved"))


def _read() -> dict[str, dict[str, dict[str, Any]]]:
    """Return what is kept; a damaged file is put aside, so that nothing is overwritten."""
    path = Path(FILE)
    if not path.is_file():
        return {}
    try:
        return _checked(read_json(path)["lessons"])
    except (ValueError, TypeError, LookupError, AttributeError):
        with suppress(OSError):
            os.replace(path, path.with_suffix(".damaged.json"))
        return {}


def _checked(lessons: Any) -> dict[str, dict[str, dict[str, Any]]]:
    for entries in lessons.values():
        for entry in entries.values():
            if type(entry["attempts"]) is not int or type(entry["solved"]) is not bool:
                raise ValueError(f"expected attempts and solved, got {entry}")
            if not isinstance(entry.get("named", {}), dict):
                raise ValueError(f"expected the slips that were named, got {entry}")
    return lessons
