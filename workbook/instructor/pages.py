"""Write TEACHING.md, two pages for each lesson's instructor, GLOSSARY.md, and the README's table.

The minutes come from the lessons' cells (``minutes``); the time that a lesson's first cell states
is renewed as well, so that students, instructors and the README read the same one.
"""

import argparse
import json
from pathlib import Path

from workbook.instructor.glossary import glossary
from workbook.instructor.lesson import TIME, Lesson, in_class, read_lesson
from workbook.instructor.lesson_page import pages_of
from workbook.instructor.readme import with_table
from workbook.make.added_cells import SLOW_CELLS
from workbook.make.lesson_source import sources
from workbook.make.notebooks import TIMES

ROOT = Path(__file__).resolve().parents[2]
PAGE, README, GLOSSARY = (ROOT / f"{name}.md" for name in ("TEACHING", "README", "GLOSSARY"))
INTRODUCTION = Path(__file__).with_name("introduction.md")
LESSONS = "@LESSONS@"  # where their table goes


def page(root: Path = ROOT) -> str:
    """Return TEACHING.md: how to teach, the lessons, the plans."""
    rows = [_row(path, read_lesson(path)) for path in sources(root)]
    table = [
        "| lesson, its page | in class | without what can go | exercises | mistakes |",
        "|---|---|---|---|---|",
        *rows,
    ]
    text = INTRODUCTION.read_text(encoding="utf-8")
    return text.replace(LESSONS, "\n".join(table))


def _row(path: Path, lesson: Lesson) -> str:
    room = f"lessons/{path.parent.name}"
    return (
        f"| [{lesson.title}]({room}/TEACHING.md) | {lesson.minutes} | {in_class(lesson.core)} "
        f"| {lesson.solving} | [list]({room}/MISTAKES.md) |"
    )


def renew_time(source: Path) -> bool:
    """Write the time of a lesson into its first cell, and tell whether they have changed."""
    lesson = read_lesson(source)
    if lesson.stated == lesson.time:
        return False
    text = source.read_text(encoding="utf-8")
    source.write_text(TIME.sub(lesson.time, text, count=1), encoding="utf-8")
    return True


def keep_measured(times: Path = TIMES, kept: Path = SLOW_CELLS) -> None:
    """Keep the seconds of slow cells, as last measured, where the next build reads them.

    Args:
        times: What building the notebooks has measured.
        kept: The file that is kept; lessons that were not measured stay as they are.

    Raises:
        ValueError: If nothing has been measured yet.
    """
    if not times.exists():
        raise ValueError(f"there is no {times.name} in {times.parent.name}/ yet: make notebooks")
    measured = json.loads(times.read_text(encoding="utf-8"))
    known = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    known |= {name: cost["slow_cells"] for name, cost in measured.items() if "slow_cells" in cost}
    slow = {name: cells for name, cells in known.items() if cells and "/" not in name}
    kept.write_text(json.dumps(slow, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def main() -> None:
    """Write all pages, and say which lessons state another time now."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument(
        "--measured", action="store_true", help="first keep which cells were slow in the last build"
    )
    if parser.parse_args().measured:
        keep_measured()
    for source in sources(ROOT):
        if renew_time(source):
            print(f"{source.parent.name}: the first cell states another time now: build it again")
        for path, text in pages_of(source).items():
            path.write_text(text, encoding="utf-8")
    PAGE.write_text(page(), encoding="utf-8")
    GLOSSARY.write_text(glossary(ROOT), encoding="utf-8")
    README.write_text(with_table(README.read_text(encoding="utf-8"), ROOT), encoding="utf-8")
    print(
        f"wrote {PAGE.name}, two pages for each lesson, {GLOSSARY.name}, the table of {README.name}"
    )


if __name__ == "__main__":
    main()
