"""Run a notebook that is being built, and watch what it rounds and what it reads."""

import json
from pathlib import Path
from typing import Any

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from workbook.make import edges, reads
from workbook.make.run_notebook import run_notebook

CALL = "__import__('workbook.make.watched', fromlist='watched').{}()"  # leaves no name behind


def run_watched(notebook: NotebookNode, folder: Path) -> dict[str, Any]:
    """Execute a notebook in place, and keep in its metadata what it reads of ``data/``.

    Returns:
        What ``run_notebook`` returns.

    Raises:
        nbclient.exceptions.CellExecutionError: If a cell fails.
        ValueError: If a number that it shows is on an edge of rounding, with all such numbers.
    """
    last = new_code_cell(CALL.format("say"))
    notebook.cells.append(last)
    cost = run_notebook(notebook, folder, first=[CALL.format("watch")])
    notebook.cells.pop()
    seen = json.loads(last.outputs[-1].text)
    if seen["edges"]:
        remedy = "print fewer digits or more, or ask with a margin"
        raise ValueError("\n  ".join([f"on an edge of rounding ({remedy}):", *seen["edges"]]))
    notebook.metadata["bertlab"]["reads"] = seen["reads"]
    return cost


def watch() -> None:
    """Begin, in the kernel."""
    reads.watch()
    edges.watch()


def say() -> None:
    """Print what was seen, in the kernel, for ``run_watched``."""
    print(json.dumps({"edges": [*edges.edges], "reads": sorted(reads.reads)}))
