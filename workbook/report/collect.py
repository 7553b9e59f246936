"""The files of a folder and of the zip files in it, one by one.

Whatever is wrong with a file is that file's problem: the next one is read as if nothing had been.
Nothing is unpacked to the disk; links and ways out of an archive are not followed.
"""

import io
import os
import stat
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from workbook.report.owners import by_platform
from workbook.report.untrusted import LARGEST, line

LARGEST_ZIP, LARGEST_INSIDE = 2**30, 100 * 2**20  # bytes of an archive, and of one inside
MOST_MEMBERS = 5_000  # of an archive
MOST_UNPACKED = 2**32, 2**28  # bytes of a class's archive, and of a student's
DEEPEST = 12  # folders
TOP = PurePosixPath()
LONGEST_NAME = 500
NAMES = "progress.json", "submission_metadata.yml"  # read beside notebooks


class CollectedFile(NamedTuple):
    """A file.

    Attributes:
        path: Below the folder; an archive is a folder of it.
        data: Its content, or None if it was not read.
        problem: Why it cannot be read, or ``""``.
    """

    path: PurePosixPath
    data: bytes | None = None
    problem: str = ""


class _Bounded:
    """An archive's file, which refuses a table of contents of millions of files."""

    def __init__(self, file: Any) -> None:
        self._file = file

    def read(self, size: int = -1) -> bytes:
        if size > LARGEST:
            raise ValueError(f"a table of contents of {size / 2**20:.0f} MB")
        return bytes(self._file.read(size))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


def walk(folder: Path, path: PurePosixPath = TOP) -> Iterator[CollectedFile]:
    """Yield the files of a folder, in the order of their names; hidden ones are left out.

    Args:
        folder: To look through.
        path: What its files' paths begin with.
    """
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        yield CollectedFile(path, problem=_words(error))
        return
    for entry in entries:
        if _is_hidden(entry.name):
            continue
        try:
            if entry.is_dir(follow_symlinks=False) and len(path.parts) < DEEPEST:
                yield from walk(Path(entry.path), path / entry.name)
            else:
                yield from _from_disk(entry, path / entry.name)
        except Exception as error:  # a folder that others change, or a file made to break this
            yield CollectedFile(path / entry.name, problem=_words(error))


def _is_hidden(name: str) -> bool:
    return name.startswith(".") or name == "__MACOSX"


def _words(error: Exception) -> str:
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return f"cannot be read: {line(reason) or type(error).__name__}"


def _is_read(path: PurePosixPath) -> bool:
    name = path.name.lower()
    return path.suffix.lower() in (".ipynb", ".zip") or name.endswith(NAMES)


def _from_disk(entry: "os.DirEntry[str]", path: PurePosixPath) -> Iterator[CollectedFile]:
    if not _is_read(path):
        yield CollectedFile(path)
    elif not entry.is_file(follow_symlinks=False):  # a pipe would be waited for
        yield CollectedFile(path, problem="not a regular file")
    elif path.suffix.lower() == ".zip":
        if entry.stat().st_size > LARGEST_ZIP:
            raise ValueError(f"{entry.stat().st_size / 2**20:.0f} MB are too large")
        with open(entry.path, "rb") as file:
            yield from _from_zip(file, path)
    else:
        with open(entry.path, "rb") as file:
            yield _within_limits(path, file.read(LARGEST + 1))


def _within_limits(path: PurePosixPath, data: bytes, most: int = LARGEST) -> CollectedFile:
    if len(data) > most:
        raise ValueError(f"larger than {most >> 20} MB")
    return CollectedFile(path, data)


def _from_zip(file: Any, path: PurePosixPath, depth: int = 0) -> Iterator[CollectedFile]:
    """Yield the files of an archive, and of those in it.

    Args:
        file: The archive.
        path: Of it.
        depth: Archives that it is in.
    """
    if depth > 1:
        raise ValueError("an archive in two others")
    left = MOST_UNPACKED[bool(depth or any(map(by_platform, path.parts)))]
    with zipfile.ZipFile(_Bounded(file)) as archive:
        members = archive.infolist()
        if not 0 < len(members) <= MOST_MEMBERS:
            raise ValueError(f"{len(members)} files, and an archive may have {MOST_MEMBERS}")
        for member in members:
            inside = PurePosixPath(member.filename.replace("\\", "/")[:LONGEST_NAME])
            if member.is_dir() or any(map(_is_hidden, set(inside.parts) - {".."})):
                continue
            try:
                found = _member(archive, member, inside, path, left)
                left -= len(found.data or b"")
                if found.data is not None and inside.suffix.lower() == ".zip":
                    yield from _from_zip(io.BytesIO(found.data), found.path, depth + 1)
                else:
                    yield found
            except Exception as error:  # the other members are other students' work
                yield CollectedFile(path / inside.as_posix().lstrip("/"), problem=_words(error))


def _member(
    archive: zipfile.ZipFile,
    member: zipfile.ZipInfo,
    inside: PurePosixPath,
    path: PurePosixPath,
    left: int,
) -> CollectedFile:
    """Read a member of an archive, of at most so many bytes."""
    if len(member.filename) > LONGEST_NAME:
        raise ValueError(f"a name of {len(member.filename)} characters")
    is_link = stat.S_ISLNK(member.external_attr >> 16)
    if is_link or inside.is_absolute() or ".." in inside.parts:
        raise ValueError("a link, or a path that leads out of the archive")
    if not _is_read(inside):
        return CollectedFile(path / inside)
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise ValueError("compressed in another way than zip files are")  # and all at once
    most = min(left, LARGEST_INSIDE if inside.suffix.lower() == ".zip" else LARGEST)
    if member.file_size > most:
        raise ValueError(f"{member.file_size / 2**20:.0f} MB unpacked are too large")
    with archive.open(member) as file:
        return _within_limits(path / inside, file.read(most + 1), most)
