"""Add to the running Python what the lessons lack, and change the version of nothing it has.

The first cell of every notebook runs this file where ``bertlab`` cannot be imported, as in Colab
and Kaggle. Such a machine depends on its own versions, so pip is given all of them as constraints:
it adds packages, or it stops before anything has changed. No data is fetched; loaders do that, each
lesson its own. Only the standard library is used.
"""

import importlib
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))  # for the lessons, and for what follows
from workbook.setup.run_pip import SetUpError  # noqa: E402
from workbook.setup.versions import (  # noqa: E402  # noqa: E402
    canonical,
    check_python,
    constraint_lines,
    dependencies,
    satisfies,
)

VERSION = re.compile(r"\d+(\.\d+)*((a|b|rc)\d+)?(\.?post\d+)?(\.?dev\d+)?(\+[\w.]+)?")
REMEDY = (
    "Nothing was changed. In Colab, choose the newest version under Runtime > Change runtime type; "
    "in Kaggle, the newest environment; on your own machine, run: make lab"
)


def installed() -> dict[str, str]:
    """Return name and version of every package that the running interpreter finds."""
    found: dict[str, str] = {}
    for package in metadata.distributions():
        name, version = package.metadata["Name"], package.metadata["Version"]
        if name and version:
            found.setdefault(canonical(name), version)  # the first one on the path is imported
    return found


def missing(wanted: Mapping[str, str], present: Mapping[str, str]) -> list[str]:
    """Return the requirements whose package is absent.

    Args:
        wanted: Ranges of versions by name.
        present: Versions by canonical name.

    Raises:
        SystemExit: If a package is present and too old (or too new): it will not be replaced.
    """
    unfit = [
        f"{name}{versions} (here: {present[canonical(name)]})"
        for name, versions in wanted.items()
        if canonical(name) in present and not satisfies(present[canonical(name)], versions)
    ]
    if unfit:
        raise SystemExit(f"The lessons need {', '.join(unfit)}. {REMEDY}")
    return [name + versions for name, versions in wanted.items() if canonical(name) not in present]


def pins(present: Mapping[str, str]) -> list[str]:
    """Return constraints that keep every package as it is; odd version numbers mean none to pip."""
    return [f"{name}=={v}" for name, v in present.items() if VERSION.fullmatch(v)]


def added_versions(present: Mapping[str, str]) -> list[str]:
    """Return the lines of ``constraints.txt`` for packages that are absent."""
    lines = constraint_lines((ROOT / "constraints.txt").read_text(encoding="utf-8"), None)
    return [line for line in lines if canonical(line.split("==")[0]) not in present]


def add(requirements: list[str], present: Mapping[str, str]) -> None:
    """Have pip add packages: at the tested versions, or at others where these do not fit.

    Raises:
        SystemExit: If pip cannot add them without a change to what is there, or has no network.
    """
    print("Adding", ", ".join(requirements), flush=True)
    own = pins(present)
    for constraints in (own + added_versions(present), own):
        answer = _run_pip(requirements, constraints)
        if answer.returncode == 0:
            importlib.invalidate_caches()
            return
        if "ResolutionImpossible" not in answer.stderr:
            lines = [line for line in answer.stderr.splitlines() if line.startswith("ERROR")]
            reason = (lines or ["it left no message"])[-1]
            raise SystemExit(
                f"pip could not add {', '.join(requirements)}: {reason}. Is the network on? In "
                "Kaggle it is a switch in the notebook's settings. Nothing was changed."
            )
    raise SystemExit(
        f"{', '.join(requirements)} would change the version of something here. {REMEDY}"
    )


def _run_pip(requirements: list[str], constraints: list[str]) -> subprocess.CompletedProcess:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "constraints.txt"
        file.write_text("\n".join(constraints) + "\n", encoding="utf-8")
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-input"]
        command += ["--disable-pip-version-check", "--only-binary", ":all:"]
        command += ["--constraint", str(file), *requirements]
        return subprocess.run(command, capture_output=True, text=True, check=False)


def choose_cache() -> None:
    """Put the data into the working folder where the project cannot be written to, as in Kaggle."""
    if not os.access(ROOT / "data", os.W_OK):
        os.environ.setdefault("BERTLAB_CACHE", str(Path("bert-workbook-cache").absolute()))


def main() -> None:
    """Make ``bertlab`` importable in this process."""
    try:
        check_python(sys.version_info[:2], "the newest runtime or environment that is offered.")
    except SetUpError as error:
        raise SystemExit(str(error)) from None
    present = installed()
    if requirements := missing(dependencies(), present):
        add(requirements, present)
    choose_cache()


if __name__ == "__main__":
    main()
