"""Build the notebooks: ``lessons/lNN_slug/lesson.py`` -> executed ``notebooks/NN_slug.ipynb``.

Further experiments, ``more.py``, go to ``notebooks/more/NN_slug_more.ipynb``, and solved exercises
to ``notebooks/solutions``. What states the claims of a path runs with it and is left out. A lesson
is built again if what decides its outputs has changed (``workbook.make.staleness``); the notebook's
metadata holds a hash of that. A notebook is written only after its last cell ran. The notebooks of
a lesson that is gone go too.
"""

import argparse
import hashlib
import json
import os
import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode

from workbook.make.lesson_source import (
    CLAIMS,
    claims_of,
    lesson_notebook,
    name_of,
    solutions_notebook,
    sources,
    tags,
)
from workbook.make.path_source import more_of
from workbook.make.staleness import lesson_hash
from workbook.make.watched import run_watched

ROOT = Path(__file__).resolve().parents[2]
TIMES = ROOT / "build" / "notebook_times.json"
LESSONS = ROOT / "notebooks"


def plan(source: Path, folder: Path) -> dict[Path, NotebookNode]:
    """Return the notebooks of a source, not yet executed, under the paths they are written to.

    Args:
        source: The lesson's source.
        folder: Where the lesson goes; further experiments go to ``more`` and solutions to
            ``solutions`` below that.
    """
    more = more_of(source)
    places = {source: folder} | ({more: folder / "more"} if more.exists() else {})
    notebooks = {}
    for each, place in places.items():
        name = name_of(each)
        notebooks[place / f"{name}.ipynb"] = lesson = lesson_notebook(each)
        lesson.cells += claims_of(each)
        if solutions := solutions_notebook(each):
            notebooks[folder / "solutions" / f"{name}.ipynb"] = solutions
    for path, notebook in notebooks.items():
        notebook.metadata["bertlab"] = {"reads": _known_of(path).get("reads", [])}
        stamp(notebook, source)
    return notebooks


def stamp(notebook: NotebookNode, source: Path) -> None:
    """Note in a notebook's metadata what decides its outputs: its cells, and ``lesson_hash``."""
    known = notebook.metadata["bertlab"]
    cells = json.dumps([(cell.cell_type, cell.metadata, cell.source) for cell in notebook.cells])
    content = lesson_hash(source.parents[2], source.parent, known["reads"])
    known["source_hash"] = hashlib.sha256((content + cells).encode()).hexdigest()


def _known_of(path: Path) -> dict[str, Any]:
    """Return what the metadata of a built notebook say of it; nothing if it is not there."""
    if not path.exists():
        return {}
    known: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))["metadata"].get(
        "bertlab", {}
    )
    return known


def is_current(path: Path, notebook: NotebookNode) -> bool:
    """Tell whether the notebook on disk was built from the same source, package and data."""
    return _known_of(path).get("source_hash") == notebook.metadata["bertlab"]["source_hash"]


def write(notebook: NotebookNode, path: Path) -> None:
    """Write a notebook all at once: whoever reads meanwhile sees the old one or the new one."""
    nbformat.validate(notebook)
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".ipynb.draft")
    nbformat.write(notebook, draft)
    os.replace(draft, path)


def build(source: Path, folder: Path, force: bool = False) -> dict[str, dict]:
    """Build the notebooks of one lesson, unless they are up to date.

    Args:
        source: The lesson's source.
        folder: Where the lesson goes.
        force: Build also what is up to date.

    Returns:
        Time and memory of what was executed, by name of notebook.

    Raises:
        nbclient.exceptions.CellExecutionError: If a cell fails; nothing is written then.
        ValueError: If a number that is shown is on an edge of rounding; nothing is written.
    """
    notebooks = plan(source, folder)
    if not force and all(is_current(path, notebook) for path, notebook in notebooks.items()):
        return {}
    costs = {}
    for path, notebook in notebooks.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        name = path.relative_to(folder).with_suffix("").as_posix()
        print(f"Running {name}", flush=True)
        costs[name] = run_watched(notebook, path.parent)
        stamp(notebook, source)  # it may read other data than before
    for path, notebook in notebooks.items():
        notebook.cells = [cell for cell in notebook.cells if CLAIMS not in tags(cell)]
        write(notebook, path)
    return costs


def built(folder: Path = LESSONS) -> list[Path]:
    """Return the notebooks of a folder: lessons, further experiments, then solutions."""
    places = (folder, folder / "more", folder / "solutions")
    return [path for place in places for path in sorted(place.glob("*.ipynb"))]


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
        (parts[-2] if parts[-1].endswith(".py") and len(parts) > 1 else parts[-1]) if parts else ""
    )
    for source in sources(root):
        if word in (name_of(source), name_of(source)[:2], source.parent.name):
            return source
    there = ", ".join(map(name_of, sources(root)))
    raise ValueError(f"no lesson {name!r}; there are: {there}")


def remove_others(folder: Path, names: set[str]) -> None:
    """Remove the notebooks of lessons and further experiments that are not there any more."""
    for path in built(folder):
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
    if options.check:
        plans = {path: nb for s in chosen for path, nb in plan(s, options.into).items()}
        stale = [path for path, notebook in plans.items() if not is_current(path, notebook)]
        names = [path.relative_to(options.into).as_posix() for path in stale]
        sys.exit("\n  ".join(["Out of date:", *names]) if stale else None)
    if not options.sources and options.into == LESSONS:
        mores = [more for more in map(more_of, chosen) if more.exists()]
        remove_others(LESSONS, {name_of(source) for source in [*chosen, *mores]})
    costs: dict[str, dict] = {}
    for source in chosen:
        try:
            costs |= build(source, options.into, options.force)
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
