"""One run for each folder: two that save in the same place would mix their states."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

LOCK = ".lock"


@contextmanager
def owned(folder: Path | None) -> Iterator[None]:
    """Keep a folder for one run; the lock ends with the process, however that ends.

    Args:
        folder: Made if it does not exist; None is no folder. Of several processes that share a run
            the first holds it.

    Raises:
        ValueError: If another run is in it, or there is a file of that name.
    """
    if folder is None or int(os.environ.get("RANK", "0")):
        yield
        return
    if folder.exists() and not folder.is_dir():
        raise ValueError(f"expected a folder to keep the state in, got the file {folder}")
    folder.mkdir(parents=True, exist_ok=True)
    lock = FileLock(folder / LOCK, is_singleton=True)  # so that a run may ask for it twice
    try:
        lock.acquire(blocking=False)
    except Timeout as error:
        raise ValueError(
            f"another run is training in {folder}; wait until it ends, or take another folder"
        ) from error
    try:
        yield
    finally:
        lock.release()
