"""Does the headline need what a student writes? ``python -m tests.workbook.make.path_run SOURCE``.

The cells that the headline needs are run once, each exercise solved by its reference. After each
exercise a fork goes on with a function in its place that raises: there the headline has to fail.
All that is called in training is called in its first updates: the others are left out.
"""

import ast
import contextlib
import io
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import torch
from nbformat import NotebookNode

from bertlab.training import progress as bars
from workbook.exercises import load
from workbook.make.clock import is_folded
from workbook.make.lesson_source import lesson_notebook, tags
from workbook.make.parts import names_of
from workbook.make.path_source import exercises_in, solution_of

ALWAYS = {"setup", "bootstrap"}  # tags
UPDATES = 25


def needed(cells: list[NotebookNode], room: Path) -> list[NotebookNode]:
    """Return the cells that the last headline and those before it need, in their order.

    A cell is needed if it defines a name that is used later, or, where its code is open, if it may
    change a value that is.
    """
    cells = [cell for cell in cells if cell.cell_type == "code"]
    values = set().union(*map(_values, cells))
    wanted: set[str] = set()
    found: list[NotebookNode] = []
    for cell in reversed(cells):
        defined, used = names_of(cell.source)
        if "exercise" in tags(cell):
            used |= names_of(solution_of(cell.source, room))[1]
        changes = used & wanted & values if not is_folded(cell) else set()
        if {"headline", *ALWAYS} & set(tags(cell)) or defined & wanted or (changes and found):
            wanted = (wanted - defined) | used
            found.append(cell)
    return found[::-1]


def _values(cell: NotebookNode) -> set[str]:
    """Return the names that a cell gives to values: no functions, classes and modules."""
    if ALWAYS & set(tags(cell)):
        return set()
    nodes = ast.walk(ast.parse(cell.source))
    return {
        node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


def graded(cell: NotebookNode, room: Path) -> list[str]:
    """Return the names of what is graded in a cell."""
    exercises = f"{_package(room)}.exercises"
    found = exercises_in(cell.source).items() if "exercise" in tags(cell) else ()
    return [
        node.name
        for folder, (_, node) in found
        if load(import_module(f"{exercises}.{folder}")).graded
    ]


def _package(room: Path) -> str:
    return f"lessons.{room.name}" if room.parent.name == "lessons" else room.name


def survivors(source: Path) -> list[str]:
    """Return the graded exercises without which no headline fails."""
    cells = lesson_notebook(source).cells
    kept = needed(cells, source.parent)
    names: dict[str, Any] = {"__name__": "__main__"}
    found = []
    for place, cell in enumerate(kept):
        _run(cell, names)
        for name in graded(cell, source.parent):
            if _survives(name, kept[place + 1 :], names):
                found.append(name)
    asked_for = [name for cell in cells for name in graded(cell, source.parent)]
    reached = [name for cell in kept for name in graded(cell, source.parent)]
    return [*found, *(name for name in asked_for if name not in reached)]


def _run(cell: NotebookNode, names: dict[str, Any]) -> None:
    if "bootstrap" not in tags(cell):
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(cell.source, "a cell", "exec"), names)


def _survives(name: str, rest: list[NotebookNode], names: dict[str, Any]) -> bool:
    """Go on in a fork with what raises in place of a name; tell whether all cells end well."""

    def raising(*_: Any, **__: Any) -> None:
        raise RuntimeError(f"{name} was called")

    child = os.fork()
    if child == 0:
        status = 1
        try:
            torch.set_num_threads(1)
            names[name] = raising
            for cell in rest:
                _run(cell, names)
            status = 0
        finally:
            os._exit(status)
    return os.waitpid(child, 0)[1] == 0


def shorten() -> None:
    """Let each loop over a range that shows a bar end early, in lessons imported after this."""
    bar = bars.progress

    def short(*arguments: Any, silent: bool = True, **options: Any) -> Any:
        few = (x[:UPDATES] if isinstance(x, range) else x for x in arguments)
        return bar(*few, silent=True, **options)

    bars.progress = short


def main() -> None:
    """Print the names that no headline needs, one a line."""
    shorten()
    print("\n".join(survivors(Path(sys.argv[1]))))


if __name__ == "__main__":
    main()
