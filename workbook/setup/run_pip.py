"""Run pip, and say in a sentence why it failed. Only the standard library is used."""

from __future__ import annotations  # so that an old Python reaches the message

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

NO_NETWORK = (
    "pip could not reach a package index. With a network, or with a folder of packages from\n"
    "`make wheelhouse` beside the Makefile, run the same command again: it goes on from there."
)
NO_SPACE = "The disk is full. Make room (make doctor shows what takes it) and run it again."
NO_VERSIONS = (
    "pip found no set of packages that fits this Python and this system (its reason is above).\n"
    "make doctor prints ten lines about this machine: please add them to your question."
)
OTHER_FILE = (
    "A package is not the file that this workbook was made with: its hash is not in locks/ (the\n"
    "name is above), and it was not installed. Run the same command again. If it stops here once\n"
    "more, the package index or wheelhouse/ serves something else: tell whoever runs it."
)
REASONS = {  # the first one that occurs in pip's messages decides
    r"No space left on device|Errno 28|Disk quota exceeded": NO_SPACE,
    r"DO NOT MATCH THE HASHES": OTHER_FILE,
    r"NewConnectionError|ConnectTimeout|ConnectionError|ReadTimeout|name resolution|ProxyError"
    r"|Name or service not known|Network is unreachable": NO_NETWORK,
    r"ResolutionImpossible|No matching distribution|conflicting dependencies": NO_VERSIONS,
}


class SetUpError(Exception):
    """Setting up cannot go on; the message says why and what to do."""


def run_pip(python: Path | str, *arguments: str) -> None:
    """Run pip: with its progress where somebody watches, else with its errors alone.

    Args:
        python: The interpreter whose pip it is.
        *arguments: What pip is told.

    Raises:
        SetUpError: If pip fails, with the reason in a sentence.
    """
    watched = sys.stdout.isatty()
    command = [str(python), "-m", "pip", *arguments]
    quiet = {**os.environ, "PYTHONWARNINGS": "ignore"}  # setuptools warns of editable installs
    streams: dict[str, Any] = (
        {} if watched else {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    )
    streams = {"stderr": subprocess.PIPE, **streams, "encoding": "utf-8", "errors": "replace"}
    said, shown = [], watched
    with subprocess.Popen(command, env=quiet, **streams) as pip:
        for line in (pip.stderr if watched else pip.stdout) or ():
            said.append(line)
            is_error = line.lstrip().startswith("ERROR: ") or (shown and line.startswith(" "))
            shown = watched or is_error
            if shown:
                print(line, end="", file=sys.stderr, flush=True)
    if pip.returncode:
        messages = "".join(said)
        print(conflict(messages), end="", file=sys.stderr)
        raise SetUpError(reason(messages) or f"This step failed: {' '.join(command)}")


def conflict(messages: str) -> str:
    """Return the lines in which pip says which requirements exclude each other, if it does."""
    found = re.search(r"The conflict is caused by:\n(?: .*\n)*", messages)
    return found[0] if found else ""


def reason(messages: str) -> str | None:
    """Return a sentence for what pip said, or None if it says nothing that is known."""
    for pattern, sentence in REASONS.items():
        if re.search(pattern, messages):
            return sentence
    return None


def check_space(folders: Iterable[Path], gigabytes: float) -> None:
    """Stop before anything is written where the disk has too little room.

    Args:
        folders: Where files will go; the first that exists on the way up is asked.
        gigabytes: What is needed there, in 10^9 bytes.

    Raises:
        SetUpError: If less is free.
    """
    for folder in folders:
        while not folder.exists():
            folder = folder.parent
        free = shutil.disk_usage(folder).free / 1e9
        if free < gigabytes:
            raise SetUpError(
                f"Setting up needs {gigabytes:.1f} GB in {folder}, and {free:.1f} GB are free.\n"
                "Make room there (for temporary files: set TMPDIR to another folder), then run the "
                "same command again."
            )


def remove_broken(packages: Path) -> list[str]:
    """Forget packages whose files an interrupted pip left incomplete, so that pip adds them anew.

    Args:
        packages: A ``site-packages`` folder.

    Returns:
        Names of what was forgotten.
    """
    broken = [info for info in packages.glob("*.dist-info") if not _is_whole(info)]
    for folder in [*broken, *packages.glob("~*")]:  # pip renames to ~name what it is removing
        shutil.rmtree(folder, ignore_errors=True)
    return sorted(info.name.removesuffix(".dist-info") for info in broken)


def _is_whole(info: Path) -> bool:
    """Tell whether every file that a package's list names is there at full size."""
    from importlib import metadata

    files = metadata.PathDistribution(info).files
    if not files:
        return False
    sizes = [
        (file.size, _size(Path(str(file.locate())))) for file in files if file.suffix != ".pyc"
    ]
    return all(found is not None and size in (None, found) for size, found in sizes)


def _size(path: Path) -> int | None:
    """Return the size of a file in bytes, or None if there is none."""
    try:
        return path.stat().st_size
    except OSError:
        return None
