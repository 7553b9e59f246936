"""How long a path takes: words, lines and the quiz of its built notebook. ``workbook clock 05``.

A minute has 120 words; a line of code that a student types takes 1.7 minutes, as two readers of a
prototype measured, and a visible line that is given a quarter of one; the quiz takes five.
Captions, tables and questions count, and nothing that is folded does.
"""

import argparse
import html
import math
import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import nbformat
from nbformat import NotebookNode

from workbook.make.lesson_source import FOLDED, tags
from workbook.make.notebooks import LESSONS, find
from workbook.make.path_source import exercises_in, is_path, plain, solution_of

WORDS, TYPED, GIVEN, QUIZ = 1 / 120, 1.7, 0.25, 5  # minutes
LONGEST = 120  # minutes, both sittings together
STATED = "**Time** {} minutes with all exercises, in two sittings of {} and {}."
UNSEEN = re.compile(r"<(style|details|iframe)\b.*?</\1>|<[^>]*>", re.DOTALL)
WORD = re.compile(r"\S*\w\S*")  # the bars of a table are none
OPEN_ENDED = ("...", "pass")


class Clock(NamedTuple):
    """What takes time in some cells: words, lines that are typed and given, and quizzes."""

    words: int = 0
    typed: int = 0
    given: int = 0
    quizzes: int = 0

    @property
    def minutes(self) -> int:
        """The minutes, rounded up to five."""
        spent = self.words * WORDS + self.typed * TYPED + self.given * GIVEN + self.quizzes * QUIZ
        return 5 * math.ceil(spent / 5)


def clock_of(cells: Iterable[NotebookNode], room: Path) -> Clock:
    """Return what takes time in cells of a built notebook.

    Args:
        cells: With their outputs.
        room: The lesson's folder, with the references of its exercises.
    """
    words = typed = given = quizzes = 0
    for cell in cells:
        if is_quiz(cell):
            quizzes += 1
            continue
        words += len(WORD.findall(open_text(cell)))
        if cell.cell_type == "code" and not is_folded(cell):
            given += len(_lines(cell.source))
        if "exercise" in tags(cell):
            typed += typed_lines(cell.source, room)
    return Clock(words, typed, given, quizzes)


def sittings(notebook: NotebookNode) -> tuple[list[NotebookNode], list[NotebookNode]]:
    """Return the cells of the two sittings.

    Raises:
        ValueError: If there is not exactly one mark between them.
    """
    marks = [n for n, cell in enumerate(notebook.cells) if "sitting" in tags(cell)]
    if len(marks) != 1:
        raise ValueError(f"expected one cell with the tag 'sitting', got {len(marks)}")
    return notebook.cells[: marks[0] + 1], notebook.cells[marks[0] + 1 :]


def stated(notebook: NotebookNode, room: Path) -> str:
    """Return what the first cell of a path has to say of its time."""
    first, second = (clock_of(cells, room).minutes for cells in sittings(notebook))
    return STATED.format(first + second, first, second)


def is_folded(cell: NotebookNode) -> bool:
    """Tell whether a student sees a cell's code as one line."""
    return bool(cell.metadata.get("jupyter") == FOLDED["jupyter"])


def is_quiz(cell: NotebookNode) -> bool:
    """Tell whether a cell shows the quiz."""
    return cell.cell_type == "code" and bool(re.search(r"^quiz\(", cell.source, re.MULTILINE))


def open_text(cell: NotebookNode) -> str:
    """Return the words that a reader sees of a cell without a click: its text, or its outputs."""
    if cell.cell_type == "markdown":
        return seen(cell.source)
    return " ".join(map(_shown, cell.get("outputs", [])))


def seen(page: str) -> str:
    """Return the words of HTML without what is folded away in it."""
    return html.unescape(UNSEEN.sub(" ", page))


def _shown(output: NotebookNode) -> str:
    data = output.get("data", {})
    return (
        seen(data["text/html"])
        if "text/html" in data
        else data.get("text/plain", output.get("text", ""))
    )


def typed_lines(exercise: str, room: Path) -> int:
    """Return how many lines a student types in a cell: the solution's, without those given."""
    given = [plain(exercise, node.name) for _, node in exercises_in(exercise).values()]
    return len(_lines(solution_of(exercise, room))) - len(_lines("\n".join(given)))


def _lines(code: str) -> list[str]:
    """Return the lines of code but blank ones, comments and gaps."""
    lines = [line.strip() for line in code.splitlines()]
    return [line for line in lines if line not in ("", *OPEN_ENDED) and line[0] != "#"]


def main() -> None:
    """Print what the first cells of paths have to say of their time, and why."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("lessons", nargs="+", help="such as 05")
    parser.add_argument("--built", type=Path, default=LESSONS, help="folder of the notebooks")
    options = parser.parse_args()
    for source in map(find, options.lessons):
        if not is_path(source):
            parser.error(f"{source.parent.name} has no more.py, so it is no path")
        notebook = nbformat.read(options.built / f"{source.parent.name[1:]}.ipynb", as_version=4)
        print(stated(notebook, source.parent))
        for cells in sittings(notebook):
            clock = clock_of(cells, source.parent)
            print(f"  {clock.minutes} minutes: {clock}")


if __name__ == "__main__":
    main()
