"""What the machine adds to a lesson's own cells: each has the tag ``generated``.

A sentence before a slow cell, the student's progress at the end, and the line on reporting errors.
"""

import json
from collections.abc import Iterable
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from bertlab.edition import EDITION
from workbook.make.bootstrap_cell import repository

SLOW_CELLS = Path(__file__).resolve().parents[2] / "data" / "benchmarks" / "slow_cells.json"
ANNOUNCED = 20  # seconds: a cell that takes as long is announced
TAG = "generated"
SKIPPED = {"slideshow": {"slide_type": "skip"}, "tags": [TAG]}  # decks leave such cells out
PROGRESS = "from workbook.basics import my_progress\n\nmy_progress(exercises)"


def is_added(cell: NotebookNode) -> bool:
    """Tell whether the machine added a cell."""
    return TAG in cell.metadata.get("tags", [])


def progress_cell() -> NotebookNode:
    """Return the cell that says how many exercises are solved."""
    return nbformat.v4.new_code_cell(PROGRESS, metadata=SKIPPED)


def report_cell(name: str, address: str | None = None) -> NotebookNode:
    """Return the last cell of a notebook: where to report an error, and what to quote.

    Args:
        name: Of the lesson, such as ``"07_bert"``.
        address: Of the project; by default what ``pyproject.toml`` says, which may be nothing.
    """
    address = repository() if address is None else address
    place = f"[open an issue]({address.removesuffix('.git')}/issues)" if address else ""
    text = (
        f"*Report an error:* {place or 'tell whoever gave you this notebook'}, and quote "
        f"**lesson {name[:2]}, edition {EDITION}** with the heading it stands under. "
        "If something does not run, add what `make doctor` prints."
    )
    return nbformat.v4.new_markdown_cell(text, metadata=SKIPPED)


def seconds_of(name: str, path: Path = SLOW_CELLS) -> dict[str, int]:
    """Return how long the slow cells of a lesson took when they were measured, by cell id."""
    if not path.exists():
        return {}
    known: dict[str, dict[str, int]] = json.loads(path.read_text(encoding="utf-8"))
    return known.get(name, {})


def announced(cells: Iterable[NotebookNode], seconds: dict[str, int]) -> list[NotebookNode]:
    """Return the cells with a sentence before each one that keeps a student waiting.

    Args:
        cells: With ids, which ``seconds`` refers to.
        seconds: By cell id, from a machine with two cores.
    """
    found = []
    for cell in cells:
        if (long := seconds.get(cell.id, 0)) >= ANNOUNCED:
            text = f"*The next cell takes {in_words(long)} on two cores. Read on while it runs.*"
            node = nbformat.v4.new_markdown_cell(text, metadata=SKIPPED, id=f"before-{cell.id}")
            found.append(node)
        found.append(cell)
    return found


def in_words(seconds: int) -> str:
    """Return a time as one says it: ``about 25 seconds``, ``about 2 minutes``."""
    if seconds < 50:
        return f"about {5 * round(seconds / 5)} seconds"
    minutes = max(1, round(seconds / 60))
    return f"about {minutes} minute{'s' if minutes > 1 else ''}"
