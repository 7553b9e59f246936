"""Run every notebook again and compare each output with the stored one (nbval, strict).

Arguments are notebooks; without any, all are compared. They are dealt out to
as many runs of pytest as there are processors and one more, four at most: a notebook keeps about
half a machine of two busy, and when the first run has ended, two still fill it. (pytest-xdist would
do it in one run, but loses what nbval finds: a wrong output counted as nothing at all.) What is
compared loosely, and why, is in ``tests/nbval_sanitize.cfg``. Outputs that differ are also in the
reports that each run leaves in ``build/failures``.
"""

import argparse
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from workbook.make.notebooks import built
from workbook.make.run_notebook import CELL_TIMEOUT, ENVIRONMENT

ROOT = Path(__file__).resolve().parents[2]
LOOSE = ROOT / "tests" / "nbval_sanitize.cfg"
PYTEST = [
    *("-m", "pytest", "-p", "no:cacheprovider", "--nbval", "--nbval-current-env"),
    *("--nbval-sanitize-with", str(LOOSE), "--nbval-cell-timeout", str(CELL_TIMEOUT)),
    *("-W", "default"),  # warnings of nbval itself are no failures; those of a cell are its output
]
MOST_RUNS = 4  # at a time: each has its kernel
NO_KERNEL = "Kernel died before replying"  # so nothing was compared


def main() -> None:
    """Compare the notebooks named on the command line, or all of them."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("notebooks", nargs="*", help="executed notebooks (default: all)")
    chosen = parser.parse_args().notebooks
    notebooks = chosen or [str(path.relative_to(ROOT)) for path in built(ROOT / "notebooks")]
    sys.exit(compared(notebooks))


def compared(notebooks: list[str]) -> int:
    """Compare notebooks, each run with its report; return the worst exit status of pytest."""
    runs = min((os.cpu_count() or 1) + 1, MOST_RUNS, len(notebooks))
    shares = [notebooks[first::runs] for first in range(runs)]
    with ThreadPoolExecutor(runs) as pool:
        finished = pool.map(partial(compared_in_one_run, quiet=runs > 1), shares)
        worst = 0
        for answer in finished:
            print(answer.stdout or "", end="", flush=True)
            worst = max(worst, abs(answer.returncode))
    return worst


def compared_in_one_run(notebooks: list[str], quiet: bool) -> subprocess.CompletedProcess:
    """Compare notebooks in a pytest of their own; a quiet run keeps its report for the end."""
    color = [] if sys.stdout.isatty() else ["--color", "no"]
    first = Path(notebooks[0]).with_suffix(".xml")
    report = ["--junit-xml", str(ROOT / "build" / "failures" / f"{first.parent.name}-{first.name}")]
    command = [sys.executable, *PYTEST, *color, *report, *notebooks]
    environment = {**os.environ, **ENVIRONMENT}
    into = subprocess.PIPE if quiet else None
    run = partial(subprocess.run, command, cwd=ROOT, env=environment, stdout=into, text=True)
    found = run()
    if NO_KERNEL in (found.stdout or ""):  # kernels of runs side by side may choose the same port
        found = run()
    return found


if __name__ == "__main__":
    main()
