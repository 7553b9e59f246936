"""How long a part takes in class: an estimate from its cells, the same for every lesson.

Text is read at 150 words a minute; a code cell takes a minute to run and look at, a prediction and
a question of a quiz one minute each; an exercise takes what it declares. What the machine adds
takes no time.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from nbformat import NotebookNode

from workbook.make.added_cells import is_added
from workbook.make.lesson_source import is_note, tags

WORDS_PER_MINUTE = 150
NO_TIME = {"bootstrap", "setup", "exercise", "solution"}  # tags of cells that take none
EXERCISE = re.compile(  # a task has no number, and its minutes in the first line below its heading
    r"^### (?:Exercise (?P<number>\d+): (?P<title>.+)\n(?:.*\n)*?.*?about (?P<minutes>\d+) minutes"
    r"|(?P<task>.+)\n\s*(?:.*[,.] )?[Aa]bout (?P<task_minutes>\d+) minutes)",
    re.MULTILINE,
)
PREDICT = re.compile(r"\*\*Predict first\*\*|^# .*Predict first|^predict\(", re.MULTILINE)
QUIZ = re.compile(r"^quiz\((.*)\)$", re.MULTILINE)
ASKS = re.compile(r"^(?:quiz|ask)\(.*\)$")  # lines that take no minute of their own


@dataclass(frozen=True)
class Exercise:
    """An exercise, or a task without a grade, as its text announces it.

    Attributes:
        number: Counted through the lesson, from 1; a task has none.
        title: What its heading says.
        minutes: How long a student is expected to need.
    """

    number: int | None
    title: str
    minutes: int

    @property
    def short(self) -> str:
        """The number, or the title of a task."""
        return str(self.number) if self.number else f"*{self.title}*"


def exercises_in(cells: Iterable[NotebookNode]) -> tuple[Exercise, ...]:
    """Return the exercises of some cells, in their order."""
    texts = [cell.source for cell in cells if cell.cell_type == "markdown" and not is_note(cell)]
    return tuple(
        Exercise(int(found["number"]), found["title"].strip(), int(found["minutes"]))
        if found["number"]
        else Exercise(None, found["task"].strip(), int(found["task_minutes"]))
        for text in texts
        for found in EXERCISE.finditer(text)
    )


def minutes_to_look(cells: Iterable[NotebookNode], quiz_size: int) -> int:
    """Return the minutes that cells take without their exercises: reading, running, answering.

    Args:
        cells: Of one part of a lesson.
        quiz_size: How many questions ``quiz()`` shows that names none.
    """
    words, single = 0, 0
    for cell in cells:
        if is_added(cell) or is_note(cell) or NO_TIME & set(tags(cell)):
            continue
        single += len(PREDICT.findall(cell.source))
        if cell.cell_type == "markdown":
            words += len(cell.source.split())
        else:
            single += _questions(cell.source, quiz_size) + _runs(cell.source)
    return max(1, round(words / WORDS_PER_MINUTE + single))


def _questions(source: str, quiz_size: int) -> int:
    """Return how many questions of the quiz a cell shows."""
    numbers = [found.split(",") if found.strip() else None for found in QUIZ.findall(source)]
    return sum(quiz_size if found is None else len(found) for found in numbers)


def _runs(source: str) -> bool:
    """Tell whether a cell does more than ask."""
    lines = [line for line in source.splitlines() if line.strip() and not line.startswith("# @")]
    return any(not ASKS.match(line) for line in lines)
