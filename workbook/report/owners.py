"""Whose a file is: what the learning platform wrote counts, not what a student wrote inside.

The outermost name that Canvas, Moodle or Gradescope gave owns all below it, with its number, so
that two students of one name stay two. Without such a name a student is a folder, an archive, or
what a notebook is called besides its lesson.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from workbook.report.untrusted import line

ROOT = Path(__file__).resolve().parents[2]
ROOMS = tuple(
    path.parents[1].name for path in sorted(ROOT.glob("lessons/l*/exercises/__init__.py"))
)
PLATFORMS = (  # Moodle, Canvas, Gradescope
    re.compile(r"(?P<who>.+?)_(?P<id>\d+)_assignsubmission_"),
    re.compile(r"(?P<who>[^_]+)_(?:LATE_)?(?P<id>\d+)_\d+_."),
    re.compile(r"(?P<who>submission_(?P<id>\d+))$"),
)
ROSTER = "submission_metadata.yml"  # Gradescope's, which says who handed in submission_12
PLAIN = {"submissions", "notebooks", "my_notebooks", "release"}  # folders that are nobody
BY_STUDENT = "submitted"  # nbgrader's folder, with a folder for each student
COPY = re.compile(r"[ _]*(?:\((?:\d+|before reset \d+|new edition(?: \d+)?)\)|-Copy\d*)$")
LESSON = re.compile(
    r"(?<![^\W_])(?:\d\d[ _-])?(?:"
    + "|".join(room[4:].replace("_", "[ _-]") for room in ROOMS)
    + r")(?![^\W_])"
)


class Owner(NamedTuple):
    """A student, as a platform or a folder names them; the number is ``""`` where there is none."""

    name: str
    number: str = ""


Items = list[tuple[int, Sequence[str]]]


def owners(paths: Sequence[PurePosixPath]) -> list[Owner]:
    """Return the student whose each file is; an archive counts as a folder."""
    found: dict[int, Owner] = {}
    _claim([(index, path.parts) for index, path in enumerate(paths) if path.parts], None, found)
    return [found.get(index, Owner("")) for index in range(len(paths))]


def _claim(items: Items, fallback: Owner | None, found: dict[int, Owner]) -> None:
    """Find the owners of the files below a folder.

    Args:
        items: Each with the parts of its path below that folder.
        fallback: Whose a file is that has no name of its own.
        found: Gets the owners.
    """
    heads = _by_head(items)
    for head, below in heads.items():
        inside = [item for item in below if item[1]]
        owner = by_platform(head)
        if owner is None and inside and head.lower() == BY_STUDENT:
            for student, theirs in _by_head(inside).items():
                _own(theirs, _named(student), found)
        elif owner is None and inside and _is_nobody(head):
            _claim(inside, fallback, found)
        elif owner is None and inside and (len(heads) == 1 or _is_class(inside)):
            _claim(inside, _named(head), found)
        elif owner is None and not inside:
            _own(below, _of_file(head, fallback, len(heads) == 1), found)
        else:
            _own(below, owner or _named(head), found)


def _by_head(items: Items) -> dict[str, Items]:
    heads: dict[str, Items] = defaultdict(list)
    for index, parts in items:
        heads[parts[0]].append((index, parts[1:]))
    return heads


def _own(items: Items, owner: Owner, found: dict[int, Owner]) -> None:
    found.update((index, owner) for index, _ in items)


def by_platform(part: str) -> Owner | None:
    """Return the student whom a platform names in a part of a path, or None."""
    for pattern in PLATFORMS:
        if match := pattern.match(part):
            return Owner(_tidy(match["who"]), match["id"])
    return None


def _is_class(items: Items) -> bool:
    """Tell whether a folder has several students, all of them named by a platform."""
    named = {head: by_platform(head) for head in _by_head(items) if head != ROSTER}
    return None not in named.values() and len(set(named.values())) > 1


def _is_nobody(part: str) -> bool:
    """Tell whether a folder or archive is a lesson's, or has a name that says nothing."""
    name = _unzipped(part)
    numbers = [room[1:3] for room in ROOMS]
    return name.lower() in PLAIN or name in numbers or not _without_lesson(name)


def _unzipped(part: str) -> str:
    return part[:-4] if part.lower().endswith(".zip") else part


def _without_lesson(stem: str) -> str:
    return LESSON.sub("", COPY.sub("", stem), count=1).strip(" _-.")


def _named(part: str) -> Owner:
    return Owner(_tidy(COPY.sub("", _unzipped(part))))


def _of_file(name: str, fallback: Owner | None, is_alone: bool) -> Owner:
    """Return whose a file is that lies in no folder of a student."""
    stem, ending = PurePosixPath(name).stem, PurePosixPath(name).suffix.lower()
    rest = _without_lesson(stem)
    is_named = bool(rest) and ending == ".ipynb" and not (is_alone and rest == COPY.sub("", stem))
    if fallback and not is_named:
        return fallback
    return Owner(_tidy(rest or stem))


def _tidy(name: str) -> str:
    return unicodedata.normalize("NFC", line(name)) or "no name"


def roster(text: str) -> dict[str, str]:
    """Return the names in Gradescope's ``submission_metadata.yml``: ``submission_12`` is Ada."""
    found: dict[str, str] = {}
    head = ""
    for row in text.splitlines():
        if match := re.match(r"(submission_\d+):", row):
            head = match[1]
        elif (match := re.match(r"[ -]{0,9}:name: (.{1,200})$", row)) and head:
            name = _tidy(match[1].strip().strip("'\""))
            found[head] = f"{found[head]}, {name}" if head in found else name  # a group
    return found


def labels(students: Iterable[Owner]) -> dict[Owner, str]:
    """Return what each student is called: the name, with its number where two have one name."""
    students = set(students)
    names = [student.name.casefold() for student in students]
    return {
        one: f"{one.name} ({one.number})"
        if one.number and names.count(one.name.casefold()) > 1
        else one.name
        for one in students
    }
