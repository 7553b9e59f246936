"""Which packages the workbook needs, from ``pyproject.toml``, ``constraints.txt`` and ``locks/``.

Only the standard library is used.
"""

from __future__ import annotations  # so that an old Python reaches the message

import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from workbook.setup.run_pip import SetUpError

ROOT = Path(__file__).resolve().parents[2]
LOCKS = ROOT / "locks"  # a file for each extra of the project
SUPPORTED = ("python3.13", "python3.12", "python3.11")


def check_python(version: tuple[int, int], remedy: str = "") -> None:
    """Stop with a clear message unless this version of Python is one that the project supports.

    Args:
        version: Such as ``(3, 11)``.
        remedy: What to do; by default, to name one of the interpreters that this machine has.

    Raises:
        SetUpError: If it is not supported.
    """
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (range_,) = re.findall(r'^requires-python = "(.*)"$', text, re.MULTILINE)
    found = f"{version[0]}.{version[1]}"
    if not satisfies(found, range_):
        there = list(filter(starts, SUPPORTED))
        remedy = remedy or f"make PYTHON={there[0] if there else '/path/to/python3.13'} ..."
        raise SetUpError(
            f"The workbook needs Python {range_}, and {sys.executable} is Python {found}.\n"
            f"Use another one: {remedy}"
        )


def starts(python: str) -> bool:
    """Tell whether an interpreter starts; pyenv has a program for each, also where it does not."""
    try:
        return subprocess.call([python, "-c", ""], stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


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


def extra(name: str) -> list[str]:
    """Return the requirements of one extra of ``pyproject.toml``, such as ``"lab"``."""
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return project["optional-dependencies"][name]


def requirements(extras: Iterable[str]) -> list[str]:
    """Return the project's requirements with those of some extras, as lines for pip."""
    wanted = [name + range_ for name, range_ in dependencies().items()]
    return wanted + [line for name in extras for line in extra(name)]


def locked(extras: Iterable[str]) -> dict[str, str]:
    """Return what the locks of some extras say of each package, by canonical name."""
    packages: dict[str, str] = {}
    for name in extras:
        packages |= lock_lines((LOCKS / f"{name}.txt").read_text(encoding="utf-8"))
    return packages


def lock_lines(text: str) -> dict[str, str]:
    """Return each package of a lock file by name: its line, and the lines of its hashes."""
    packages = re.findall(r"^[\w.-]+==.*\n(?: .*\n)*", text, re.MULTILINE)
    return {package.split("==")[0]: package for package in packages}


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


def canonical(name: str) -> str:
    """Return the one spelling of a package's name: ``Smart_Open`` is ``smart-open``."""
    return re.sub(r"[-_.]+", "-", name).lower()
