"""Files: missing, written all at once, and JSON that is read with a sentence for what is wrong."""

import json
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

PREPARED, COMPLETE = ".saving-", ".saved"
MOST_BYTES, MOST_TEXT = 2**30, 2**26  # no list of texts, no vocabulary, no JSON is larger


class MissingDataError(FileNotFoundError):
    """Data or a checkpoint is not here and could not be fetched.

    A notebook shows the message alone: how the files were looked for is of no help to its reader.
    """

    def _render_traceback_(self) -> list[str]:  # what IPython shows in place of a traceback
        return [f"{type(self).__name__}: {self}"]


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


@contextmanager
def published(folder: Path) -> Iterator[Path]:
    """Replace files of a folder that belong together: all of them, or none.

    The new ones are written into a folder inside. When it is complete it gets another name, at
    once, and then its files go to their places. A process that is killed before has changed
    nothing; if one is killed after, ``settle`` does the rest.

    Args:
        folder: Made if it does not exist; one process at a time may write there.

    Yields:
        The folder to write the files into.

    Raises:
        OSError: If the disk is full or cannot be written; the old files stay as they were.
    """
    folder.mkdir(parents=True, exist_ok=True)
    settle(folder)
    for cut_short in folder.glob(f"{PREPARED}*"):  # a process was killed while it wrote
        shutil.rmtree(cut_short)
    prepared = Path(tempfile.mkdtemp(dir=folder, prefix=PREPARED))
    try:
        yield prepared
        os.rename(prepared, folder / COMPLETE)
    except BaseException:
        shutil.rmtree(prepared, ignore_errors=True)
        raise
    settle(folder)


def settle(folder: Path) -> None:
    """Put files in their places that a killed process had written completely; see ``published``.

    Raises:
        ValueError: If that cannot be done; what is in the folder may not belong together then.
    """
    complete = folder / COMPLETE
    try:
        for path in sorted(complete.iterdir()):
            os.replace(path, folder / path.name)
        complete.rmdir()
    except FileNotFoundError:
        return  # none is there, or another process does the same
    except OSError as error:
        raise ValueError(f"{complete} holds files that cannot be put in place: {error}") from error


def read_bytes(path: str | Path, most: int = MOST_BYTES) -> bytes:
    """Return a file's content.

    Raises:
        FileNotFoundError: If there is none of that name, or it is a folder.
        ValueError: If it has more bytes than ``most``, or is a pipe or device, which may not end.
    """
    try:
        found = os.stat(path)
        regular = stat.S_ISREG(found.st_mode)
        if (regular and found.st_size <= most) or stat.S_ISDIR(found.st_mode):
            return Path(path).read_bytes()
    except (OSError, ValueError) as error:  # also a folder, or a name that no system takes
        name, folder = Path(path).name[:99], str(Path(path).parent)[:99]
        raise FileNotFoundError(f"no {name} in {folder}: {error.args[-1]}") from error
    got = f"{found.st_size} bytes" if regular else "a pipe or device"
    raise ValueError(f"{path}: expected a file of at most {most} bytes, got {got}")


def read_text(path: Path) -> str:
    """Return a text file's content.

    Raises:
        FileNotFoundError: If there is none.
        ValueError: If it is no UTF-8, too large, or a pipe.
    """
    try:
        return read_bytes(path, MOST_TEXT).decode()
    except UnicodeDecodeError as error:
        raise ValueError(f"{path}: expected UTF-8, got {error}") from error


def lines_of(text: str) -> list[str]:
    """Split a text where files have their line ends; form feeds, U+0085 or U+2028 are no such."""
    return text.replace("\r\n", "\n").removesuffix("\n").split("\n") if text else []


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
