"""Run a notebook that is being built, and watch what it rounds and what it reads.

What it reads of ``data/`` stays in its metadata, and a test asks whether each of these files is in
the bundle that students have in Colab.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from workbook.make import edges
from workbook.make.run_notebook import run_notebook

ROOT = Path(__file__).resolve().parents[2]
DATA, FETCHED = f"{ROOT / 'data'}/", f"{ROOT / 'data' / 'cache'}/"
reads: set[str] = set()  # paths below the project's folder, of what was read
CALL = "__import__('workbook.make.watched', fromlist='watched').{}()"  # leaves no name behind


def run_watched(notebook: NotebookNode, folder: Path) -> dict[str, Any]:
    """Execute a notebook in place, and keep in its metadata what it reads of ``data/``.

    Returns:
        What ``run_notebook`` returns.

    Raises:
        nbclient.exceptions.CellExecutionError: If a cell fails.
        ValueError: If a number that it shows is on an edge of rounding, with all such numbers; or
            if the kernel ran the code of another checkout.
    """
    last = new_code_cell(CALL.format("say"))
    notebook.cells.append(last)
    cost = run_notebook(notebook, folder, first=[CALL.format("watch")])
    notebook.cells.pop()
    seen = json.loads(last.outputs[-1].text)
    if seen["root"] != str(ROOT):
        raise ValueError(f"the kernel has the workbook of {seen['root']}: set PYTHONPATH={ROOT}")
    if seen["edges"]:
        remedy = "print fewer digits or more, or ask with a margin"
        raise ValueError("\n  ".join([f"on an edge of rounding ({remedy}):", *seen["edges"]]))
    notebook.metadata["bertlab"]["reads"] = seen["reads"]
    return cost


def watch() -> None:
    """Begin, in the kernel."""
    _watch_files()
    edges.watch()


def say() -> None:
    """Print what was seen, in the kernel, for ``run_watched``."""
    print(json.dumps({"edges": [*edges.edges], "reads": sorted(reads), "root": str(ROOT)}))


def _watch_files() -> None:
    """Note from now on what Python opens, and safetensors, which has a way of its own."""
    import safetensors

    sys.addaudithook(lambda event, arguments: _opened(arguments[0]) if event == "open" else None)
    library: Any = safetensors
    real = library.safe_open

    def safe_open(filename: Any, *arguments: Any, **options: Any) -> Any:
        _opened(filename)
        return real(filename, *arguments, **options)

    library.safe_open = safe_open


def _opened(path: object) -> None:
    if isinstance(path, str | os.PathLike):
        file = os.path.abspath(path)
        if file.startswith(DATA) and not file.startswith(FETCHED) and os.path.isfile(file):
            reads.add(os.path.relpath(file, ROOT))
