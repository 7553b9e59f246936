"""Fetch a release with pip: pinned, checked, and safe to interrupt or to run twice at once."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from filelock import FileLock, Timeout

from bertlab.datasets.fetching.integrity import has_hash, sha256_of
from bertlab.datasets.fetching.releases import Release, cache_folder
from bertlab.files import MissingDataError

REMEDIES = {  # the first whose words are in the reason; pip says it in its own way
    r"No space left|Errno 28|Disk quota": "Make room on the disk, then run",
    r"Read-only|Permission denied|Errno 13|Errno 30": "Set BERTLAB_CACHE to a folder that can be "
    "written, then run",
    "": "With a network, run",
}


def is_fetched(release: Release) -> bool:
    """Tell whether the archive is in the cache and its content is the pinned one."""
    return has_hash(release.archive, release.sha256)


def fetch(release: Release) -> Path:
    """Return the path of a release's archive, after downloading it if need be.

    Raises:
        MissingDataError: If it is not in the cache and pip cannot fetch it, or nothing can be
            written there.
    """
    try:
        return release.archive if is_fetched(release) else _fetch_alone(release)
    except MissingDataError:
        raise
    except OSError as error:
        raise _missing(release, f"{error.strerror or error}") from error


def _fetch_alone(release: Release) -> Path:
    """Fetch a release while other processes that want it wait."""
    locks = cache_folder() / "locks"
    locks.mkdir(parents=True, exist_ok=True)
    lock = FileLock(locks / f"{release.name}.lock")
    try:
        lock.acquire(timeout=1)
    except Timeout:
        _say(f"Waiting for another process that fetches {release.name}")
        lock.acquire()
    try:
        if not is_fetched(release):  # the other process may have done it
            _download(release)
    finally:
        lock.release()
    return release.archive


def _download(release: Release) -> None:
    """Download into a private folder, check, and move the archive to its place."""
    archives = release.archive.parent
    archives.mkdir(parents=True, exist_ok=True)
    for leftover in archives.glob(f".{release.name}-*"):  # of a process that was killed
        shutil.rmtree(leftover, ignore_errors=True)
    if release.archive.exists():
        _say(f"{release.archive.name} in the cache is damaged: fetching it again")
    with tempfile.TemporaryDirectory(
        dir=archives, prefix=f".{release.name}-", ignore_cleanup_errors=True
    ) as folder:
        _run_pip(release, Path(folder))
        found = [path for path in Path(folder).iterdir() if path.name != "requirements.txt"]
        if len(found) != 1 or sha256_of(found[0]) != release.sha256:
            names = ", ".join(sorted(path.name for path in found)) or "nothing"
            raise _missing(release, f"pip left {names}, not the pinned archive")
        os.replace(found[0], release.archive)


def _run_pip(release: Release, folder: Path) -> None:
    """Have pip put the archive into a folder; show its progress bar if somebody watches."""
    for module in ("pip", "setuptools") if release.is_source else ("pip",):
        if importlib.util.find_spec(module) is None:
            remedy = "ensurepip" if module == "pip" else "pip install setuptools"
            raise _missing(release, f"this Python has no {module}; try: python -m {remedy}")
    requirements = folder / "requirements.txt"
    requirements.write_text(release.requirement + "\n", encoding="utf-8")
    command = [sys.executable, "-P", "-m", "pip", "download", "--require-hashes", "--no-deps"]
    command += ["--disable-pip-version-check", "--no-cache-dir", "--no-input", "--no-color"]
    command += ["-d", str(folder), "-r", str(requirements), *release.pip_options]
    if release.is_source:  # pip asks the archive for its name, with the setuptools that is here
        command += ["--no-build-isolation", "--no-binary", release.name]
    _say(f"Fetching {release.name} {release.version} ({release.megabytes:.1f} MB)")
    if sys.stderr.isatty():
        if subprocess.run(command, stdout=sys.stderr, check=False).returncode != 0:
            raise _missing(release, "pip failed, see its message above")
        return
    command += ["--quiet", "--progress-bar", "off"]
    result = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace")
    if result.returncode != 0:
        raise _missing(release, f"pip failed: {_reason(result.stderr)}")


def _reason(messages: str) -> str:
    """Return the last errors of pip's output."""
    lines = [line for line in messages.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR")] or lines
    return " ".join(errors[-2:]) or "it left no message"


def _missing(release: Release, reason: str) -> MissingDataError:
    state = "is damaged" if release.archive.exists() else "is missing"
    remedy = next(words for pattern, words in REMEDIES.items() if re.search(pattern, reason))
    names = list(release.loaders)
    size = f"{release.megabytes:.1f} MB"
    return MissingDataError(
        f"{', '.join(names)}: {release.name} {release.version} ({size}) {state} in "
        f"{cache_folder()} and could not be fetched: {reason}\n"
        f"{remedy}: python -m bertlab.datasets fetch {names[0]}"
    )


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
