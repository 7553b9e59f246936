"""Fill ``wheelhouse/``: all that ``make lab`` installs and all data, for rooms without a network.

``make wheelhouse`` on one machine with a network, then copy the project with this folder to the
others, by stick or share: ``make lab`` installs from it and asks no network. It serves machines of
the same system and Python; run it once for each Python (``make wheelhouse PYTHON=python3.13``).
"""

import argparse
import shutil
import sys
from pathlib import Path

from bertlab.datasets.fetching.download import fetch
from bertlab.datasets.fetching.releases import RELEASES
from bertlab.files import MissingDataError
from workbook.setup.environment import LEVELS, PYTHON, WHEELHOUSE, platform_line, version_of
from workbook.setup.run_pip import SetUpError, check_space, run_pip
from workbook.setup.versions import LOCKS, ROOT

GIGABYTES = 2.0  # with a torch for processors


def main() -> None:
    """Fill the folder; what goes wrong becomes a sentence."""
    argparse.ArgumentParser(description=__doc__.split("\n")[0]).parse_args()
    try:
        fill()
    except (SetUpError, MissingDataError, OSError) as error:
        sys.exit(str(error))


def fill() -> None:
    """Download packages and data; what is there already is kept."""
    check_space([WHEELHOUSE], GIGABYTES)
    WHEELHOUSE.mkdir(exist_ok=True)
    machine = platform_line(version_of(PYTHON) or "")
    print(f"Downloading packages for {machine} into {WHEELHOUSE.name}/", flush=True)
    for name in LEVELS["lab"]:
        download("--require-hashes", "--no-deps", "--requirement", str(LOCKS / f"{name}.txt"))
    download("--constraint", str(ROOT / "constraints.txt"), "torch")
    folder = WHEELHOUSE / "data"
    folder.mkdir(exist_ok=True)
    for release in RELEASES:
        archive = fetch(release)
        if not (folder / archive.name).exists():
            shutil.copyfile(archive, folder / archive.name)
    note_platform(WHEELHOUSE / "made-for.txt", machine)
    size = sum(file.stat().st_size for file in WHEELHOUSE.rglob("*") if file.is_file())
    print(f"{WHEELHOUSE}: {size / 1e9:.2f} GB. Copy it beside the Makefile of each machine.")


def download(*wanted: str) -> None:
    """Have pip download packages; what is there already is not fetched again."""
    options = ("--dest", str(WHEELHOUSE), "--find-links", str(WHEELHOUSE))
    run_pip(PYTHON, "download", "--only-binary", ":all:", *options, *wanted)


def note_platform(path: Path, machine: str) -> None:
    """Add a system and Python to those that the folder serves."""
    known = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    lines = sorted({*known, machine})
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()
