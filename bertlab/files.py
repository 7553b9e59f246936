"""Files that are written all at once, and JSON that is read with a sentence for what is wrong."""

import json
import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file so that a crash or a full disk leaves the old one as it was."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(temporary)
        raise


def read_text(path: Path) -> str:
    """Return a text file's content.

    Raises:
        FileNotFoundError: If there is none.
        ValueError: If it is no UTF-8.
    """
    if not path.is_file():
        raise FileNotFoundError(f"no {path.name} in {path.parent}")
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"{path}: expected UTF-8, got {error}") from error


def read_json(path: Path) -> dict[str, Any]:
    """Return the entries of a JSON file.

    Raises:
        FileNotFoundError: If there is none.
        ValueError: If it holds no JSON object.
    """
    text = read_text(path)
    try:
        entries = json.loads(text)
    except (ValueError, RecursionError) as error:  # too deep is no JSON that anybody means
        raise ValueError(f"{path} is no JSON: {error}") from error
    if not isinstance(entries, dict):
        raise ValueError(f"{path}: expected a JSON object, got {type(entries).__name__}")
    return entries
