"""What a notebook says of its exercises: records in the outputs, and the sources of their cells.

The check of an exercise leaves a record in the metadata of its cell's output (``bertlab``), and
the same in ``progress.json``. Both were in a student's hands: everything is looked at before it is
used, and what is not as it should be becomes a note.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from workbook.report.untrusted import line, parse, plain

FORMAT = 1
SOLVED, NAMED, WRONG, STOPPED, OPEN = "solved", "named", "wrong", "stopped", "open"
STATUSES = SOLVED, NAMED, WRONG, STOPPED, OPEN
BROKEN, UNRUN, MISSING = "broken", "unrun", "missing"  # what no check says
NAME = re.compile(r"[A-Za-z_]\w{0,60}")
ASKS = re.compile(r"^@exercise\([ \t]*exercises\.(\w{1,60})[ \t]*\)", re.MULTILINE)
IMPORTS = re.compile(r"^[ \t]*from lessons\.(l\d\d_\w{1,60})", re.MULTILINE)
DIGEST = re.compile(r"[0-9a-f]{16}")
LONGEST_CODE, MOST_ATTEMPTS = 10_000, 1_000_000


class Record(NamedTuple):
    """What became of an exercise.

    Attributes:
        lesson: Its number, such as ``"05"``.
        exercise: Its name.
        status: One of ``STATUSES``; or, where no check said one, ``broken`` (the cell stops with an
            error), ``unrun`` (it has no output) or ``missing`` (no cell asks the exercise).
        misconception: What was named, or ``""``.
        digest: Equal for functions that do the same on all cases; ``""`` where none is known.
        attempts: So far, or None.
        edition: Of the workbook that checked it.
        words: What the student read.
        code: The cell's source.
    """

    lesson: str
    exercise: str
    status: str
    misconception: str = ""
    digest: str = ""
    attempts: int | None = None
    edition: int = 0
    words: str = ""
    code: str = ""


class Cell(NamedTuple):
    """A cell of an exercise.

    Attributes:
        code: Its source.
        asks: The exercises that it names.
        records: In its outputs.
        error: The exception that ended it, or ``""``.
        has_output: Whether it has any output.
    """

    code: str
    asks: tuple[str, ...]
    records: tuple[Record, ...]
    error: str
    has_output: bool


@dataclass
class Notebook:
    """A notebook that was handed in: its cells with exercises, and what is to be known of it."""

    cells: list[Cell] = field(default_factory=list)
    imports: set[str] = field(default_factory=set)  # rooms of lessons
    notes: list[str] = field(default_factory=list)


def read_notebook(data: bytes) -> Notebook:
    """Read the cells of exercises.

    Raises:
        ValueError: If it is no notebook, or too large.
    """
    cells = parse(data).get("cells")
    if not isinstance(cells, list):
        raise ValueError("not a notebook")
    notebook = Notebook()
    for cell in cells:
        if isinstance(cell, dict) and cell.get("cell_type") == "code":
            _add(notebook, cell)
    return notebook


def _add(notebook: Notebook, cell: dict[str, Any]) -> None:
    code = plain(_text(cell.get("source")), LONGEST_CODE)
    notebook.imports.update(IMPORTS.findall(code))
    outputs = cell.get("outputs")
    outputs = [one for one in outputs if isinstance(one, dict)] if isinstance(outputs, list) else []
    records: list[Record] = []
    for output in outputs:
        try:
            records += _records(output)
        except ValueError as error:
            notebook.notes.append(f"a record that is not counted: {error}")
    errors = [_name(one.get("ename")) for one in outputs if one.get("output_type") == "error"]
    asks = tuple(dict.fromkeys(ASKS.findall(code)))
    if asks or records:
        found = Cell(code, asks, tuple(records), "".join(errors[-1:]), bool(outputs))
        notebook.cells.append(found)


def _text(lines: Any) -> str:
    """Return a text that notebooks keep whole, or line by line."""
    if isinstance(lines, list):
        return "".join(one for one in lines if isinstance(one, str))
    return lines if isinstance(lines, str) else ""


def _name(value: Any) -> str:
    return value if isinstance(value, str) and NAME.fullmatch(value) else "an error"


def _records(output: dict[str, Any]) -> Iterator[Record]:
    metadata, data = output.get("metadata"), output.get("data")
    if isinstance(metadata, dict) and isinstance(data, dict) and "bertlab" in metadata:
        record = metadata["bertlab"]
        if not isinstance(record, dict) or record.get("format") != FORMAT:
            raise ValueError(f"expected format {FORMAT}")
        yield _checked(record, record.get("lesson"), record.get("exercise"))._replace(
            words=plain(_text(data.get("text/plain")))
        )


def _checked(entry: dict[str, Any], lesson: Any, exercise: Any) -> Record:
    """Return a record of the right types.

    Raises:
        ValueError: If an entry is of another type, or says what no check says.
    """
    known = {
        "lesson": isinstance(lesson, str) and re.fullmatch(r"\d\d", lesson, re.ASCII),
        "exercise": isinstance(exercise, str) and NAME.fullmatch(exercise),
        "status": entry.get("status") in STATUSES,
        "misconception": isinstance(entry.get("misconception"), str | None),
        "digest": isinstance(entry.get("digest"), str | None)
        and DIGEST.fullmatch(entry.get("digest") or "0" * 16),
        "attempts": _is_count(entry.get("attempts", 0) or 0),
        "edition": _is_count(entry.get("edition")),
    }
    wrong = [name for name, fits in known.items() if not fits]
    if wrong:
        raise ValueError(f"its {', '.join(wrong)} cannot be read")
    named = line(entry.get("misconception")) if entry["status"] == NAMED else ""
    return Record(
        lesson,
        exercise,
        WRONG if entry["status"] == NAMED and not named else entry["status"],
        named,
        entry.get("digest") or "",
        entry.get("attempts"),
        entry["edition"],
    )


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value <= MOST_ATTEMPTS


Progress = dict[tuple[str, str], Record]


def read_progress(data: bytes) -> Progress:
    """Read what ``progress.json`` says of each exercise, by lesson and name.

    Raises:
        ValueError: If it is none. Single entries that cannot be read are left out.
    """
    lessons = parse(data).get("lessons")
    if not isinstance(lessons, dict):
        raise ValueError("expected the lessons' progress")
    found: Progress = {}
    for lesson, entries in lessons.items():
        for name, entry in entries.items() if isinstance(entries, dict) else ():
            if isinstance(entry, dict) and _is_count(entry.get("attempts")):
                last = entry.get("last")
                status = SOLVED if entry.get("solved") is True else OPEN
                last = last if isinstance(last, dict) else {"status": status, "edition": 0}
                try:
                    record = _checked({**last, "attempts": entry["attempts"]}, lesson, name)
                except ValueError:
                    continue
                found[lesson, name] = record
    return found
