"""Write ``locks/`` anew: each package with the hashes of its files, for every Python and system.

``python -m workbook lock`` keeps the versions of ``constraints.txt``, chooses one where that file
names none, and writes the file too. To renew a package, delete its line; to renew everything, all
lines. A lock is a requirements file for pip. ``locks/test.txt`` holds what ``locks/lab.txt`` does
not. torch and what it brings for GPUs have no lines there: set-up installs torch by its version.

uv does the work (``[tool.uv]`` in ``pyproject.toml`` says for which systems): install it beside the
workbook, with ``pipx install uv`` or in an environment of its own. It reads no settings of pip: an
index of your own is named in ``UV_DEFAULT_INDEX``.
"""

import argparse
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from workbook.setup.environment import LEVELS, PINNED
from workbook.setup.versions import LOCKS, ROOT, lock_lines

BY_VERSION = re.compile(r"torch|triton|(cuda|nvidia)-.*")  # what the locks leave out
ANYWHERE = "numpy"  # is installed on every system: its condition says no more than [tool.uv] does
HEADER = "# Written by `python -m workbook lock`; nobody edits it. pip --require-hashes reads it.\n"


def main() -> None:
    """Write the locks and ``constraints.txt``."""
    argparse.ArgumentParser(description=__doc__.split("\n")[0]).parse_args()
    uv = shutil.which("uv")
    if uv is None:
        sys.exit("uv is missing. Install it beside the workbook: pipx install uv")
    everything = resolve(uv, LEVELS["test"])
    write_versions(everything, PINNED)
    lab = hashed(resolve(uv, LEVELS["lab"]))
    rest = {name: lines for name, lines in hashed(everything).items() if lab.get(name) != lines}
    LOCKS.mkdir(exist_ok=True)
    for name, packages in {"lab": lab, "test": rest}.items():
        text = HEADER + "".join(packages.values())
        (LOCKS / f"{name}.txt").write_text(text, encoding="utf-8")
    print(f"{LOCKS.name}/: {len(lab)} packages for lessons, {len(rest)} more for tests")


def resolve(uv: str, extras: Iterable[str]) -> dict[str, str]:
    """Return the lines of each package that the project needs with some extras, by name.

    Raises:
        SystemExit: If there is no such set, or a package has two versions in it.
    """
    command = [uv, "pip", "compile", "pyproject.toml", "--constraints", PINNED.name]
    command += ["--universal", "--fork-strategy", "fewest", "--only-binary", ":all:"]
    command += ["--generate-hashes", "--no-header", "--no-annotate"]
    command += [f"--extra={name}" for name in extras]
    answer = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    packages = lock_lines(answer.stdout)
    if answer.returncode or not packages:
        sys.exit(f"uv found no set of packages for {PINNED.name}; its reason is above.")
    twice = [name for name in packages if len(re.findall(rf"^{name}==", answer.stdout, re.M)) > 1]
    if twice:
        sys.exit(f"Two versions of {', '.join(twice)}: name one in {PINNED.name} that fits all.")
    return packages


def write_versions(packages: Mapping[str, str], path: Path) -> None:
    """Write the version of each package into a file of constraints, whose comments stay."""
    comments = [line for line in path.read_text("utf-8").splitlines() if line.startswith("#")]
    versions = [lines.split()[0] for name, lines in packages.items() if is_pinned(name)]
    path.write_text("\n".join([*comments, *versions]) + "\n", encoding="utf-8")


def is_pinned(name: str) -> bool:
    """Tell whether a package has a line in ``constraints.txt``: what torch brings has none."""
    return name == "torch" or not BY_VERSION.fullmatch(name)


def hashed(packages: Mapping[str, str]) -> dict[str, str]:
    """Return what a lock says of each package, without the condition that all of them share."""
    shared = packages[ANYWHERE].splitlines()[0].partition(" ; ")[2]
    return {
        name: lines.replace(f" ; {shared}\n", " \\\n")
        for name, lines in packages.items()
        if not BY_VERSION.fullmatch(name)
    }


if __name__ == "__main__":
    main()
