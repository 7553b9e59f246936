"""PUBLISHED.md says where each published method runs, and it is there: read, not run."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from workbook.make.rooms import imported

ROOT = Path(__file__).resolve().parents[2]
TABLE = (ROOT / "PUBLISHED.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (?P<what>.+) \| (?P<lesson>\d\d) \| (?P<see>.+) \|$", re.MULTILINE)
SEEN = re.compile(r"\*(?P<heading>(?:`[^`]*`|[^*`])+)\*|`(?P<name>[^`]+)`")
HEADING = re.compile(
    r"^# #+ (?:\d+\. )?(?:(?:Exercise \d+|Appendix|Find the bug|Myth check): )?(.+)$"
)
ROWS = [(row["lesson"], row["what"], row["see"]) for row in ROW.finditer(TABLE)]


class Lesson(NamedTuple):
    """What a lesson's row may name."""

    headings: set[str]
    names: set[str]  # of its modules and exercises, and of what they define
    imports: set[str]
    code: str  # all but that of its experiments


@cache
def of(package: Path) -> Lesson:
    """Read a lesson's package."""
    exercises = package / "exercises"
    lesson = Lesson(set(), {path.name for path in exercises.glob("*")}, set(), "")
    for path in sorted(set(package.rglob("*.py")) - set(exercises.rglob("*.py"))):
        text = path.read_text(encoding="utf-8")
        lesson.imports.update(imported(text))
        lesson.names.update((path.stem, *defined_in(text)))
        if path.parent.name != "experiments":
            lesson = lesson._replace(code=lesson.code + text)
        if path.parent == package and path.stem in ("lesson", "more"):
            found = map(HEADING.match, text.splitlines())
            lesson.headings.update(heading[1] for heading in found if heading)
    return lesson


def defined_in(text: str) -> Iterator[str]:
    """Yield the functions and classes of a module."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name


def has(lesson: Lesson, heading: str | None, name: str | None) -> bool:
    """Tell whether a lesson has a heading, or else a name."""
    if name is None:
        return heading in lesson.headings
    if name.startswith("data/runs/"):
        is_read = re.search(rf"\b{Path(name).stem}\b", lesson.code) is not None
        return is_read and (ROOT / name).is_file()
    return name in (lesson.imports if name.startswith(("bertlab.", "workbook.")) else lesson.names)


def missing(number: str, see: str) -> list[str]:
    """Return what a row names and its lesson does not have."""
    packages = list((ROOT / "lessons").glob(f"l{number}_*"))
    if not packages:
        return [f"lesson {number}"]
    lesson = of(packages[0])
    found = SEEN.finditer(see)
    return [seen[0] for seen in found if not has(lesson, seen["heading"], seen["name"])]


def test_what_was_published_is_where_the_table_says():
    """A row that fails: mend it, or bring back what ran."""
    assert [row for row in ROWS if not SEEN.search(row[2])] == []
    gone = {f"{what} ({lesson})": missing(lesson, see) for lesson, what, see in ROWS}
    assert {row: names for row, names in gone.items() if names} == {}


def test_the_table_is_whole():
    """A row in another form would not be looked at."""
    rows = [line for line in TABLE.splitlines() if re.match(r"\| (?!published)\S", line)]
    assert len(rows) == len(ROWS) > 100


@pytest.mark.parametrize(
    "see",
    [
        "*No such heading*",
        "`no_such_name`",
        "`bertlab.model.BertConfig.none`",
        "`bertlab.vectors.flow.Flow`",  # there, and another lesson's
        "`data/runs/none.json`",
        "`data/runs/simcse.json`",
    ],
)
def test_what_is_not_there_is_seen(see):
    assert missing("07", see) == [see]
    assert missing("07", f"*Published weights*, {see}, `bertlab.model.BertConfig`") == [see]
    assert missing("99", see) == ["lesson 99"]
