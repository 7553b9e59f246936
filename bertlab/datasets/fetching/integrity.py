"""Files whose content is known: each process hashes a file before it first uses it."""

import hashlib
import json
from functools import lru_cache
from pathlib import Path

from bertlab.datasets.fetching.releases import cache_folder
from bertlab.files import write_atomically


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file's content, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def has_hash(path: Path, expected: str) -> bool:
    """Tell whether a file is there and has this SHA-256.

    A process hashes a file once, and again if its size, time or place on the disk changes. 90 MB
    take 0.05 s, so a file is never believed because it looks untouched since some earlier day.
    """
    try:
        stat = path.stat()
        return _hashed(path, stat.st_size, stat.st_mtime_ns, stat.st_ino) == expected
    except OSError:
        return False


@lru_cache(maxsize=256)
def _hashed(path: Path, *looks: int) -> str:
    return sha256_of(path)


def hash_anew() -> None:
    """Have the next use of every file hash it again, though it may look untouched."""
    _hashed.cache_clear()


def keep(path: Path, origin: str, content: bytes) -> None:
    """Write a file of the cache that is made of others, and a note with its SHA-256.

    Args:
        path: The file; its folder is made if it does not exist.
        origin: What it was made of, such as the SHA-256 of an archive and a member's name.
        content: What it holds.

    Raises:
        OSError: If it cannot be written, or the disk gives back something else.
    """
    note = _note(path)
    for folder in (path.parent, note.parent):
        folder.mkdir(parents=True, exist_ok=True)
    write_atomically(path, content)
    digest = hashlib.sha256(content).hexdigest()
    if sha256_of(path) != digest:
        raise OSError(f"{path} does not hold what was written to it; is the disk full?")
    write_atomically(note, json.dumps({"origin": origin, "sha256": digest}).encode())


def is_cached(path: Path, origin: str) -> bool:
    """Tell whether a file was made of ``origin`` and still holds what was written then."""
    note_path = _note(path)
    try:
        note = json.loads(note_path.read_bytes())
        return note["origin"] == origin and has_hash(path, note["sha256"])
    except (OSError, ValueError, TypeError, KeyError, RecursionError):  # no note, or a damaged one
        return False


def _note(path: Path) -> Path:
    folder = cache_folder() / "checked"
    try:
        name = "-".join(path.relative_to(cache_folder()).parts)
    except ValueError as error:
        raise ValueError(f"expected a file in {cache_folder()}, got {path}") from error
    return folder / f"{name}.json"
