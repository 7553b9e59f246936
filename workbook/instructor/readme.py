"""The README's table of lessons, made from the rooms: a row for each lesson that is there."""

import ast
import re
from pathlib import Path

from workbook.instructor.lesson import TIME
from workbook.make.lesson_source import name_of, sources

START, END = "<!-- lessons: make notebooks writes this table -->", "<!-- end of lessons -->"


def row(source: Path) -> str:
    """Return the row of one lesson, from the docstring of its room.

    Args:
        source: The lesson's ``lesson.py``.

    Raises:
        ValueError: If the docstring is not ``Lesson NN: title.`` and ``You build: what.``, or if
            the lesson states no time.
    """
    room = source.parent / "__init__.py"
    words = ast.get_docstring(ast.parse(room.read_text(encoding="utf-8"))) or ""
    found = re.match(r"Lesson (\d\d): (.+)\.\n\nYou build: (.+)\.(?:\n\n|$)", words)
    if found is None:
        raise ValueError(
            f"{source.parent.name}/__init__.py: expected a docstring 'Lesson NN: title.' and, "
            f"after an empty line, 'You build: what.', got {words!r}"
        )
    number, title, built = found.groups()
    time = TIME.search(source.read_text(encoding="utf-8"))
    if time is None:
        raise ValueError(f"{source.parent.name}/lesson.py: expected '**Time** N minutes'")
    link = f"[{title}](notebooks/{name_of(source)}.ipynb)"
    minutes = " + ".join(re.findall(r"\d+", time[0]))
    return f"| {number} | {link} | {built} | {minutes} |"


def table(root: Path) -> str:
    """Return the table of all lessons below a project's folder."""
    rows = [row(source) for source in sources(root)]
    return "\n".join(["| | Lesson | You build | Minutes |", "|---|---|---|---|", *rows])


def with_table(text: str, root: Path) -> str:
    """Return a README with the table between its two marks.

    Raises:
        ValueError: If the marks are not there once each, in this order.
    """
    before, *rest = text.split(START)
    if len(rest) != 1 or rest[0].count(END) != 1:
        raise ValueError(f"README.md: expected {START!r} and then {END!r}, once each")
    return f"{before}{START}\n{table(root)}\n{END}{rest[0].split(END)[1]}"
