"""Write the edition for a class: the workbook without any solutions (``make edition OUT=folder``).

It opens with ``make lab`` like the workbook. Left out are the notebooks of solutions and the folds
with solutions in the others, the sources of the lessons (which hold them as well), the tests, and
what instructors read. What the checks compare with, the references of the exercises, has to stay;
where ``MARK`` is, ``NAME.solution()`` does not show it.
"""

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path

from bertlab.files import published
from workbook.exercises.solution import MARK
from workbook.make.path_source import FOLD, without_folds
from workbook.setup.bundle import NOT_FOR_STUDENTS, tracked

ROOT = Path(__file__).resolve().parents[2]
WORDS = "This copy was made for a class, without solutions: python -m workbook edition\n"
LEFT_OUT = (
    *(".ci/", ".github/", "CONTRIBUTING.md", "TEACHING.md", "benchmarks/"),
    *("notebooks/solutions/", "tests/", "workbook/instructor/", "workbook/report/"),
)


def members(root: Path = ROOT) -> list[str]:
    """Return the paths of what the edition holds, from what git tracks or would track."""
    paths = [path for path in tracked(root) if not path.startswith(LEFT_OUT)]
    return [path for path in paths if not path.endswith(NOT_FOR_STUDENTS)]


def write(folder: Path, root: Path = ROOT) -> int:
    """Write the edition into a new folder, and return the number of its files.

    Raises:
        ValueError: If something is there already.
        subprocess.CalledProcessError: If git does not say what belongs to the workbook.
        OSError: If it cannot be written; then nothing is left.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ValueError(f"expected a new or empty folder, got {folder}")
    paths = members(root)
    with published(folder) as prepared:
        for path in paths:
            (prepared / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(root / path, prepared / path)
            if path.endswith(".ipynb"):
                leave_out_solutions(prepared / path)
        (prepared / MARK.relative_to(ROOT)).write_text(WORDS, encoding="utf-8")
    return len(paths)


def leave_out_solutions(path: Path) -> None:
    """Take the solutions that are folded away in a notebook's texts out of it."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    folded = [
        cell
        for cell in notebook["cells"]
        if cell["cell_type"] == "markdown" and FOLD.search("".join(cell["source"]))
    ]
    for cell in folded:
        cell["source"] = without_folds("".join(cell["source"])).splitlines(keepends=True)
    if folded:
        text = json.dumps(notebook, indent=1, ensure_ascii=False)
        path.write_text(f"{text}\n", encoding="utf-8")


def main() -> None:
    """Write it into the folder that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("out", type=Path, help="a new folder")
    folder = parser.parse_args().out
    try:
        number = write(folder)
    except (ValueError, OSError, subprocess.CalledProcessError) as error:
        sys.exit(str(error))
    print(f"{folder}: {number} files, without solutions; give this folder to the class")


if __name__ == "__main__":
    main()
