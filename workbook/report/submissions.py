"""The submissions in a folder: each with whose it is, and what became of its exercises."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from workbook.report.collect import CollectedFile, walk
from workbook.report.notebook import Notebook, Progress, Record, read_notebook, read_progress
from workbook.report.owners import ROSTER, Owner, by_platform, owners, roster
from workbook.report.results import results_of, room_of
from workbook.report.untrusted import line

MOST_FILES, MOST_NOTES = 50, 20  # of a student; of a file
OTHER_ARCHIVES = ".7z", ".rar", ".tar", ".gz", ".tgz", ".bz2", ".xz"


@dataclass
class Submission:
    """A notebook that was handed in.

    Attributes:
        source: Where it was found, as text for people.
        student: Whose it is.
        room: The lesson's room, such as ``l05_attention``, or ``""``.
        results: What became of the lesson's exercises, in its order.
        problem: Why it cannot be read, or ``""``.
        notes: What the instructor should know.
    """

    source: str
    student: Owner
    room: str = ""
    results: list[Record] = field(default_factory=list)
    problem: str = ""
    notes: list[str] = field(default_factory=list)


def collect(folder: Path) -> list[Submission]:
    """Read the submissions in a folder; what cannot be read is among them, with its problem.

    Raises:
        ValueError: If there is no such folder, or no notebook and no archive in it.
    """
    if not folder.is_dir():
        raise ValueError(f"expected a folder with submissions, got {folder}")
    read = [_read(found) for found in walk(folder)]
    students = owners([one.path for one in read])
    names = _roster(read)
    students = [one._replace(name=names.get(one.name, one.name)) for one in students]
    progress: dict[Owner, list[Progress]] = {}
    for one, student in zip(read, students, strict=True):
        if isinstance(one.content, dict):
            progress.setdefault(student, []).append(one.content)
    submissions = [
        _submission(one, student, progress.get(student, []))
        for one, student in zip(read, students, strict=True)
        if one.problem or isinstance(one.content, Notebook)
    ]
    submissions = _bounded(submissions)
    submissions += _without_notebook(read, students, {one.student for one in submissions})
    if not submissions:
        raise ValueError(f"no notebook and no zip file in {folder}")
    return submissions


def _bounded(submissions: Iterable[Submission]) -> list[Submission]:
    """Leave out what a student handed in beyond so many files, with a line that says so."""
    counts: Counter[Owner] = Counter()
    kept = []
    for one in submissions:
        counts[one.student] += 1
        if counts[one.student] <= MOST_FILES:
            kept.append(one)
    return kept + [
        Submission("", student, problem=f"{count - MOST_FILES} more files, which are not counted")
        for student, count in counts.items()
        if count > MOST_FILES
    ]


class _Read(NamedTuple):
    """A file with what was read of it: a notebook, progress, a roster, or nothing."""

    path: PurePosixPath
    content: Notebook | Progress | str | None
    problem: str


def _read(found: CollectedFile) -> _Read:
    """Read a file; its data is let go."""
    content: Notebook | Progress | str | None = None
    path, data, problem = found
    name = path.name.lower()
    if data is None:
        is_other = path.suffix.lower() in OTHER_ARCHIVES or ".ipynb." in name
        problem = problem or is_other * "not read: expected a notebook or a zip file"
        return _Read(path, None, problem)
    try:
        if name.endswith(".ipynb"):
            content = read_notebook(data)
        elif name == ROSTER:
            content = data.decode("utf-8", "replace")
        else:
            content = read_progress(data)
    except Exception as error:  # a file that was made to break this is one student's problem
        problem = str(error) if isinstance(error, ValueError) else type(error).__name__
    return _Read(path, content, problem)


def _roster(read: Iterable[_Read]) -> dict[str, str]:
    """Return the names that Gradescope gives; a student's own file of that name is none."""
    found: dict[str, str] = {}
    for one in read:
        if isinstance(one.content, str) and not any(map(by_platform, one.path.parts)):
            found |= roster(one.content)
    return found


def _submission(one: _Read, student: Owner, progress: Sequence[Progress]) -> Submission:
    submission = Submission(line(str(one.path)), student, problem=one.problem)
    notebook = one.content
    if not isinstance(notebook, Notebook):
        return submission
    submission.notes += notebook.notes
    submission.room = room_of(notebook)
    if not submission.room:
        submission.problem = "not a lesson of this workbook, or more than one"
        return submission
    submission.results = results_of(submission.room, notebook, progress, submission.notes)
    submission.notes = list(dict.fromkeys(submission.notes))[:MOST_NOTES]
    return submission


def _without_notebook(
    read: Sequence[_Read], students: Sequence[Owner], known: set[Owner]
) -> list[Submission]:
    """List the students who handed in something, but no notebook."""
    others: dict[Owner, list[str]] = {}
    for one, student in zip(read, students, strict=True):
        if student not in known and not isinstance(one.content, str):
            others.setdefault(student, []).append(line(str(one.path)))
    return [
        Submission(paths[0], student, problem=f"no notebook among {len(paths)} files")
        for student, paths in others.items()
    ]
