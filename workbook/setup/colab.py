"""The lessons in Colab's environment, made here: ``make colab`` (gigabytes, about 15 minutes).

The versions of ``tests/colab/versions_2026-08-19.txt`` go into an environment of Python 3.13. In a
folder with the bundle alone, the first cell sets the workbook up; what pip lists before and after
is compared. Then all lessons run there, with nothing of this folder on their path and, unless a
cache is named, each fetching its own data. A table says how long each took; in the end, which files
of the bundle no lesson has read.
"""

import argparse
import difflib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import nbformat
from nbclient.exceptions import CellExecutionError

from workbook.exercises.loading import sources_of
from workbook.make.bootstrap_cell import bootstrap_cell
from workbook.make.lesson_source import lesson_notebook, name_of, sources
from workbook.make.run_notebook import run_notebook
from workbook.setup.bundle import build
from workbook.setup.versions import canonical, dependencies, starts

ROOT = Path(__file__).resolve().parents[2]
LISTED = ROOT / "tests" / "colab" / "versions_2026-08-19.txt"
FOLDER = ROOT / "build" / "colab"
KERNEL = ("ipykernel", "ipython", "ipywidgets", "jupyter_client", "tornado", "traitlets", "psutil")
TOOLS = ("pip", "setuptools", "wheel")


def listed() -> dict[str, str]:
    """Return Colab's version of each package, by canonical name."""
    lines = LISTED.read_text(encoding="utf-8").splitlines()
    rows = [line.split("==") for line in lines if line and not line.startswith("#")]
    return {canonical(name): version for name, version in rows}


def make_environment(python: str, environment: Path) -> str:
    """Make Colab's environment, as far as the lessons reach; return its interpreter.

    Args:
        python: A Python 3.13.
        environment: Where it goes; one that is there is used as it is.

    Raises:
        SystemExit: If that Python does not start.
    """
    inside: Path = environment / "bin" / "python"
    done = environment / "done"
    if done.exists():
        return str(inside)
    if not starts(python):
        sys.exit(
            f"make colab: {python} does not start. Run: python -m workbook colab --python /PATH"
        )
    versions = listed()
    subprocess.run([python, "-m", "venv", "--clear", environment], check=True)
    pip: list[str | Path] = [
        inside,
        "-m",
        "pip",
        "--disable-pip-version-check",
        "install",
        "--quiet",
    ]
    subprocess.run([*pip, *(f"{name}=={versions[name]}" for name in TOOLS)], check=True)
    pip += ["--only-binary", ":all:", "--constraint", LISTED]
    report = environment / "report.json"
    wanted = [*dependencies(), *KERNEL]
    subprocess.run([*pip, "--dry-run", "--report", report, *wanted], check=True)
    chosen = [entry["metadata"]["name"] for entry in json.loads(report.read_text())["install"]]
    there = [name for name in chosen if canonical(name) in versions]
    print(f"Installing {len(there)} of Colab's packages", flush=True)
    subprocess.run([*pip, *there], check=True)
    stand_in = next(environment.glob("lib/python*/site-packages")) / "google" / "colab"
    stand_in.mkdir(parents=True, exist_ok=True)
    (stand_in / "__init__.py").touch()
    done.touch()
    return str(inside)


def freeze(python: str) -> list[str]:
    """Return what pip lists in an environment."""
    command = [python, "-m", "pip", "--disable-pip-version-check", "freeze", "--all"]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    return sorted(answer.stdout.splitlines(), key=str.lower)


def set_up(python: str, content: Path) -> bool:
    """Run the first cell beside the bundle; print what changed and tell whether all is added."""
    shutil.rmtree(content, ignore_errors=True)
    print(f"The bundle has {build(content / 'bert-workbook.zip') / 1e6:.1f} MB")
    before = freeze(python)
    cell = nbformat.v4.new_code_cell(f"import google.colab\n{bootstrap_cell()}")
    notebook = nbformat.v4.new_notebook(cells=[cell])
    cost = run_notebook(notebook, content, python)
    after = freeze(python)
    rows = difflib.unified_diff(before, after, n=0, lineterm="")
    changes = [row for row in rows if not row.startswith(("---", "+++", "@@"))]
    print(f"Set-up took {cost['seconds']} s. pip freeze: {len(before)} lines before,", end=" ")
    print(f"{len(after)} after, and the difference:", *changes, sep="\n  ", flush=True)
    (content / "bert-workbook.zip").unlink()  # as after a restart: the unpacked folder does
    return all(row.startswith("+") for row in changes)


def run_lesson(source: Path, python: str, content: Path) -> bool:
    """Run a lesson as a machine without any data does, print its row, and tell whether it ended."""
    fetched = content / "cache"
    shutil.rmtree(fetched, ignore_errors=True)
    notebook, error = lesson_notebook(source), ""
    cost: dict[str, float | None] = {"seconds": 0.0, "peak_mb": 0}
    try:
        cost = run_notebook(notebook, content, python)
    except CellExecutionError as problem:
        error = str(problem).strip().splitlines()[-1]
    megabytes = sum(path.stat().st_size for path in fetched.glob("archives/*")) / 1e6
    print(
        f"{name_of(source):22}{cost['seconds']:>8} s{cost['peak_mb'] or 0:>8} MB of memory"
        f"{megabytes:>8.1f} MB fetched  {error or 'good'}",
        flush=True,
    )
    return not error


def forget_reads(bundled: Path) -> None:
    """Set back when each file of data was read last; the next reading sets it again."""
    for path in filter(Path.is_file, bundled.rglob("*")):
        os.utime(path, (0, path.stat().st_mtime))


def unread(bundled: Path) -> list[str]:
    """Return the files of data that nobody has read since, largest first."""
    files = [path for path in bundled.rglob("*") if path.is_file() and path.stat().st_atime < 1]
    files.sort(key=lambda path: -path.stat().st_size)
    return [f"{path.relative_to(bundled)} ({path.stat().st_size:,} bytes)" for path in files]


def compare_widgets(python: str, content: Path) -> bool:
    """Tell whether ``explore`` sends what was recorded under Colab's ipywidgets."""
    script = ROOT / "tests" / "colab" / "widget_models.py"
    environment = {**os.environ, "PYTHONPATH": str(content / "bert-workbook")}
    answer = subprocess.run(
        [python, script], env=environment, capture_output=True, text=True, check=True
    )
    record = script.with_name(f"widget_models_{listed()['ipywidgets']}.json")
    same = json.loads(answer.stdout) == json.loads(record.read_text(encoding="utf-8"))
    print(f"Controls: {record.name} is {'what is sent' if same else 'out of date'}")
    return same


def main(arguments: Sequence[str] | None = None) -> None:
    """Make the environment, set the workbook up in it, run the lessons; exit with 1 at a fault."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("sources", nargs="*", type=Path, help="by default all lessons")
    parser.add_argument("--python", default="python3.13", help="a Python 3.13")
    parser.add_argument("--environment", type=Path, default=FOLDER / "environment")
    parser.add_argument("--cache", type=Path, help="fetched data to use; by default it is fetched")
    options = parser.parse_args(arguments)
    os.environ.pop("PYTHONPATH", None)
    os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"  # a debugger's warning in every kernel
    content = FOLDER / "content"
    os.environ["BERTLAB_CACHE"] = str((options.cache or content / "cache").resolve())
    python = make_environment(options.python, options.environment.resolve())
    good = set_up(python, content)
    good &= compare_widgets(python, content)
    chosen = options.sources or [s for one in sources(ROOT) for s in sources_of(one.parent)]
    bundled = content / "bert-workbook" / "data"
    forget_reads(bundled)
    for source in chosen:
        good &= run_lesson(source, python, content)
    print("Read by none of these:", *unread(bundled), sep="\n  ")
    sys.exit(0 if good else "Colab's environment has a fault, see above")


if __name__ == "__main__":
    main()
