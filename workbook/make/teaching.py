"""Write TEACHING.md, the instructor's page, and the README's table of lessons, from the rooms.

Minutes of a part are an estimate: its words read at 180 a minute, one minute for each code cell to
run and discuss, and the exercises as long as they declare.
"""

import argparse
import re
from importlib import import_module
from pathlib import Path
from types import ModuleType

from nbformat import NotebookNode

from workbook.exercises import load, overview
from workbook.make.lesson_source import is_note, read_source, sources, tags
from workbook.make.parts import needs, parts_of
from workbook.make.readme import with_table

ROOT = Path(__file__).resolve().parents[2]
PAGE, README = ROOT / "TEACHING.md", ROOT / "README.md"
WORDS_PER_MINUTE = 180
INTRODUCTION = Path(__file__).with_name("templates") / "teaching_introduction.md"


def exercise_module(source: Path) -> ModuleType | None:
    """Return the package of exercises in a lesson's room, if it has one."""
    room = source.parent
    return (
        import_module(f"lessons.{room.name}.exercises") if (room / "exercises").is_dir() else None
    )


def minutes(cells: list[NotebookNode]) -> int:
    """Estimate the minutes that cells take in class."""
    total = 0.0
    for cell in cells:
        if cell.cell_type == "markdown" and not is_note(cell):
            declared = re.search(r"about (\d+) minutes", cell.source)
            total += len(cell.source.split()) / WORDS_PER_MINUTE
            total += int(declared.group(1)) if declared and "Exercise" in cell.source else 0
        elif cell.cell_type == "code" and not {"bootstrap", "setup", "exercise", "solution"} & set(
            tags(cell)
        ):
            total += 1
    return max(1, round(total))


def predictions(cells: list[NotebookNode]) -> list[str]:
    """Return the questions to ask before a cell runs."""
    questions = []
    for cell in cells:
        for found in re.finditer(r"\*\*Predict first\*\*:\s*([^?]+\?)", cell.source):
            question = " ".join(found.group(1).split())
            questions.append(question[0].upper() + question[1:])
    return questions


def lesson(path: Path) -> str:
    """Return the page's section on one lesson, as Markdown."""
    cells = read_source(path)
    title = cells[0].source.splitlines()[0].removeprefix("# ")
    lines = [f"## {title}", "", "| part | minutes | needs |", "|---|---|---|"]
    parts = parts_of(cells)
    for heading, wanted in needs(parts).items():
        earlier = ", ".join(part.partition(". ")[0] for part in wanted)
        lines.append(f"| {heading} | {minutes(parts[heading])} | {earlier} |")
    questions = predictions(cells)
    if questions:
        lines += ["", "**Ask for a prediction:**", "", *(f"- {question}" for question in questions)]
    module = exercise_module(path)
    if module is not None:
        lines += [
            "",
            "**Exercises, and the mistakes to expect:**",
            "",
            overview(list(map(load, module.EXERCISES))).rstrip(),
        ]
    return "\n".join(lines) + "\n"


def page() -> str:
    """Return the whole page."""
    introduction = INTRODUCTION.read_text(encoding="utf-8")
    return "\n".join([introduction, *(lesson(source) for source in sources(ROOT))])


def main() -> None:
    """Write both pages."""
    argparse.ArgumentParser(description=__doc__.split("\n")[0]).parse_args()
    PAGE.write_text(page(), encoding="utf-8")
    README.write_text(with_table(README.read_text(encoding="utf-8"), ROOT), encoding="utf-8")
    print(f"wrote {PAGE.name} and the table of {README.name}")


if __name__ == "__main__":
    main()
