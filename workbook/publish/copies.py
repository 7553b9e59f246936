"""Your own copies of the lessons: what ``make lab`` opens.

``my_notebooks/`` is yours, and git ignores it: what you write there stays, and the workbook's own
notebooks stay as they were published. A copy is made once and never written again. When a lesson
has changed since, its new edition is laid beside your copy, under a name that says so. Copies are
signed: Jupyter trusts them, so predictions and quizzes answer before their cells are run.
"""

import argparse
import hashlib
import itertools
import json
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import nbformat
from nbformat.sign import NotebookNotary

from bertlab.files import read_json, write_atomically

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS, COPIES = ROOT / "notebooks", ROOT / "my_notebooks"
KEY = (
    "copy_of"  # in a notebook's metadata, under "bertlab": what the lesson said when it was copied
)


class Copied(NamedTuple):
    """What copying has done.

    Attributes:
        new: The copies that were made.
        problems: A sentence for each lesson that could not be copied.
    """

    new: list[Path]
    problems: list[str]


def make_copies(notebooks: Path = NOTEBOOKS, copies: Path = COPIES) -> Copied:
    """Copy the lessons that are not there yet, or that have changed since.

    Args:
        notebooks: The folder of the published lessons, with further experiments in ``more`` below
            it; solutions stay where they are.
        copies: The student's folder.

    Raises:
        OSError: If there is no such folder and it cannot be made.
    """
    copies.mkdir(parents=True, exist_ok=True)
    done = Copied([], [])
    for lesson in [*sorted(notebooks.glob("*.ipynb")), *sorted(notebooks.glob("more/*.ipynb"))]:
        place = copies / lesson.parent.relative_to(notebooks)
        try:
            place.mkdir(exist_ok=True)
            copy, is_new = _copy(read_json(lesson), lesson.stem, place)
        except (OSError, ValueError) as error:
            done.problems.append(f"No copy of {lesson.name}: {error}")
        else:
            done.new.extend([copy] if is_new else [])
    return done


def reset(name: str, notebooks: Path = NOTEBOOKS, copies: Path = COPIES) -> tuple[Path, Path]:
    """Lay your copy of a lesson aside and make a fresh one.

    Args:
        name: Of the lesson, or its number.
        notebooks: As for ``make_copies``.
        copies: As for ``make_copies``.

    Returns:
        The fresh copy, and where the old one is now.

    Raises:
        ValueError: If there is no such lesson, or no copy of it.
        OSError: If a fresh one cannot be written; the old one then stays in its place.
    """
    lesson = _lesson(name, notebooks)
    copy = copies / lesson.name
    if not copy.exists():
        raise ValueError(f"there is no {copy.name} in {copies.name}/ yet: make lab makes it")
    aside = (copies / f"{copy.stem} (before reset {n}).ipynb" for n in itertools.count(1))
    old = next(path for path in aside if not path.exists())
    copy.rename(old)
    try:
        _copy(read_json(lesson), lesson.stem, copies)  # its name has just become free
    except BaseException:
        old.rename(copy)
        raise
    return copy, old


def copy_solutions(name: str, notebooks: Path = NOTEBOOKS, copies: Path = COPIES) -> Path:
    """Copy the solutions of a lesson beside your own copy of it; return the copy.

    Args:
        name: Of the lesson, or its number.
        notebooks: As for ``make_copies``.
        copies: As for ``make_copies``.

    Raises:
        ValueError: If there is no such lesson, or this edition has no solutions of it.
        OSError: If the copy cannot be written.
    """
    lesson = _lesson(name, notebooks)
    solutions = notebooks / "solutions" / lesson.name
    if not solutions.is_file():
        raise ValueError(f"no solutions of {lesson.stem} are here: this edition is for a class")
    copies.mkdir(parents=True, exist_ok=True)
    notebook = read_json(solutions)
    for cell in notebook["cells"]:  # the lesson is in the same folder now
        cell["source"] = "".join(cell["source"]).replace("](../", "](")
    return _copy(notebook, f"{lesson.stem} (solutions)", copies)[0]


def _lesson(name: str, notebooks: Path) -> Path:
    """Return the published lesson of a name or a number.

    Raises:
        ValueError: If there is none.
    """
    lessons = {path.stem: path for path in sorted(notebooks.glob("*.ipynb"))}
    fitting = [stem for stem in lessons if name in (stem, stem[:2])]
    if len(fitting) != 1:
        raise ValueError(f"no lesson {name!r}; there are: {', '.join(lessons)}")
    return lessons[fitting[0]]


def _copy(notebook: dict[str, Any], stem: str, copies: Path) -> tuple[Path, bool]:
    """Copy a notebook, if no copy of this edition is there; return the copy, and if it is new."""
    edition = content_of(notebook)
    for path in _names(stem, copies):
        if not path.exists():
            notebook["metadata"].setdefault("bertlab", {})[KEY] = edition
            _write(notebook, path)
            return path, True
        if _edition_of(path) == edition:
            break
    return path, False


def _names(stem: str, copies: Path) -> Iterator[Path]:
    """Yield the names of a lesson's copies: the first, then those of later editions."""
    yield copies / f"{stem}.ipynb"
    yield copies / f"{stem} (new edition).ipynb"
    number = 2
    while True:
        yield copies / f"{stem} (new edition {number}).ipynb"
        number += 1


def content_of(notebook: dict[str, Any]) -> str:
    """Return a short text that differs for lessons that say or ask something else.

    Outputs and times do not count: a lesson that was only built again is the same lesson.
    """
    cells = [[cell["cell_type"], "".join(cell["source"])] for cell in notebook["cells"]]
    return hashlib.sha256(json.dumps(cells).encode()).hexdigest()[:12]


def _edition_of(path: Path) -> str:
    """Return what a copy is a copy of; ``""`` if the file does not say, or cannot be read."""
    if not path.is_file():  # a folder; a pipe, which would be read for ever
        return ""
    try:
        return str(read_json(path)["metadata"]["bertlab"][KEY])
    except (OSError, ValueError, LookupError, TypeError):
        return ""


def _write(notebook: dict[str, Any], path: Path) -> None:
    """Write a notebook all at once, and tell Jupyter that it is to be trusted."""
    text = json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
    write_atomically(path, text.encode())
    with suppress(OSError, sqlite3.Error):  # Jupyter's own folder may not be writable
        NotebookNotary().sign(nbformat.reads(text, as_version=4))


def main() -> None:
    """Make the copies, and say what is new; or do what is asked for one lesson."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--reset", metavar="LESSON", help="begin a lesson anew; the old copy stays")
    parser.add_argument("--solutions", metavar="LESSON", help="lay its solutions beside your copy")
    options = parser.parse_args()
    try:
        _perform(options.reset, options.solutions)
    except (ValueError, OSError) as error:
        sys.exit(str(error))


def _perform(to_reset: str | None, to_solve: str | None) -> None:
    if to_solve:
        print(f"{COPIES.name}/{copy_solutions(to_solve).name} has the solutions")
    elif to_reset:
        fresh, old = reset(to_reset)
        print(f"{fresh.name} is fresh; what you had is {old.name}")
    else:
        first = not COPIES.exists()
        done = make_copies()
        if first:
            print(f"{COPIES.name}/ has your own copies of the lessons; what you write there stays.")
        else:
            print("".join(f"New in {COPIES.name}/: {path.name}\n" for path in done.new), end="")
        print("".join(f"{problem}\n" for problem in done.problems), end="", file=sys.stderr)


if __name__ == "__main__":
    main()
