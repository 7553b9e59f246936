"""Set up what the workbook runs in, ``.venv``; ``setup_here.py`` does so in Colab and Kaggle.

``python3 tools/setup_env.py`` makes ``.venv`` and installs the project with its extras at the exact
versions of ``constraints.txt``. A torch that the interpreter already has, as on many GPU machines,
is kept and used. Nothing happens when ``.venv`` is up to date.

Only the standard library is used, and an old Python gets a message instead of an exception.
"""

from __future__ import annotations  # so that an old Python reaches the message

import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "bertlab-setup.txt"
EXTRAS = ("lab", "test")
BASICS = ("pip", "setuptools")  # data sets that are source archives are built with these
JUPYTER = re.compile(r"(ipykernel|ipywidgets|jupyte.*|nbconvert|notebook_shim|widgets.*)==")
FIND_TORCH = "import importlib.metadata as m; print(m.version('torch'))"


def check_python(version: tuple[int, int]) -> None:
    """Exit with a clear message unless this version of Python is one that the project supports."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (range_,) = re.findall(r'^requires-python = "(.*)"$', text, re.MULTILINE)
    found = f"{version[0]}.{version[1]}"
    if not satisfies(found, range_):
        sys.exit(
            f"The workbook needs Python {range_}, and {sys.executable} is Python {found}.\n"
            f"Name another one, such as: make PYTHON=python3.11 ..."
        )


def satisfies(version: str, specifier: str) -> bool:
    """Tell whether a version lies in a range of ``>=`` and ``<`` clauses, such as ``>=4.4,<5``.

    Suffixes such as ``+cu128`` or ``rc1`` do not count.

    Raises:
        ValueError: If a clause has another operator.
    """
    clauses = [re.fullmatch(r"\s*(>=|<)\s*([\d.]+)\s*", c) for c in specifier.split(",") if c]
    if not all(clauses):
        raise ValueError(f"expected clauses such as >=1.2 or <2, got {specifier!r}")
    number = _numbers(version)
    return all(
        number >= _numbers(clause[2]) if clause[1] == ">=" else number < _numbers(clause[2])
        for clause in clauses
        if clause
    )


def _numbers(version: str) -> tuple[int, ...]:
    """Return the leading numbers of a version without trailing zeros: ``2.11.0+cpu`` is (2, 11)."""
    leading = re.match(r"\d+(\.\d+)*", version)
    numbers = [int(part) for part in leading[0].split(".")] if leading else []
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)


def dependencies() -> dict[str, str]:
    """Return name and range of each package that the lessons import, from ``pyproject.toml``."""
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    parts = [re.fullmatch(r"([\w.-]+)\s*(.*)", line) for line in project["dependencies"]]
    return {part[1]: part[2] for part in parts if part}


def constraint_lines(text: str, torch: str | None) -> list[str]:
    """Return the lines of a constraints file, with torch's replaced by the version that is there.

    Args:
        text: Content of ``constraints.txt``.
        torch: Version that must be kept, or None to take the file as it is.
    """
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    if torch is None:
        return lines
    return [line for line in lines if not line.startswith("torch==")] + [f"torch=={torch}"]


def installed_torch(python: str | Path) -> str | None:
    """Return the version of torch that an interpreter has, or None."""
    answer = subprocess.run([python, "-c", FIND_TORCH], capture_output=True, text=True)
    return answer.stdout.strip() if answer.returncode == 0 else None


def fingerprint() -> str:
    """Return a hash of what decides the content of ``.venv``, also of where it is."""
    parts = [(ROOT / name).read_bytes() for name in ("pyproject.toml", "constraints.txt")]
    parts += [str(ROOT).encode(), (VENV / "pyvenv.cfg").read_bytes()]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def is_current() -> bool:
    """Tell whether ``.venv`` is there, works and was set up from these files."""
    return PYTHON.exists() and STAMP.exists() and STAMP.read_text().strip() == fingerprint()


def create() -> None:
    """Make ``.venv``, which sees the packages of its interpreter if a good torch is among them."""
    import venv

    base = getattr(sys, "_base_executable", None) or sys.executable
    torch = installed_torch(base)
    keep = torch is not None and satisfies(torch, dependencies()["torch"])
    version = f"Python {sys.version_info[0]}.{sys.version_info[1]}"
    print(f"Making .venv with {version}" + (f" and its torch {torch}" if keep else ""), flush=True)
    venv.create(VENV, clear=True, symlinks=True, with_pip=True, system_site_packages=keep)


def install() -> None:
    """Install the project into ``.venv`` at the pinned versions; a torch from outside is kept."""
    print("Installing the workbook into .venv; the first time takes a few minutes", flush=True)
    shared = "include-system-site-packages = true" in (VENV / "pyvenv.cfg").read_text()
    torch = installed_torch(PYTHON) if shared else None
    lines = constraint_lines((ROOT / "constraints.txt").read_text(encoding="utf-8"), torch)
    constraints = VENV / "constraints.txt"
    constraints.write_text("\n".join(lines) + "\n", encoding="utf-8")
    chatty = [] if sys.stdout.isatty() else ["--quiet"]
    pip = [str(PYTHON), "-m", "pip", "install", "--disable-pip-version-check", *chatty]
    pip += ["--constraint", str(constraints)]
    subprocess.run([*pip, *BASICS], check=True)
    if shared:  # Jupyter looks for its files inside .venv, so it cannot be borrowed
        jupyter = [line for line in lines if JUPYTER.match(line)]
        subprocess.run([*pip, "--ignore-installed", "--no-deps", *jupyter], check=True)
    project = ["--no-build-isolation", "--editable", f".[{','.join(EXTRAS)}]"]
    quiet = {**os.environ, "PYTHONWARNINGS": "ignore"}  # setuptools warns of editable installs
    subprocess.run([*pip, *project], cwd=ROOT, env=quiet, check=True)
    STAMP.write_text(fingerprint() + "\n")


def main() -> None:
    """Set up ``.venv``."""
    if is_current():
        return
    if not PYTHON.exists():
        check_python(sys.version_info[:2])
        create()
    install()


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(f"This step failed: {' '.join(map(str, error.cmd))}")
