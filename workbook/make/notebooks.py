"""Build the notebooks: ``notebooks/src/NN_slug.py`` -> executed ``notebooks/NN_slug.ipynb``.

The solved exercises go to ``notebooks/solutions/NN_slug.ipynb``. A lesson is built again if what
decides its outputs has changed: its source, ``bertlab/``, ``data/`` or ``constraints.txt``; the
notebook's metadata holds a hash of these. A notebook is written only after its last cell ran.
"""

import argparse
import hashlib
import json
import os
import sys
from pathlib import Path

import nbformat
from lesson_source import lesson_notebook, solutions_notebook
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode
from run_notebook import run_notebook

ROOT = Path(__file__).resolve().parent.parent
TIMES = ROOT / "build" / "notebook_times.json"
LESSONS = ROOT / "notebooks"
DECIDING = ("bertlab", "data", "constraints.txt")
RESULT = ("data", "benchmarks", "notebook_times.json")  # of building them: it decides nothing


def project_hash(root: Path = ROOT) -> str:
    """Return a hash of all files that can change what a lesson prints, but for its source."""
    files = [file for name in DECIDING for file in (root / name, *(root / name).rglob("*"))]
    digest = hashlib.sha256()
    for file in sorted(file for file in files if file.is_file()):
        parts = file.relative_to(root).parts
        hidden = any(part == "__pycache__" or part[0] == "." for part in parts)
        if parts[:2] == ("data", "cache") or parts == RESULT or hidden:
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
    notebooks = {folder / f"{source.stem}.ipynb": lesson_notebook(source)}
    solutions = solutions_notebook(source)
    if solutions:
        notebooks[folder / "solutions" / f"{source.stem}.ipynb"] = solutions
    content = project + "".join(map(nbformat.writes, notebooks.values()))
    for notebook in notebooks.values():
        digest = hashlib.sha256(content.encode()).hexdigest()
        notebook.metadata["bertlab"] = {"source_hash": digest}
    return notebooks


def is_current(path: Path, notebook: NotebookNode) -> bool:
    """Tell whether the notebook on disk was built from the same source, package and data."""
    if not path.exists():
        return False
    stored = json.loads(path.read_text(encoding="utf-8"))["metadata"].get("bertlab")
    return stored == notebook.metadata["bertlab"]


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
    """
    notebooks = plan(source, folder, project)
    if not force and all(is_current(path, notebook) for path, notebook in notebooks.items()):
        return {}
    costs = {}
    for path, notebook in notebooks.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        name = path.relative_to(folder).with_suffix("").as_posix()
        print(f"Running {name}", flush=True)
        costs[name] = run_notebook(notebook, path.parent)
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


def main() -> None:
    """Build the lessons named on the command line, or all of them."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("sources", nargs="*", type=Path, help="notebooks/src/NN_slug.py ...")
    parser.add_argument("--force", action="store_true", help="build also what is up to date")
    parser.add_argument("--check", action="store_true", help="only name what is out of date")
    parser.add_argument("--into", type=Path, default=LESSONS, help="output folder")
    options = parser.parse_args()
    sources = [source.with_suffix(".py") for source in options.sources]
    sources = sources or sorted(LESSONS.glob("src/[0-9][0-9]_*.py"))
    project = project_hash()
    if options.check:
        plans = {path: nb for s in sources for path, nb in plan(s, options.into, project).items()}
        stale = [path.name for path, notebook in plans.items() if not is_current(path, notebook)]
        sys.exit("Out of date: " + ", ".join(stale) if stale else None)
    costs: dict[str, dict] = {}
    for source in sources:
        try:
            costs |= build(source, options.into, project, options.force)
        except CellExecutionError as error:
            sys.exit(f"{source.name} was not built, because this cell fails:\n{error}")
    if costs:
        report(costs)
    else:
        print("The notebooks are up to date")


if __name__ == "__main__":
    main()
