"""Say in ten lines what this machine has, what is missing, and the one command that mends it.

``make doctor`` works before anything is installed, and reads only: a student pastes its lines into
a question. In Colab and Kaggle it is ``!cd bert-workbook && python -m workbook doctor``. Only the
standard library is used; what ``.venv`` holds is asked of its own Python.
"""

from __future__ import annotations  # so that an old Python reaches the message

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from workbook.setup.environment import (
    GIGABYTES,
    LEVELS,
    NAME,
    PYTHON,
    VENV,
    is_current,
    is_installed,
    version_of,
)
from workbook.setup.run_pip import SetUpError
from workbook.setup.versions import ROOT, canonical, check_python, constraint_lines

MEMORY = 4.0  # 10^9 bytes below which the lessons become slow
HOSTED = not (ROOT / "Makefile").exists()  # the bundle, in Colab or Kaggle
SET_UP = "the first cell of the notebook" if HOSTED else "make lab-env"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
LONGEST_LIST = 4  # packages that differ, by name


class Line(NamedTuple):
    """One line of the report.

    Attributes:
        topic: What was looked at.
        found: What is there.
        remedy: The command that mends it; empty if nothing has to be done.
    """

    topic: str
    found: str
    remedy: str = ""


def report() -> list[Line]:
    """Look at everything, in the order in which it is needed."""
    packages = ask_packages()
    return [
        workbook(),
        system(),
        python(),
        torch(packages),
        versions(packages),
        jupyter(packages),
        data(packages),
        fonts(packages),
        browser(),
        disk(),
    ]


def ask_packages() -> dict:
    """Return what the workbook's interpreter says of its packages and data; empty without one."""
    interpreter = PYTHON if PYTHON.exists() else Path(sys.executable)
    answer = subprocess.run(
        [interpreter, "-m", "workbook.setup.doctor_packages"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    try:
        return json.loads(answer.stdout)
    except json.JSONDecodeError:
        return {}


def workbook() -> Line:
    """Which edition of the workbook this is, and whether its files were changed."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (version,) = re.findall(r'^version = "(.*)"$', text, re.MULTILINE)
    commit = _run("git", "-C", str(ROOT), "rev-parse", "--short", "HEAD")
    if not commit:
        return Line("workbook", f"{version}, not from git, in {ROOT}")
    changed = len(_run("git", "-C", str(ROOT), "status", "--porcelain").splitlines())
    return Line("workbook", f"{version}, commit {commit}, {changed} files changed, in {ROOT}")


def system() -> Line:
    """Operating system, processors and memory."""
    found = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"
    total = _memory()
    if total is None:
        return Line("system", found)
    short = f"; less than {MEMORY:.0f} GB: close other programs" if total < MEMORY else ""
    return Line("system", f"{found}, {total:.1f} GB of memory{short}")


def python() -> Line:
    """The interpreter of ``.venv``, or the one that would make it, or the host's."""
    if HOSTED:
        return Line("Python", f"{platform.python_version()}, this machine's own")
    found = version_of(PYTHON)
    if found is None:
        try:
            check_python(sys.version_info[:2])
        except SetUpError as error:
            return Line("Python", str(error).replace("\n", " "), "make lab PYTHON=python3.13")
        state = "does not start" if VENV.exists() else "is not there yet"
        return Line("Python", f"{platform.python_version()} here; {NAME} {state}", "make lab")
    for level in reversed(LEVELS):
        if is_current(level):
            return Line("Python", f"{found} in {NAME}, set up for {level}")
    target = "env" if is_installed("test") else "lab-env"
    return Line("Python", f"{found} in {NAME}, out of date or not finished", f"make {target}")


def torch(packages: dict) -> Line:
    """The version of torch, and what it computes on."""
    found = packages.get("versions", {}).get("torch")
    if found is None:
        return Line("torch", "missing", SET_UP)
    if "torch_error" in packages:
        return Line("torch", f"{found}, and it fails: {packages['torch_error']}", SET_UP)
    return Line("torch", f"{found} on {packages['device']}, {packages['threads']} threads")


def versions(packages: dict) -> Line:
    """How many packages are those of ``constraints.txt``, and which differ."""
    there = {canonical(name): version for name, version in packages.get("versions", {}).items()}
    lines = constraint_lines((ROOT / "constraints.txt").read_text(encoding="utf-8"), None)
    pinned = {canonical(name): version for name, version in (line.split("==") for line in lines)}
    same, differ = 0, []
    for name, version in pinned.items():
        if name in there:
            if there[name].split("+")[0] == version:
                same += 1
            else:
                differ.append(f"{name} {there[name]} ({version})")
    if not there:
        return Line("packages", "none yet", SET_UP)
    if not differ:
        return Line("packages", f"{same} at the versions of constraints.txt, none differs")
    named = ", ".join(differ[:LONGEST_LIST])
    more = f" and {len(differ) - LONGEST_LIST} more" if len(differ) > LONGEST_LIST else ""
    found = f"{same} as pinned; {len(differ)} differ: {named}{more}"
    return Line("packages", found, "" if HOSTED else SET_UP)  # a host's versions are kept


def jupyter(packages: dict) -> Line:
    """What shows the lessons."""
    there = packages.get("versions", {})
    names = ("ipykernel", "ipython", "ipywidgets") + (() if HOSTED else ("jupyterlab",))
    found = [f"{name} {there[name]}" for name in names if name in there]
    missing = [name for name in names if name not in there]
    text = ", ".join(found + [f"no {name}" for name in missing])
    return Line("Jupyter", text, SET_UP if missing else "")


def data(packages: dict) -> Line:
    """Which data and weights are in the cache; lessons fetch what they lack at first use."""
    if "fetched" not in packages:
        return Line("data", "unknown until the packages are there", SET_UP)
    fetched, missing = packages["fetched"], packages["missing"]
    found = f"{len(fetched)} of {len(fetched) + len(missing)} releases in {packages['cache']}"
    others = "; lessons fetch the others when they need them, make data all at once"
    return Line("data", found + (others if missing else ""))


def fonts(packages: dict) -> Line:
    """Whether the fonts that pages and slides bring are there; the machine's own do not matter."""
    names = packages.get("fonts", {})
    missing = [name for name, there in names.items() if not there]
    if missing or not names:
        return Line("fonts", f"{', '.join(missing) or 'all'}: fetched when something needs them")
    return Line("fonts", f"{', '.join(names)}: brought along, none of the machine is used")


def browser() -> Line:
    """The browser of the tests; readers need none of it."""
    if HOSTED:
        return Line("browser", "yours")
    path = next((found for found in map(shutil.which, BROWSERS) if found), None)
    if path is None:
        return Line("browser", "no Chromium: only `make test` uses it (apt-get install chromium)")
    return Line("browser", f"{_run(path, '--version') or path}")


def disk() -> Line:
    """Free space, and what the workbook takes."""
    free = shutil.disk_usage(ROOT).free / 1e9
    taken = ", ".join(
        f"{name} {_size(ROOT / name):.1f}"
        for name in (NAME, "data/cache", "build", "wheelhouse")
        if (ROOT / name).exists()
    )
    found = f"{free:.1f} GB free; taken: {taken or 'nothing yet'}" + (" GB" if taken else "")
    needs_room = free < GIGABYTES and not VENV.exists()
    return Line("disk", found, f"make room: {GIGABYTES:.0f} GB are needed" if needs_room else "")


def _memory() -> float | None:
    """Return the machine's memory in 10^9 bytes, or None where the system does not tell."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 1e9
    except (ValueError, OSError, AttributeError):
        return None


def _size(folder: Path) -> float:
    """Return what the files of a folder take, in 10^9 bytes."""
    total = 0
    for parent, _, files in os.walk(folder):
        total += sum(os.lstat(os.path.join(parent, name)).st_size for name in files)
    return total / 1e9


def _run(*command: str) -> str:
    """Return what a command prints, or an empty text if it fails."""
    try:
        answer = subprocess.run(command, capture_output=True, text=True, timeout=20)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return answer.stdout.strip() if answer.returncode == 0 else ""


def main() -> None:
    """Print the report, and last the one command to run."""
    argparse.ArgumentParser(description=__doc__.split("\n")[0]).parse_args()
    lines = report()
    for line in lines:
        print(f"{'!' if line.remedy else ' '} {line.topic:9} {line.found}")
    remedies = [line.remedy for line in lines if line.remedy]
    print(f"To mend it, run: {remedies[0]}" if remedies else "All is there.")


if __name__ == "__main__":
    main()
