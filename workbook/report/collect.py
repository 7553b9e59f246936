"""Submissions in a folder: notebooks and archives, whose they are and which lesson they answer.

Flat files, a folder for each student, the names that Canvas, Moodle and nbgrader give, and archives
of all of these. Archives are read member by member; links and ways out of a folder are not
followed.
"""

import hashlib
import json
import re
import stat
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

from workbook.report.code import imported_rooms

LARGEST = 50 * 2**20  # bytes of a notebook
MOST_MEMBERS, MOST_UNPACKED = 5_000, 2 * 2**30  # of an archive
DEEPEST = 12  # folders
ROOT = Path(__file__).resolve().parents[2]
CANVAS = re.compile(r"^(?P<who>[a-z0-9.\-]+?)_(?:LATE_)?(?P<id>\d+)_\d+_(?P<rest>.+)$")
MOODLE = re.compile(r"^(?P<who>.+?)_(?P<id>\d+)_assignsubmission_file_?(?P<rest>.*)$")
COPY = re.compile(r"(?:[ _-]*\(\d+\)|-\d{1,2}|[ _-]+(?:copy|kopie|final|副本).*)$", re.IGNORECASE)
PLAIN = "submitted", "submissions", "notebooks", "my_notebooks", "release"


@dataclass
class Submission:
    """A notebook that was handed in.

    Attributes:
        source: Where it was found, as text for people.
        student: Whose it is.
        room: The lesson's room, such as ``l05_attention``, or ``""``.
        cells: The sources of its code cells.
        problem: Why it cannot be read, or ``""``.
        notes: What the instructor should know.
        attempts: Of exercises, from the progress file beside it.
        key: The SHA-256 of the notebook.
    """

    source: str
    student: str
    room: str = ""
    cells: list[str] = field(default_factory=list)
    problem: str = ""
    notes: list[str] = field(default_factory=list)
    attempts: dict[str, int] = field(default_factory=dict)
    key: str = ""


@cache
def rooms() -> dict[str, frozenset[str]]:
    """Return the names of the exercises of each lesson, by room."""
    return {
        path.parent.parent.name: frozenset(
            found.parent.name for found in path.parent.glob("*/question.py")
        )
        for path in sorted(ROOT.glob("lessons/l*/exercises/__init__.py"))
    }


def collect(folder: Path) -> list[Submission]:
    """Find the submissions of a folder; what cannot be read is among them, with its problem.

    Raises:
        ValueError: If there is no such folder, or no notebook and no archive in it.
    """
    if not folder.is_dir():
        raise ValueError(f"expected a folder with submissions, got {folder}")
    found = sorted(_in_folder(folder, folder), key=lambda one: one.source)
    if not found:
        raise ValueError(f"no notebook and no zip file in {folder}")
    return found


def _in_folder(folder: Path, root: Path, depth: int = 0) -> Iterator[Submission]:
    for path in sorted(folder.iterdir()):
        name = path.relative_to(root)
        if path.is_symlink() or path.name.startswith(".") or path.name == "__MACOSX":
            continue
        if path.is_dir() and depth < DEEPEST:
            yield from _in_folder(path, root, depth + 1)
        elif path.suffix.lower() == ".ipynb":
            yield _from_file(path, PurePosixPath(name.as_posix()))
        elif path.suffix.lower() == ".zip":
            yield from _in_archive(path, PurePosixPath(name.as_posix()))


def _from_file(path: Path, name: PurePosixPath) -> Submission:
    submission = Submission(str(name), student_of(name))
    size = path.stat().st_size
    if size > LARGEST:
        submission.problem = f"{size / 2**20:.0f} MB: a notebook may have {LARGEST >> 20} MB"
        return submission
    beside = path.with_name("progress.json")
    kept = beside.read_bytes() if beside.is_file() and beside.stat().st_size < 2**20 else b""
    return _read(submission, path.read_bytes(), kept)


def _in_archive(path: Path, name: PurePosixPath) -> Iterator[Submission]:
    try:
        with zipfile.ZipFile(path) as archive:
            yield from _members(archive, name)
    except (zipfile.BadZipFile, OSError, NotImplementedError, RuntimeError, EOFError) as error:
        problem = f"not a readable archive: {type(error).__name__}"
        yield Submission(str(name), student_of(name.with_suffix(".ipynb")), problem=problem)


def _members(archive: zipfile.ZipFile, name: PurePosixPath) -> Iterator[Submission]:
    """Read the notebooks of an archive one by one; what leads out of it is left out."""
    members = archive.infolist()
    if len(members) > MOST_MEMBERS:
        problem = f"{len(members)} files: an archive may have {MOST_MEMBERS}"
        yield Submission(str(name), student_of(name.with_suffix(".ipynb")), problem=problem)
        return
    unpacked = 0
    for member in members:
        inside = PurePosixPath(member.filename.replace("\\", "/"))
        if inside.suffix.lower() != ".ipynb" or inside.name.startswith("._"):
            continue
        hidden = any(part.startswith(".") and part != ".." for part in inside.parts)
        if hidden or "__MACOSX" in inside.parts:
            continue
        where = f"{name}/{inside}"
        submission = Submission(where, _owner(name, inside))
        is_link = stat.S_ISLNK(member.external_attr >> 16)
        if is_link or inside.is_absolute() or ".." in inside.parts:
            submission.problem = "a link, or a path that leads out of the archive"
        elif member.file_size > LARGEST or unpacked + member.file_size > MOST_UNPACKED:
            submission.problem = f"{member.file_size / 2**20:.0f} MB unpacked: too large"
        else:
            with archive.open(member) as file:
                data = file.read(LARGEST + 1)
            unpacked += len(data)
            if len(data) > LARGEST:
                submission.problem = "larger than the archive says"
            else:
                _read(submission, data, b"")
        yield submission


def _read(submission: Submission, data: bytes, progress: bytes) -> Submission:
    """Read a notebook's code cells, and tell which lesson it answers."""
    submission.key = hashlib.sha256(data).hexdigest()
    try:
        cells = _code_cells(json.loads(data))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        submission.problem = "not a notebook" if data.strip() else "an empty file"
        return submission
    submission.cells = [source for source, _ in cells]
    if not cells:
        submission.problem = "no code cells"
        return submission
    if not any(ran for _, ran in cells):
        submission.notes.append("it was never run")
    submission.room = room_of(submission.cells)
    if not submission.room:
        submission.problem = "not a lesson of this workbook"
        return submission
    submission.attempts = _attempts(progress, submission.room)
    return submission


def _code_cells(notebook: Any) -> list[tuple[str, bool]]:
    cells = notebook.get("cells")
    if cells is None:  # format 3
        cells = [cell for sheet in notebook["worksheets"] for cell in sheet["cells"]]
    found = []
    for cell in cells:
        if cell.get("cell_type") == "code":
            source = cell.get("source", cell.get("input", ""))
            text = source if isinstance(source, str) else "".join(map(str, source))
            found.append((text, cell.get("execution_count") is not None))
    return found


def room_of(cells: list[str]) -> str:
    """Tell which lesson a notebook answers: by what it imports, or else by its functions."""
    known = rooms()
    for room in imported_rooms(cells):
        if room in known:
            return room
    text = "\n".join(cells)
    defined = set(re.findall(r"^def (\w+)\(", text, re.MULTILINE))
    counts = {room: len(names & defined) for room, names in known.items()}
    best = max(counts, key=lambda room: counts[room], default="")
    others = [room for room in counts if room != best and counts[room] == counts.get(best)]
    return best if counts.get(best) and not others else ""


def _attempts(progress: bytes, room: str) -> dict[str, int]:
    try:
        entries = json.loads(progress)["lessons"][room[1:3]]
        return {str(name): int(entry["attempts"]) for name, entry in entries.items()}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}


def student_of(path: PurePosixPath) -> str:
    """Tell whose a file is, by its name and its folders.

    Args:
        path: Below the folder of submissions.
    """
    for part in (path.name, *reversed(path.parts[:-1])):
        for pattern in (MOODLE, CANVAS):
            if match := pattern.match(part):
                return match["who"].strip()
    folders = [part for part in path.parts[:-1] if part.lower() not in PLAIN]
    folders = [part for part in folders if not _is_lesson(part)]
    if folders:
        return folders[0]
    stem = COPY.sub("", path.stem)
    for room in rooms():
        words = room[1:]
        for text in (words, words[3:]):
            if text in stem:
                rest = stem.replace(text, "").strip(" _-.")
                return rest or stem
    return stem


def _owner(archive: PurePosixPath, inside: PurePosixPath) -> str:
    """Tell whose a file in an archive is: an archive holds one student's work, or many."""
    student = student_of(inside)
    return student_of(archive.with_suffix(".ipynb")) if _is_lesson(student) else student


def _is_lesson(part: str) -> bool:
    return any(part in (room, room[1:], room[1:3]) for room in rooms())
