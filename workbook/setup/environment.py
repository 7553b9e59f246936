"""Set up ``.venv``, in which the workbook runs.

``python3 -m workbook setup lab`` installs what lessons need in JupyterLab; ``test`` adds what the
checks need. There are three steps: the packages of ``locks/``, each compared with its hash; torch,
at the version of ``constraints.txt``; the project. Everything comes as a wheel. A torch that the
interpreter already has, as on many GPU machines, is kept and used. Nothing happens when ``.venv``
is up to date; what an interruption left is mended.

Packages come from wherever pip's own settings say (index, proxy, certificates), or, without any
network, from ``wheelhouse/`` if that folder is there (``make wheelhouse`` fills it elsewhere).
``VENV`` and ``CONSTRAINTS`` in the environment name another folder and other versions, which have
no hashes; an empty file of constraints gets the newest.

Only the standard library is used, and an old Python gets a message instead of an exception.
"""

from __future__ import annotations  # so that an old Python reaches the message

import argparse
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from workbook.setup.packages import (
    WHEELHOUSE,
    install_locked,
    install_project,
    install_resolved,
    installed_torch,
)
from workbook.setup.run_pip import SetUpError, check_space, remove_broken
from workbook.setup.versions import LOCKS, ROOT, check_python, dependencies, satisfies

NAME = os.environ.get("VENV", ".venv")
VENV = ROOT / NAME
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "bertlab-setup.txt"
BUSY = VENV / "bertlab-setup-unfinished"  # there while packages are being installed
PINNED = ROOT / "constraints.txt"  # the versions of the locks
CONSTRAINTS = ROOT / os.environ.get("CONSTRAINTS", PINNED.name)
LEVELS = {"lab": ("lab",), "test": ("lab", "test")}  # what is installed -> extras of the project
GIGABYTES = 3.0  # that a set-up writes, with a torch for processors; with CUDA it is about 8
FIND_VERSION = "import pip, sys; print('%d.%d' % sys.version_info[:2])"


def fingerprint() -> str:
    """Return a hash of what decides the content of ``.venv``, also of where it is."""
    files = [ROOT / "pyproject.toml", CONSTRAINTS, *sorted(LOCKS.glob("*.txt"))]
    parts = [path.read_bytes() for path in files]
    parts += [str(VENV).encode(), (VENV / "pyvenv.cfg").read_bytes()]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def is_current(level: str) -> bool:
    """Tell whether ``.venv`` works and was set up from these files, for this level or a higher."""
    if not (PYTHON.exists() and STAMP.exists()):
        return False
    found, _, digest = STAMP.read_text().strip().partition(" ")
    return digest == fingerprint() and set(LEVELS[level]) <= set(LEVELS.get(found, ()))


def version_of(python: Path) -> str | None:
    """Return ``"3.11"`` of an interpreter with pip, or None if it does not start or has no pip."""
    try:
        answer = subprocess.run([python, "-c", FIND_VERSION], capture_output=True, text=True)
    except OSError:
        return None
    return answer.stdout.strip() if answer.returncode == 0 else None


def prepare(asked: bool) -> None:
    """Leave a ``.venv`` that starts: the one that is there, or a new one.

    Args:
        asked: Whether the user named the interpreter that runs this program.

    Raises:
        SetUpError: If the one that is there is of another Python than is asked for or supported.
    """
    wanted = f"{sys.version_info[0]}.{sys.version_info[1]}"
    found = version_of(PYTHON)
    if found is None:
        if VENV.exists():
            print(f"{NAME} is there, but its Python does not start: making it again", flush=True)
        check_python(sys.version_info[:2])
        check_space([VENV, Path(tempfile.gettempdir())], GIGABYTES)
        create()
    elif asked and found != wanted:
        raise SetUpError(
            f"{NAME} is Python {found}, and you asked for {wanted}.\n"
            f"To replace it, run: rm -rf {NAME} (and the same command again).\n"
            f"To keep both, name another folder: make VENV={NAME}-{wanted} PYTHON=... ..."
        )
    else:
        numbers = found.split(".")
        check_python((int(numbers[0]), int(numbers[1])), f"rm -rf {NAME}, then make PYTHON=...")


def create() -> None:
    """Make ``.venv``, which sees the packages of its interpreter if a good torch is among them."""
    import venv

    base = getattr(sys, "_base_executable", None) or sys.executable
    torch = installed_torch(base)
    keep = torch is not None and satisfies(torch, dependencies()["torch"])
    version = f"Python {sys.version_info[0]}.{sys.version_info[1]}"
    print(f"Making {NAME} with {version}" + (f" and its torch {torch}" if keep else ""), flush=True)
    venv.create(VENV, clear=True, symlinks=True, with_pip=True, system_site_packages=keep)


def install(level: str) -> None:
    """Install the project into ``.venv`` with what it needs; a torch from outside is kept.

    Args:
        level: A name of ``LEVELS``.
    """
    source = " from wheelhouse/ alone" if WHEELHOUSE.is_dir() else ""
    print(f"Installing the workbook into {NAME}{source}: a few minutes, once", flush=True)
    if BUSY.exists():
        broken = remove_broken(next((VENV / "lib").glob("python*")) / "site-packages")
        if broken:
            print("An interrupted set-up left incomplete:", ", ".join(broken), flush=True)
    BUSY.touch()
    if CONSTRAINTS == PINNED:
        install_locked(VENV, LEVELS[level])
    else:
        print(f"Versions are those of {CONSTRAINTS.name}, so no hash is compared", flush=True)
        install_resolved(VENV, LEVELS[level], CONSTRAINTS)
    install_project(VENV)
    BUSY.unlink()
    STAMP.write_text(f"{level} {fingerprint()}\n")


def check_wheelhouse() -> None:
    """Stop if there is a ``wheelhouse/`` that was filled for other machines.

    Raises:
        SetUpError: If it does not name this system and Python.
    """
    served = WHEELHOUSE / "made-for.txt"
    if WHEELHOUSE.is_dir():
        known = served.read_text(encoding="utf-8").splitlines() if served.exists() else []
        machine = platform_line(version_of(PYTHON) or "")
        if machine not in known:
            raise SetUpError(
                f"wheelhouse/ serves {', '.join(known) or 'nobody yet: it is not complete'}; this "
                f"is {machine}.\nUse such a Python (make lab PYTHON=...), fill it for this "
                "one where there is a network (make wheelhouse), or remove it to use the network."
            )


def platform_line(version: str) -> str:
    """Name this system and a Python: ``Linux x86_64, Python 3.11``."""
    return f"{platform.system()} {platform.machine()}, Python {version}"


def unpack_data() -> None:
    """Copy the data archives of ``wheelhouse/`` to where loaders look; they check the hashes."""
    target = ROOT / "data" / "cache" / "archives"
    for archive in WHEELHOUSE.glob("data/*"):
        target.mkdir(parents=True, exist_ok=True)
        if not (target / archive.name).exists():
            shutil.copyfile(archive, target / f"{archive.name}.part")
            os.replace(target / f"{archive.name}.part", target / archive.name)


def main() -> None:
    """Set up ``.venv`` for the level on the command line; what goes wrong becomes a sentence."""
    try:
        set_up()
    except SetUpError as error:
        sys.exit(str(error))
    except OSError as error:
        sys.exit(f"Setting up failed: {error}\nmake doctor says what is missing.")
    except KeyboardInterrupt:
        sys.exit("\nStopped. Run the same command again: it goes on.")


def set_up() -> None:
    """Set up ``.venv``, if it is not up to date."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("level", nargs="?", choices=LEVELS, default="test")
    parser.add_argument(
        "--asked",
        action="store_true",
        help="use the interpreter that runs this, or say why not",
    )
    options = parser.parse_args()
    current = is_current(options.level)
    if not current or options.asked:
        prepare(options.asked)
    if not current:
        check_wheelhouse()
        level = "test" if is_installed("test") else options.level
        install(level)
    unpack_data()


def is_installed(level: str) -> bool:
    """Tell whether ``.venv`` was once set up for a level, from whatever files."""
    return STAMP.exists() and STAMP.read_text().startswith(f"{level} ")


if __name__ == "__main__":
    main()
