"""Run every notebook again and compare each output with the stored one (nbval, strict).

Arguments are notebooks; without any, all lessons and solutions are compared, as many at a time as
there are processors, four at most: a notebook uses one half of the time. What is compared
loosely, and why, is in ``tests/nbval_sanitize.cfg``.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

from workbook.make.run_notebook import CELL_TIMEOUT, ENVIRONMENT

ROOT = Path(__file__).resolve().parents[2]
LOOSE = ROOT / "tests" / "nbval_sanitize.cfg"
PYTEST = [
    *("-m", "pytest", "-p", "no:cacheprovider", "--nbval", "--nbval-current-env"),
    *("--nbval-sanitize-with", str(LOOSE), "--nbval-cell-timeout", str(CELL_TIMEOUT)),
    *("--timeout", "0"),  # nbval's own limit names the cell
    *("-W", "default"),  # warnings of nbval itself are no failures; those of a cell are its output
]
SEVERAL = ["--numprocesses", "auto", "--maxprocesses", "4", "--dist", "loadfile"]  # each its kernel


def main() -> None:
    """Compare the notebooks named on the command line, or all of them."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("notebooks", nargs="*", help="executed notebooks (default: all)")
    chosen = parser.parse_args().notebooks
    folder = ROOT / "notebooks"
    everything = [*sorted(folder.glob("*.ipynb")), *sorted(folder.glob("solutions/*.ipynb"))]
    notebooks = chosen or [str(path.relative_to(ROOT)) for path in everything]
    environment = {**os.environ, **ENVIRONMENT}
    color = [] if sys.stdout.isatty() else ["--color", "no"]
    several = SEVERAL if len(notebooks) > 1 else []
    command = [sys.executable, *PYTEST, *several, *color, *notebooks]
    sys.exit(subprocess.run(command, cwd=ROOT, env=environment).returncode)


if __name__ == "__main__":
    main()
