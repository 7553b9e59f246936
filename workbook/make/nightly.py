"""Checks that take longer than ``make test`` may, and stamps of what they covered.

``python -m workbook nightly`` runs those whose stamp is stale, ``nightly NAME ...`` the named ones,
``nightly --stale`` only says what has changed since. A stamp holds a hash of the files that a check
covers; only a check that ends well writes one. A release (a changelog whose newest entry has a
version) needs all of them fresh.
"""

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from bertlab.files import write_atomically
from bertlab.training.provenance import commit

ROOT = Path(__file__).resolve().parents[2]
STAMPS = ROOT / "tests" / "stamps.json"
PYTEST = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")
VERSIONS = {"oldest": "oldest torch that is allowed", "newest": "newest of everything"}
EVERYTHING = (
    *("bertlab", "workbook", "lessons", "benchmarks", "tests", "notebooks", "data"),
    *("constraints.txt", "locks", "pyproject.toml", "Makefile"),
)


class Check(NamedTuple):
    """One slow check.

    Attributes:
        about: What it asks, in a line.
        commands: Run one after the other, each to end with status 0.
        covers: Files and folders that decide its result.
        environment: Set for the commands.
        needs: A program that has to be there; without it the check is left out.
    """

    about: str
    commands: Sequence[Sequence[str]]
    covers: Sequence[str] = EVERYTHING
    environment: Mapping[str, str] = {}
    needs: str | None = None


def with_python(version: str) -> Check:
    """Return the check that runs all of ``make test`` with another Python."""
    python, folder = f"python{version}", f"build/venv-{version}"
    commands = [
        (python, "-c", ""),  # pyenv has a program for each Python, also where it does not start
        ("make", "test", f"PYTHON={python}", f"VENV={folder}"),
    ]
    return Check(f"make test with Python {version}", commands, needs=python)


def with_versions(name: str) -> Check:
    """Return the check that runs every notebook's claims with other versions of packages."""
    settings = (f"CONSTRAINTS=build/{name}.txt", f"VENV=build/venv-{name}")
    write = f"import workbook.make.nightly as n; n.write_constraints('{name}')"
    commands = [(sys.executable, "-c", write), ("make", "claims", *settings)]
    return Check(f"the claims of all notebooks with the {VERSIONS[name]}", commands)


CHECKS = {
    "kills": Check(
        "20 SIGKILLs each: publishing, fetching, pre-training, fine-tuning",
        [(*PYTEST, "-k=kill", "tests/hostile/test_kills.py", "tests/bertlab/training")],
        ("bertlab", "tests/hostile", "tests/bertlab/training", "tests/training_worker.py"),
        {"BERTLAB_KILLS": "20"},
    ),
    "hostile": Check(
        "the hostile corpus, with 5,000 random inputs for each property",
        [(*PYTEST, "tests/hostile", "--deselect=tests/hostile/test_kills.py")],
        ("bertlab", "workbook", "tests/hostile"),
        {"BERTLAB_EXAMPLES": "5000"},
    ),
    "decks": Check(
        "every slide of every deck, and every page",
        [(sys.executable, "-m", "tests.browser.looked_at", "--all")],
        ("notebooks", "workbook/publish", "tests/browser/looked_at.py"),
    ),
    "mutants": Check(
        "all mutants of the exercises' references",
        [(sys.executable, "-W", "ignore", "-m", "tests.mutants")],
        ("bertlab", "lessons", "workbook/exercises", "tests/mutants", "tests/lessons"),
    ),
    "shapes": Check(
        "the tests of the lessons, with the shapes that their functions declare",
        [(*PYTEST, "tests/lessons", "--jaxtyping-packages=bertlab,lessons,beartype.beartype")],
        ("bertlab", "workbook", "lessons", "tests/lessons"),
    ),
    "slow": Check("tests marked as slow", [(*PYTEST, "-m", "nightly")]),
    "colab": Check("all lessons in the environment of Colab", [("make", "colab")]),
    "python3.12": with_python("3.12"),
    "python3.13": with_python("3.13"),
    "oldest": with_versions("oldest"),
    "newest": with_versions("newest"),
}


def write_constraints(name: str, root: Path = ROOT) -> Path:
    """Write ``build/NAME.txt``, the constraints of a check with other versions; return its path.

    The newest have no constraints. The oldest torch wants a sympy of its own.
    """
    lines = []
    if name == "oldest":
        pinned = (root / "constraints.txt").read_text(encoding="utf-8").splitlines()
        lines = [line for line in pinned if not line.startswith(("torch==", "sympy=="))]
        project = (root / "pyproject.toml").read_text(encoding="utf-8")
        lines += [f"torch=={least}.0" for least in re.findall(r'"torch>=(\d+\.\d+)"', project)]
    path = root / "build" / f"{name}.txt"
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def content_hash(names: Sequence[str], root: Path = ROOT) -> str:
    """Return a hash of files and folders; caches, hidden files and the stamps are left out."""
    files = {file for name in names for file in (root / name, *(root / name).rglob("*"))}
    digest = hashlib.sha256()
    for file in sorted(files):
        parts = file.relative_to(root).parts
        skipped = any(part == "__pycache__" or part[0] == "." for part in parts)
        if skipped or parts[:2] == ("data", "cache") or file == STAMPS or not file.is_file():
            continue
        digest.update("/".join(parts).encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def stamps() -> dict[str, dict]:
    """Return what was covered when, by the name of the check."""
    return json.loads(STAMPS.read_text(encoding="utf-8")) if STAMPS.exists() else {}


def stale(checks: Mapping[str, Check] = CHECKS) -> list[str]:
    """Return the names of the checks that have not seen the files as they are now."""
    known = stamps()
    found = {name: known.get(name, {}).get("covered") for name in checks}
    return [name for name, check in checks.items() if found[name] != content_hash(check.covers)]


def run(name: str, check: Check) -> bool:
    """Run a check and stamp it; tell whether it ended well."""
    print(f"=== {name}: {check.about}", flush=True)
    if check.needs and shutil.which(check.needs) is None:
        print(f"left out: there is no {check.needs} here", flush=True)
        return False
    covered, began = content_hash(check.covers), time.perf_counter()
    for command in check.commands:
        if subprocess.run(command, cwd=ROOT, env={**os.environ, **check.environment}).returncode:
            print(f"=== {name} failed: {' '.join(command)}", flush=True)
            return False
    minutes = round((time.perf_counter() - began) / 60, 1)
    entry = {"about": check.about, "covered": covered, "commit": commit(), "minutes": minutes}
    text = json.dumps({**stamps(), name: entry}, indent=1, sort_keys=True) + "\n"
    write_atomically(STAMPS, text.encode())
    print(f"=== {name} ended well in {minutes} minutes", flush=True)
    return True


def is_release(changelog: str) -> bool:
    """Tell whether a changelog's newest entry has a version, and is no *Unreleased*."""
    newest = re.search(r"^## (.*)$", changelog, re.MULTILINE)
    return newest is not None and newest[1].strip() != "Unreleased"


def main() -> None:
    """Run the checks named on the command line, or those that are stale."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(CHECKS))
    parser.add_argument("--stale", action="store_true", help="only say which stamps are stale")
    options = parser.parse_args()
    unknown = sorted(set(options.names) - CHECKS.keys())
    if unknown:
        parser.error(f"no check {unknown[0]!r}; there are: {', '.join(CHECKS)}")
    if options.stale:
        for name in (found := stale()):
            print(f"not checked as it is now: {name} ({CHECKS[name].about})")
        needed = is_release((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
        sys.exit("a release needs them: make nightly" if needed and found else None)
    failed = [name for name in options.names or stale() if not run(name, CHECKS[name])]
    sys.exit(f"not done: {', '.join(failed)}" if failed else None)
