"""Files whose content is known: hash them once, notice when they change, replace them whole."""

import contextlib
import hashlib
import json
import os
import uuid
from pathlib import Path

from bertlab.datasets.fetching.releases import cache_folder


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file's content, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that others see all of it or nothing of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}-{uuid.uuid4().hex}")
    try:
        temporary.write_bytes(content)
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def remember(path: Path, origin: str) -> None:
    """Note that a file's content was checked, with the size and time it has now.

    Args:
        path: The file.
        origin: What the content was checked against, such as a SHA-256.
    """
    stat = path.stat()
    note = {"origin": origin, "size": stat.st_size, "modified_ns": stat.st_mtime_ns}
    with contextlib.suppress(OSError):  # a cache that cannot be written is checked again next time
        write_whole(_note(path), json.dumps(note).encode())


def is_remembered(path: Path, origin: str) -> bool:
    """Tell whether a file was checked against ``origin`` and looks untouched since.

    Size and modification time are compared, not the content: hashing 80 MB on each import would
    take half a second. ``python -m bertlab.datasets verify`` compares the content.
    """
    try:
        stat = path.stat()
        note = json.loads(_note(path).read_bytes())
    except (OSError, ValueError):
        return False
    return note == {"origin": origin, "size": stat.st_size, "modified_ns": stat.st_mtime_ns}


def forget(path: Path) -> None:
    """Have the next use of a file check its content again."""
    _note(path).unlink(missing_ok=True)


def _note(path: Path) -> Path:
    folder = cache_folder() / "checked"
    try:
        name = "-".join(path.relative_to(cache_folder()).parts)
    except ValueError as error:
        raise ValueError(f"expected a file in {cache_folder()}, got {path}") from error
    return folder / f"{name}.json"
