"""Write the skeleton of a lesson: one room with all that a lesson has, and its tests.

``python -m workbook lesson 18_your_title`` writes ``lessons/l18_your_title`` and
``tests/lessons/l18_your_title``. Both run as they are; then you replace what is in them.
``--remove`` takes a lesson away: its room, its tests and its notebooks.
"""

import argparse
import re
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = Path(__file__).with_name("templates")
NAME = re.compile(r"l?((\d\d)_([a-z][a-z0-9_]*))")
NEXT = """\
Next, with the Python of .venv, and all checks pass:
  python -m workbook teaching
  python -m workbook make {number}
  python -m tests.mutants l{number}
Then open notebooks/{name}.ipynb. CONTRIBUTING.md says what goes where; make test names what the
lesson lacks once you have changed it (it needs 12 to 45 open cells and two exercises or more)."""


def parts_of(name: str) -> tuple[str, str, str]:
    """Return the name of a lesson's notebook, its number and its slug.

    Raises:
        ValueError: If the name has another form.
    """
    found = NAME.fullmatch(name)
    if found is None:
        raise ValueError(f"expected a number of two digits and a slug, like 18_title, got {name!r}")
    return found[1], found[2], found[3]


def write_lesson(name: str, root: Path = ROOT) -> list[Path]:
    """Write a lesson's room and its tests, and return the files.

    Args:
        name: Number and slug, such as ``"18_your_title"``.
        root: The project's folder.

    Raises:
        ValueError: If the name has another form, or there is a lesson of that number.
    """
    name, number, slug = parts_of(name)
    taken = sorted(room.name for room in (root / "lessons").glob(f"l{number}_*"))
    if taken:
        raise ValueError(f"lesson {number} is there: {taken[0]}; remove it or take another number")
    words = {
        "@NUMBER@": number,
        "@ROOM@": f"l{name}",
        "@TITLE@": slug.replace("_", " ").capitalize(),
    }
    written = []
    for template, place in (("lesson", "lessons"), ("tests", "tests/lessons")):
        for file in sorted((TEMPLATES / template).rglob("*.*")):
            text = file.read_text(encoding="utf-8")
            for placeholder, word in words.items():
                text = text.replace(placeholder, word)
            relative = file.relative_to(TEMPLATES / template)
            target = (
                root / place / f"l{name}" / relative.with_name(relative.name.removesuffix(".txt"))
            )
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
            written.append(target)
    return written


def remove_lesson(name: str, root: Path = ROOT) -> list[Path]:
    """Remove a lesson's room, tests and notebooks, and return what was there.

    Args:
        name: Number and slug, such as ``"18_your_title"``.
        root: The project's folder.

    Raises:
        ValueError: If there is no such lesson.
    """
    name = parts_of(name)[0]
    folders = [root / "lessons" / f"l{name}", root / "tests" / "lessons" / f"l{name}"]
    if not folders[0].is_dir():
        there = sorted(room.name for room in (root / "lessons").glob("l[0-9][0-9]_*"))
        raise ValueError(f"no lesson {name}; there are: {', '.join(there)}")
    notebooks = [root / "notebooks" / f"{name}.ipynb"]
    notebooks.append(root / "notebooks" / "more" / f"{name}_more.ipynb")
    notebooks += [root / "notebooks" / "solutions" / path.name for path in notebooks]
    found = [path for path in (*folders, *notebooks) if path.exists()]
    for path in found:
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    return found


def main() -> None:
    """Write the lesson named on the command line, or remove it."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("name", help="number and slug: 18_your_title")
    parser.add_argument("--remove", action="store_true", help="take the lesson away")
    options = parser.parse_args()
    try:
        work = remove_lesson if options.remove else write_lesson
        files = work(options.name)
    except ValueError as error:
        parser.error(str(error))
    for file in files:
        print(("removed " if options.remove else "") + str(file.relative_to(ROOT)))
    if options.remove:
        print("Next: .venv/bin/python -m workbook teaching")
    else:
        name, number, _ = parts_of(options.name)
        print(NEXT.format(name=name, number=number))


if __name__ == "__main__":
    main()
