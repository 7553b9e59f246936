"""Say in seven lines what this machine has, what is missing, and the one command that mends it.

``make doctor`` works before anything is installed, and reads only: a student pastes its lines into
a question. In Colab and Kaggle it is ``!cd bert-workbook && python -m workbook doctor``. Only the
standard library is used; what ``.venv`` holds is asked of its own Python (``--packages``).
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
from importlib import metadata
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
        data(packages),
        disk(),
    ]


def ask_packages() -> dict:
    """Return what the workbook's interpreter says of its packages and data; empty without one."""
    interpreter = PYTHON if PYTHON.exists() else Path(sys.executable)
    answer = subprocess.run(
        [interpreter, "-m", "workbook.setup.doctor", "--packages"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    try:
        return json.loads(answer.stdout)
    except json.JSONDecodeError:
        return {}


def own_packages() -> dict:
    """Return the packages of this Python, its device, and which data is in the cache."""
    found: dict = {"versions": {}}
    for package in metadata.distributions():
        if package.metadata["Name"]:  # None for what an interruption left
            found["versions"].setdefault(package.metadata["Name"], package.version)
    try:
        import torch

        from bertlab.model.hardware import device

        found |= {"device": str(device()), "threads": torch.get_num_threads()}
    except Exception as error:  # whatever is wrong with it is what the report is about
        found["torch_error"] = f"{type(error).__name__}: {error}"[:200]
    try:
        from bertlab.datasets.fetching.releases import RELEASES, cache_folder
    except Exception:  # without its packages the project cannot be imported
        return found
    there = {release.name: release.archive.exists() for release in RELEASES}
    found["cache"] = str(cache_folder())
    found["fetched"] = [name for name, yes in there.items() if yes]
    found["missing"] = [name for name, yes in there.items() if not yes]
    return found


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


def data(packages: dict) -> Line:
    """Which data and weights are in the cache; lessons fetch what they lack at first use."""
    if "fetched" not in packages:
        return Line("data", "unknown until the packages are there", SET_UP)
    fetched, missing = packages["fetched"], packages["missing"]
    found = f"{len(fetched)} of {len(fetched) + len(missing)} releases in {packages['cache']}"
    others = "; lessons fetch the others when they need them, make data all at once"
    return Line("data", found + (others if missing else ""))


def disk() -> Line:
    """Free space."""
    free = shutil.disk_usage(ROOT).free / 1e9
    needs_room = free < GIGABYTES and not VENV.exists()
    remedy = f"make room: {GIGABYTES:.0f} GB are needed" if needs_room else ""
    return Line("disk", f"{free:.1f} GB free", remedy)


def _memory() -> float | None:
    """Return the machine's memory in 10^9 bytes, or None where the system does not tell."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 1e9
    except (ValueError, OSError, AttributeError):
        return None


def _run(*command: str) -> str:
    """Return what a command prints, or an empty text if it fails."""
    try:
        answer = subprocess.run(command, capture_output=True, text=True, timeout=20)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return answer.stdout.strip() if answer.returncode == 0 else ""


def main() -> None:
    """Print the report, and last the one command to run."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--packages", action="store_true", help="say as JSON what this Python has")
    if parser.parse_args().packages:
        print(json.dumps(own_packages()))
        return
    lines = report()
    for line in lines:
        print(f"{'!' if line.remedy else ' '} {line.topic:9} {line.found}")
    remedies = [line.remedy for line in lines if line.remedy]
    print(f"To mend it, run: {remedies[0]}" if remedies else "All is there.")


if __name__ == "__main__":
    main()
