"""What is known of a lesson: read from its source and its room, for the instructor's pages."""

import math
import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType

from nbformat import NotebookNode

from workbook.instructor.minutes import Exercise, exercises_in, minutes_to_look
from workbook.instructor.predictions import TaughtPrediction, predictions
from workbook.make.added_cells import is_added, seconds_of
from workbook.make.lesson_source import is_note, name_of, presented_notebook
from workbook.make.parts import OPENING, Parts, chosen, missing, needs, parts_of
from workbook.make.path_source import more_of
from workbook.questions.open_question_file import OpenQuestion, read_open_questions
from workbook.questions.quiz_file import read_questions

TALK = 0.15  # of the minutes in class: what is left to talk, at least
TIME = re.compile(r"(?<=\*\*Time\*\* )\d+ minutes(?: in class, and \d+ for the exercises)?")
TO_LOOK_UP = ("Terms", "Further reading")
SHOWN_SECONDS = 10


@dataclass(frozen=True)
class Part:
    """A part of a lesson, as it is taught.

    Attributes:
        heading: Such as ``"4. One hop"``.
        look: Minutes to read, run, predict and answer the quiz.
        exercises: What students solve in it.
        needs: Headings of the earlier parts whose names its code uses.
        seconds: Of its slowest cell, where that was slow when measured; else 0.
        can_go: Whether a shorter session can leave it out.
    """

    heading: str
    look: int
    exercises: tuple[Exercise, ...]
    needs: tuple[str, ...]
    seconds: int
    can_go: bool

    @property
    def short(self) -> str:
        """The part's number, or its heading if it has none."""
        number = re.match(r"(\d+)\. ", self.heading)
        return number[1] if number else self.heading

    @property
    def typed(self) -> str:
        """What ``WITHOUT=`` takes: ``short``, up to what a list of parts or a shell would cut."""
        return re.split('[,`$"]', self.short)[0].strip()


@dataclass(frozen=True)
class Lesson:
    """A lesson, as it is taught.

    Attributes:
        name: Of its notebook: ``07_bert``.
        title: With its number: ``07. BERT from scratch, with real weights``.
        stated: The time that its first cell states, in words.
        outcomes: What students can do at the end.
        parts: In their order, without what is only looked up.
        predictions: What to ask.
        open_questions: By name.
        notes: What the lesson says to its instructor alone, by part.
        more: Headings of its further experiments.
    """

    name: str
    title: str
    stated: str
    outcomes: tuple[str, ...]
    parts: tuple[Part, ...]
    predictions: tuple[TaughtPrediction, ...]
    open_questions: dict[str, OpenQuestion]
    notes: tuple[tuple[str, str], ...]
    more: tuple[str, ...] = ()

    @property
    def minutes(self) -> int:
        """Minutes in class: parts without exercises, and time to talk; a multiple of five."""
        return in_class(self.parts)

    @property
    def solving(self) -> int:
        """Minutes of all exercises and tasks, in class or at home."""
        return sum(each.minutes for part in self.parts for each in part.exercises)

    @property
    def talk(self) -> int:
        """The minutes that are left to talk."""
        return self.minutes - sum(part.look for part in self.parts)

    @property
    def time(self) -> str:
        """What the first cell has to state; that of a path states its clock's minutes."""
        if self.more:
            return self.stated
        words = f" in class, and {self.solving} for the exercises" if self.solving else ""
        return f"{self.minutes} minutes{words}"

    @property
    def core(self) -> tuple[Part, ...]:
        """The parts that a shorter session keeps."""
        return tuple(part for part in self.parts if not part.can_go)

    @property
    def dropped(self) -> tuple[Part, ...]:
        """The parts that a shorter session can leave out."""
        return tuple(part for part in self.parts if part.can_go)


def in_class(parts: Iterable[Part]) -> int:
    """Return the minutes of some parts in class, with time to talk and without exercises."""
    return 5 * math.ceil(sum(part.look for part in parts) * (1 + TALK) / 5)


def read_lesson(source: Path) -> Lesson:
    """Read a lesson.

    Args:
        source: Its ``lesson.py``.

    Raises:
        ValueError: If its first cell states no time, if ``teaching.toml`` drops what is not there
            or what a part needs that stays, or if an open question stands in no part.
    """
    name, room = name_of(source), source.parent
    cells = presented_notebook(source).cells
    parts = parts_of(cell for cell in cells if not is_added(cell))
    more = _more(source)
    gone = _dropped(parts, room)
    questions = _open_questions(parts | more, room)
    stated = TIME.search(cells[0].source)
    if stated is None:
        raise ValueError(f"{name}: expected '**Time** N minutes' in the first cell")
    return Lesson(
        name=name,
        title=cells[0].source.splitlines()[0].removeprefix("# "),
        stated=stated[0],
        outcomes=_outcomes(cells[0].source),
        parts=_taught(parts, gone, room),
        predictions=tuple(predictions(parts | more, room)),
        open_questions=questions,
        notes=_notes(parts | more),
        more=tuple(more),
    )


def _more(source: Path) -> Parts:
    """Return the further experiments of a lesson by their headings, if it has any."""
    path = more_of(source)
    cells = presented_notebook(path).cells if path.exists() else []
    parts = parts_of(cell for cell in cells if not is_added(cell))
    return {part: cells for part, cells in parts.items() if part not in (OPENING, *TO_LOOK_UP)}


def _notes(parts: Parts) -> tuple[tuple[str, str], ...]:
    """Return the notes for the instructor, each with the part it stands in."""
    notes = [(part, cell) for part, inside in parts.items() for cell in inside if is_note(cell)]
    return tuple(
        (part, " ".join(cell.source.split()).removeprefix("*Instructor:* ")) for part, cell in notes
    )


def _taught(parts: Parts, gone: list[str], room: Path) -> tuple[Part, ...]:
    """Return what is taught of each part."""
    quiz_size = len(read_questions(room / "quiz.toml")[1])
    seconds = seconds_of(room.name.removeprefix("l"))
    return tuple(
        Part(
            heading=heading,
            look=minutes_to_look(parts[heading], quiz_size),
            exercises=exercises_in(parts[heading]),
            needs=tuple(wanted),
            seconds=_slowest(parts[heading], seconds),
            can_go=heading in gone,
        )
        for heading, wanted in needs(parts).items()
        if heading not in TO_LOOK_UP
    )


def _slowest(cells: list[NotebookNode], seconds: dict[str, int]) -> int:
    longest = max((seconds.get(cell.id, 0) for cell in cells), default=0)
    return longest if longest >= SHOWN_SECONDS else 0


def _outcomes(opening: str) -> tuple[str, ...]:
    """Return the points of the first cell's list, and without one the sentence on the end."""
    points = [line[2:].rstrip(";.") for line in opening.splitlines() if line.startswith("- ")]
    sentence = re.search(r"\*\*At the end you can\*\* (.+?)\.\s", " ".join(opening.split()) + " ")
    return tuple(points) or ((sentence[1],) if sentence else ())


def _dropped(parts: Parts, room: Path) -> list[str]:
    """Return the headings that ``teaching.toml`` allows to drop.

    Raises:
        ValueError: If it has another field, or names a part that is not there or that is needed.
    """
    file = room / "teaching.toml"
    table = tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {"can_go": []}
    if table.keys() != {"can_go"} or not isinstance(table["can_go"], list):
        raise ValueError(f"{room.name}/teaching.toml: expected a list 'can_go', got {table}")
    try:
        gone = chosen(parts, map(str, table["can_go"]))
    except ValueError as error:
        raise ValueError(f"{room.name}/teaching.toml: {error}") from error
    if lost := missing(parts, gone):
        raise ValueError(f"{room.name}/teaching.toml: a part that stays {'; '.join(lost)}")
    return gone


def _open_questions(parts: Parts, room: Path) -> dict[str, OpenQuestion]:
    """Return the open questions, each with the heading of its part."""
    file = room / "open_questions.toml"
    found = read_open_questions(file) if file.exists() else {}
    for name, question in found.items():
        try:
            chosen(parts, [question.part])
        except ValueError as error:
            raise ValueError(f"{room.name}/{file.name}, {name!r}: {error}") from error
    return found


def exercise_module(source: Path) -> ModuleType | None:
    """Return the package of exercises in a lesson's room, if it has one."""
    room = source.parent
    return (
        import_module(f"lessons.{room.name}.exercises") if (room / "exercises").is_dir() else None
    )
