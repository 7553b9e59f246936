"""Put packages into ``.venv``: those of ``locks/`` by their hashes, then torch by its version.

Which file of torch fits depends on the machine, and so does what it brings for a GPU: its version
is pinned, its hash is not. Versions from a user's own file of constraints have no hashes at all.
Only the standard library is used.
"""

from __future__ import annotations  # so that an old Python reaches the message

import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

from workbook.setup.run_pip import run_pip
from workbook.setup.versions import ROOT, constraint_lines, locked, requirements

WHEELHOUSE = ROOT / "wheelhouse"
BASICS = ("pip", "setuptools")  # they install the rest, the project and data in source archives
JUPYTER = re.compile(r"(ipykernel|ipywidgets|jupyte.*|nbconvert|notebook.shim|widgets.*)")
FIND_TORCH = "import importlib.metadata as m; print(m.version('torch'))"


def installed_torch(python: str | Path) -> str | None:
    """Return the version of torch that an interpreter has, or None."""
    answer = subprocess.run([python, "-c", FIND_TORCH], capture_output=True, text=True)
    return answer.stdout.strip() if answer.returncode == 0 else None


def install_locked(venv: Path, extras: Iterable[str]) -> None:
    """Install the packages of ``locks/``, compared with their hashes, and torch.

    Args:
        venv: The environment.
        extras: Extras of the project.

    Raises:
        SetUpError: If pip fails, also where a file has another hash.
    """
    packages = locked(extras)
    _install_hashed(venv, [packages[name] for name in BASICS])
    if _is_shared(venv):
        jupyter = [lines for name, lines in packages.items() if JUPYTER.fullmatch(name)]
        _install_hashed(venv, jupyter, "--ignore-installed")
    _install_hashed(venv, packages.values())
    if _kept_torch(venv) is None:
        constraints = str(ROOT / "constraints.txt")
        _install(venv, "--constraint", constraints, "torch")


def install_resolved(venv: Path, extras: Iterable[str], constraints: Path) -> None:
    """Install what pip chooses within a file of constraints; nothing is compared with a hash.

    Args:
        venv: The environment.
        extras: Extras of the project.
        constraints: The file; its line for torch gives way to a torch from outside.

    Raises:
        SetUpError: If pip fails.
    """
    lines = constraint_lines(constraints.read_text(encoding="utf-8"), _kept_torch(venv))
    file = venv / "constraints.txt"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    options = ["--constraint", str(file)]
    _install(venv, *options, *BASICS)
    jupyter = [line for line in lines if JUPYTER.fullmatch(line.split("==")[0])]
    if _is_shared(venv) and jupyter:
        _install(venv, *options, "--ignore-installed", "--no-deps", *jupyter)
    _install(venv, *options, *requirements(extras))


def install_project(venv: Path) -> None:
    """Put this folder on the path of an environment that has everything else, setuptools too."""
    _install(venv, "--no-deps", "--no-build-isolation", "--editable", str(ROOT))


def _is_shared(venv: Path) -> bool:
    """Tell whether the environment sees its interpreter's packages.

    Jupyter looks for its files inside the environment, so it cannot be borrowed.
    """
    return "include-system-site-packages = true" in (venv / "pyvenv.cfg").read_text()


def _kept_torch(venv: Path) -> str | None:
    """Return the version of the torch that the environment borrows, if it does."""
    return installed_torch(venv / "bin" / "python") if _is_shared(venv) else None


def _install_hashed(venv: Path, packages: Iterable[str], *options: str) -> None:
    """Install packages given as lines of a lock, and nothing that they do not name."""
    file = venv / "locked.txt"
    file.write_text("".join(packages), encoding="utf-8")
    _install(venv, "--require-hashes", "--no-deps", *options, "--requirement", str(file))


def _install(venv: Path, *arguments: str) -> None:
    """Run pip: wheels alone, from ``wheelhouse/`` if it is there.

    It compiles nothing: of 19,000 modules most are never imported, and Python compiles the others
    when they are.
    """
    options = ["--disable-pip-version-check", "--no-input", "--no-compile"]
    options += ["--only-binary", ":all:"]
    if WHEELHOUSE.is_dir():
        options += ["--no-index", "--find-links", str(WHEELHOUSE)]
    run_pip(venv / "bin" / "python", "install", *options, *arguments)
