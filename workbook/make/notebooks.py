"""Build the notebooks: ``lessons/lNN_slug/lesson.py`` -> executed ``notebooks/NN_slug.ipynb``.

The solved exercises go to ``notebooks/solutions/NN_slug.ipynb``. A lesson is built again if what
decides its outputs has changed: its room, ``bertlab/``, ``workbook/``, ``data/`` or
``constraints.txt``; the notebook's metadata holds a hash of these. A notebook is written only after
its last cell ran. The notebooks of a lesson that is gone go too.
"""

import argparse
import hashlib
import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path

import nbformat
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode

from workbook.make.lesson_source import lesson_notebook, name_of, solutions_notebook, sources
from workbook.make.watched import run_watched

ROOT = Path(__file__).resolve().parents[2]
TIMES = ROOT / "build" / "notebook_times.json"
LESSONS = ROOT / "notebooks"
DECIDING = ("bertlab", "workbook", "data", "constraints.txt")
MACHINE = (  # no output depends on it
    *("instructor", "make", "publish", "report", "setup"),
    *("__main__.py", "modernize.py", "moved.json"),
)
RESULTS = (  # of building them: they decide nothing, or are in the notebook itself
    "data/benchmarks/notebook_times.json",
    "data/benchmarks/slow_cells.json",
)
FOR_INSTRUCTORS = ("TEACHING.md", "MISTAKES.md", "teaching.toml")  # of a lesson's room


def project_hash(root: Path = ROOT) -> str:
    """Return a hash of all files that can change what any lesson prints: all but its room."""
    return hash_of(root, DECIDING)


def hash_of(root: Path, names: Iterable[str]) -> str:
    """Return a hash of files and folders, hidden and unneeded ones left out."""
    files = [file for name in names for file in (root / name, *(root / name).rglob("*"))]
    digest = hashlib.sha256()
    for file in sorted(file for file in files if file.is_file()):
        parts = file.relative_to(root).parts
        hidden = any(part == "__pycache__" or part[0] == "." for part in parts)
        machine = parts[0] == "workbook" and parts[1] in MACHINE
        result = "/".join(parts) in RESULTS or file.name in FOR_INSTRUCTORS
        if parts[:2] == ("data", "cache") or result or hidden or machine:
            continue
        digest.update("/".join(parts).encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def plan(source: Path, folder: Path, project: str) -> dict[Path, NotebookNode]:
    """Return the notebooks of a source, not yet executed, under the paths they are written to.

    Args:
        source: The lesson's source.
        folder: Where the lesson goes; its solutions go to ``solutions`` below that.
        project: What ``project_hash`` returns.
    """
    name = name_of(source)
    notebooks = {folder / f"{name}.ipynb": lesson_notebook(source)}
    solutions = solutions_notebook(source)
    if solutions:
        notebooks[folder / "solutions" / f"{name}.ipynb"] = solutions
    content = project + hash_of(source.parents[2], [f"lessons/{source.parent.name}"])
    content += "".join(map(nbformat.writes, notebooks.values()))
    for notebook in notebooks.values():
        digest = hashlib.sha256(content.encode()).hexdigest()
        notebook.metadata["bertlab"] = {"source_hash": digest}
    return notebooks


def is_current(path: Path, notebook: NotebookNode) -> bool:
    """Tell whether the notebook on disk was built from the same source, package and data."""
    if not path.exists():
        return False
    stored = json.loads(path.read_text(encoding="utf-8"))["metadata"].get("bertlab", {})
    return stored.get("source_hash") == notebook.metadata["bertlab"]["source_hash"]


def write(notebook: NotebookNode, path: Path) -> None:
    """Write a notebook all at once: whoever reads meanwhile sees the old one or the new one."""
    nbformat.validate(notebook)
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".ipynb.draft")
    nbformat.write(notebook, draft)
    os.replace(draft, path)


def build(source: Path, folder: Path, project: str, force: bool = False) -> dict[str, dict]:
    """Build the notebooks of one lesson, unless they are up to date.

    Args:
        source: The lesson's source.
        folder: Where the lesson goes.
        project: What ``project_hash`` returns.
        force: Build also what is up to date.

    Returns:
        Time and memory of what was executed, by name of notebook.

    Raises:
        nbclient.exceptions.CellExecutionError: If a cell fails; nothing is written then.
        ValueError: If a number that is shown is on an edge of rounding; nothing is written.
    """
    notebooks = plan(source, folder, project)
    if not force and all(is_current(path, notebook) for path, notebook in notebooks.items()):
        return {}
    costs = {}
    for path, notebook in notebooks.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        name = path.relative_to(folder).with_suffix("").as_posix()
        print(f"Running {name}", flush=True)
        costs[name] = run_watched(notebook, path.parent)
    for path, notebook in notebooks.items():
        write(notebook, path)
    return costs


def report(costs: dict[str, dict]) -> None:
    """Print what was measured, and keep it in ``build/notebook_times.json``."""
    known = json.loads(TIMES.read_text()) if TIMES.exists() else {}
    TIMES.parent.mkdir(exist_ok=True)
    TIMES.write_text(json.dumps(known | costs, indent=1, sort_keys=True) + "\n")
    print(f"{'notebook':36}{'seconds':>9}{'peak MB':>9}")
    for name, cost in sorted(costs.items()):
        print(f"{name:36}{cost['seconds']:>9}{cost['peak_mb'] or '':>9}")


def find(name: str, root: Path = ROOT) -> Path:
    """Return the source of a lesson.

    Args:
        name: Its number, its name, its room, or the source itself.
        root: The project's folder.

    Raises:
        ValueError: If no lesson is meant, with a list of those that are there.
    """
    parts = Path(name).parts
    word = (
        (parts[-2] if parts[-1] == "lesson.py" and len(parts) > 1 else parts[-1]) if parts else ""
    )
    for source in sources(root):
        if word in (name_of(source), name_of(source)[:2], source.parent.name):
            return source
    there = ", ".join(map(name_of, sources(root)))
    raise ValueError(f"no lesson {name!r}; there are: {there}")


def remove_others(folder: Path, names: set[str]) -> None:
    """Remove the notebooks and solutions of lessons that are not there any more."""
    for path in [*folder.glob("*.ipynb"), *folder.glob("solutions/*.ipynb")]:
        if path.stem not in names:
            print(f"Removing {path.relative_to(folder)}: no such lesson", flush=True)
            path.unlink()


def main() -> None:
    """Build the lessons named on the command line, or all of them."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("sources", nargs="*", help="lessons, such as 07 or lessons/l07_bert")
    parser.add_argument("--force", action="store_true", help="build also what is up to date")
    parser.add_argument("--check", action="store_true", help="only name what is out of date")
    parser.add_argument("--into", type=Path, default=LESSONS, help="output folder")
    options = parser.parse_args()
    try:
        chosen = [find(name) for name in options.sources] or sources(ROOT)
    except ValueError as error:
        parser.error(str(error))
    project = project_hash()
    if options.check:
        plans = {path: nb for s in chosen for path, nb in plan(s, options.into, project).items()}
        stale = [path for path, notebook in plans.items() if not is_current(path, notebook)]
        names = [path.relative_to(options.into).as_posix() for path in stale]
        sys.exit("\n  ".join(["Out of date:", *names]) if stale else None)
    if not options.sources and options.into == LESSONS:
        remove_others(LESSONS, {name_of(source) for source in chosen})
    costs: dict[str, dict] = {}
    for source in chosen:
        try:
            costs |= build(source, options.into, project, options.force)
        except CellExecutionError as error:
            sys.exit(f"{name_of(source)} was not built, because this cell fails:\n{error}")
        except ValueError as error:
            sys.exit(f"{name_of(source)} was not built: {error}")
    if costs:
        report(costs)
    else:
        print("The notebooks are up to date")


if __name__ == "__main__":
    main()
