"""Your own copies of the lessons: what ``make lab`` opens.

``my_notebooks/`` is yours, and git ignores it: what you write there stays, and the workbook's own
notebooks stay as they were published. A copy is made once and never written again. When a lesson
has changed since, its new edition is laid beside your copy, under a name that says so.
"""

import argparse
import hashlib
import itertools
import json
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS, COPIES = ROOT / "notebooks", ROOT / "my_notebooks"
KEY = (
    "copy_of"  # in a notebook's metadata, under "bertlab": what the lesson said when it was copied
)


def make_copies(notebooks: Path = NOTEBOOKS, copies: Path = COPIES) -> list[Path]:
    """Copy the lessons that are not there yet, or that have changed since; return what is new.

    Args:
        notebooks: The folder of the published lessons; solutions below it stay where they are.
        copies: The student's folder.

    Raises:
        OSError: If a copy cannot be written; the others are left as they are.
    """
    copies.mkdir(parents=True, exist_ok=True)
    return [
        new
        for lesson in sorted(notebooks.glob("*.ipynb"))
        if (new := _copy(lesson, copies)) is not None
    ]


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
    """
    lessons = {path.stem: path for path in sorted(notebooks.glob("*.ipynb"))}
    fitting = [stem for stem in lessons if name in (stem, stem[:2])]
    if len(fitting) != 1:
        raise ValueError(f"no lesson {name!r}; there are: {', '.join(lessons)}")
    copy = copies / f"{fitting[0]}.ipynb"
    if not copy.exists():
        raise ValueError(f"there is no {copy.name} in {copies.name}/ yet: make lab makes it")
    aside = (copies / f"{copy.stem} (before reset {n}).ipynb" for n in itertools.count(1))
    old = next(path for path in aside if not path.exists())
    copy.rename(old)
    _copy(lessons[copy.stem], copies)  # its name has just become free
    return copy, old


def _copy(lesson: Path, copies: Path) -> Path | None:
    """Copy one lesson, if no copy of this edition is there; return the new file."""
    notebook = json.loads(lesson.read_text(encoding="utf-8"))
    edition = content_of(notebook)
    for path in _names(lesson.stem, copies):
        if not path.exists():
            notebook["metadata"].setdefault("bertlab", {})[KEY] = edition
            _write(notebook, path)
            return path
        if _edition_of(path) == edition:
            return None
    return None


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
    try:
        metadata = json.loads(path.read_text(encoding="utf-8"))["metadata"]
        return str(metadata["bertlab"][KEY])
    except (ValueError, LookupError, TypeError):
        return ""


def _write(notebook: dict[str, Any], path: Path) -> None:
    """Write a notebook all at once, and never over a file that is there."""
    text = json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".copy-") as folder:
        draft = Path(folder) / path.name
        draft.write_text(text, encoding="utf-8", newline="\n")
        if not path.exists():
            shutil.move(draft, path)


def main() -> None:
    """Make the copies, and say what is new; or lay one aside for a fresh one."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--reset", metavar="LESSON", help="begin a lesson anew; the old copy stays")
    name = parser.parse_args().reset
    if name:
        try:
            fresh, old = reset(name)
        except ValueError as error:
            parser.error(str(error))
        print(f"{fresh.name} is fresh; what you had is {old.name}")
        return
    first = not COPIES.exists()
    found = make_copies()
    if first:
        print(f"{COPIES.name}/ has your own copies of the lessons; what you write there stays.")
    else:
        for path in found:
            print(f"New in {COPIES.name}/: {path.name}")


if __name__ == "__main__":
    main()
