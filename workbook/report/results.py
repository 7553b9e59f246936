"""Which lesson a notebook answers, and what became of each of its exercises."""

from collections.abc import Sequence
from functools import cache
from importlib import import_module

from bertlab.edition import EDITION
from workbook.exercises.definition import Exercise
from workbook.exercises.loading import load
from workbook.report.notebook import (
    BROKEN,
    MISSING,
    OPEN,
    UNRUN,
    Cell,
    Notebook,
    Progress,
    Record,
)
from workbook.report.owners import ROOMS, ROOT


@cache
def names_of(room: str) -> frozenset[str]:
    """Return the names of the exercises of a lesson, without importing it."""
    found = (ROOT / "lessons" / room / "exercises").glob("*/question.py")
    return frozenset(path.parent.name for path in found)


@cache
def exercises_of(room: str) -> dict[str, Exercise]:
    """Return the graded exercises of a lesson by name, in its order."""
    packages = map(load, import_module(f"lessons.{room}.exercises").EXERCISES)
    return {definition.folder: definition for definition in packages if definition.graded}


def room_of(notebook: Notebook) -> str:
    """Tell which lesson a notebook answers: by its records, its exercises, then its imports."""
    records = [(one.lesson, one.exercise) for cell in notebook.cells for one in cell.records]
    asked = {name for cell in notebook.cells for name in cell.asks}
    scores = {}
    for room in ROOMS:
        names = names_of(room)
        own = {name for lesson, name in records if lesson == room[1:3]} & names
        scores[room] = (len(own), len(asked & names), room in notebook.imports)
    best = max(scores.values())
    found = [room for room, score in scores.items() if score == best]
    return found[0] if len(found) == 1 and any(best) else ""


def results_of(
    room: str, notebook: Notebook, progress: Sequence[Progress], notes: list[str]
) -> list[Record]:
    """Return what became of the exercises of a lesson, in its order.

    Args:
        room: Of the lesson.
        notebook: What was handed in.
        progress: The student's progress files.
        notes: Gets what the instructor should know.
    """
    exercises = exercises_of(room)
    known = {*names_of(room), *getattr(import_module(f"lessons.{room}.exercises"), "TASKS", ())}
    records = [record for cell in notebook.cells for record in cell.records]
    strange = {(one.lesson, one.exercise) for one in records} - {(room[1:3], n) for n in known}
    if strange:
        some = ", ".join(f"{lesson} {name}" for lesson, name in sorted(strange)[:5])
        notes.append(f"{len(strange)} records of what is no exercise of this lesson: {some}")
    if {one.edition for one in records} - {EDITION}:
        notes.append(f"checked by another edition than {EDITION}: some names may differ")
    results = []
    for name in exercises:
        entries = [one[room[1:3], name] for one in progress if (room[1:3], name) in one]
        entries.sort(key=lambda record: record.attempts or 0)
        results.append(_result(name, room[1:3], notebook.cells, entries, notes))
    return results


def _result(
    name: str, lesson: str, cells: Sequence[Cell], entries: Sequence[Record], notes: list[str]
) -> Record:
    """Return what became of an exercise, as the last of its outputs says.

    Args:
        name: Of the exercise.
        lesson: Its number.
        cells: Of the notebook.
        entries: What the student's progress files say, the one with most attempts last.
        notes: Gets what the instructor should know.
    """
    nothing = Record(lesson, name, MISSING)
    found = [one for cell in cells for one in _in_cell(cell, nothing, notes)]
    answered = [one for one in found if one.status not in (OPEN, UNRUN)]
    if len(found) > 1:
        notes.append(f"{name} is there {len(found)} times; the last one that was answered counts")
    result = (answered or found or [nothing])[-1]
    if entries and result.status == UNRUN:
        notes.append(f"{name} has no record in the notebook: progress.json is counted")
        result = entries[-1]._replace(code=result.code)
    if entries and result.attempts is None:
        result = result._replace(attempts=entries[-1].attempts)
    return result


def _in_cell(cell: Cell, nothing: Record, notes: list[str]) -> list[Record]:
    """Return what a cell says of an exercise, of which nothing was known."""
    name = nothing.exercise
    asks, nothing = name in cell.asks, nothing._replace(code=cell.code)
    records = [one for one in cell.records if one[:2] == nothing[:2]]
    if records:
        if not asks:
            notes.append(f"a record of {name} in a cell that does not ask it: look at it")
        return [records[-1]._replace(code=cell.code)]
    if asks and cell.error:
        words = f"its cell stops with {cell.error}"
        return [nothing._replace(status=BROKEN, misconception=words)]
    if asks and cell.has_output:
        notes.append(f"the output of {name} has no record: another edition made it")
    return [nothing._replace(status=UNRUN)] if asks else []
