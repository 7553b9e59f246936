"""Numbers on an edge of rounding: noted while a notebook is built, and refused after it.

0.975 is 98%, and the last bit less is 97%: which of the two a lesson shows depends on the processor
and on Python. So a kernel that ``watch`` prepares compiles the cells and our packages with a check
in place of each ``{x:.2f}``, and ``round`` in cells: is it the same a little below and above?
Printed tensors are asked, too. Where a line says ``# not compared``, nobody compares its numbers.
"""

import ast
import builtins
import linecache
import os
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
OURS = tuple(f"{ROOT / name}/" for name in ("bertlab", "lessons", "workbook"))
NOISE = 2.0**-20  # of a number: eight steps of float32, by which networks differ between processors
CELLS = os.path.join(tempfile.gettempdir(), "ipykernel_")  # where IPython says that their code is
SHORT = 8  # characters
edges: dict[str, None] = {}  # what was found, each once and in order


def watch() -> None:
    """Watch this kernel from now on: its cells, our packages, and the tensors that it prints."""
    import torch
    from IPython import get_ipython

    for function in (shown, rounded, all_rounded):
        setattr(builtins, f"_edges_{function.__name__}", function)
    get_ipython().ast_transformers.append(WatchedCell())
    _watch_imports()
    printer: Any = torch._tensor_str._Formatter
    printed = printer.format

    def format_number(self: Any, value: float) -> str:
        return _seen(value, partial(printed, self))

    printer.format = format_number


def _watch_imports() -> None:
    """Let our modules be compiled with the checks; their cached code has none."""
    loader: Any = SourceFileLoader
    path_stats, source_to_code = loader.path_stats, loader.source_to_code

    def no_cached_code(self: Any, path: str) -> Any:
        if path.startswith(OURS):
            raise OSError("so that Python neither reads nor writes it")
        return path_stats(self, path)

    def watched_code(self: Any, data: Any, path: Any, **options: Any) -> Any:
        if str(path).startswith(OURS) and path != __file__:
            data = ast.fix_missing_locations(Watched().visit(ast.parse(data)))
        return source_to_code(self, data, path, **options)

    loader.path_stats, loader.source_to_code = no_cached_code, watched_code


class Watched(ast.NodeTransformer):
    """Puts a check in place of what an f-string rounds."""

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.AST:
        """Check ``{x:.1f}``."""
        self.generic_visit(node)
        if node.format_spec is not None and node.conversion == -1:
            node.value = ast.Call(_name("shown"), [node.value, node.format_spec], [])
            node.format_spec = None
        return node


class WatchedCell(Watched):
    """Checks what a cell rounds by ``round`` as well; packages round what they go on with."""

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """Check ``round(x, 2)`` and ``map(round, values)``."""
        return ast.copy_location(_name("rounded"), node) if node.id == "round" else node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Check ``values.round(2)``."""
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "round":
            node.args.insert(0, node.func.value)
            node.func = _name("all_rounded")
        return node


def _name(check: str) -> ast.Name:
    return ast.Name(f"_edges_{check}", ast.Load())


def shown(value: object, spec: str) -> str:
    """Return ``format(value, spec)``."""
    return _seen(value, lambda number: format(number, spec))


def rounded(value: Any, *digits: Any, **named: Any) -> Any:
    """Return ``round(value, ...)``."""
    return _seen(value, lambda number: round(number, *digits, **named))


def all_rounded(values: Any, decimals: int = 0) -> Any:
    """Return ``values.round(decimals)``, of an array or a tensor."""
    for value in values.flatten().tolist():
        _seen(value, lambda number: round(number, decimals))
    return values.round(decimals=decimals)


def on_edge(value: Any, show: Callable[[Any], object]) -> bool:
    """Tell whether a float, of any package, is shown otherwise a little below or above.

    One with few digits is the same everywhere: it was counted, or rounded before.
    """
    number = value.item() if getattr(value, "ndim", None) == 0 else value
    if not isinstance(number, float) or len(repr(number)) <= SHORT:
        return False
    return show(number * (1 - NOISE)) != show(number * (1 + NOISE))


def _seen(value: Any, show: Callable[[Any], Any]) -> Any:
    """Return ``show(value)``; note the line of ours that asked if the value is on an edge."""
    if on_edge(value, show):
        frame = sys._getframe(2)
        while frame.f_back and not frame.f_code.co_filename.startswith((*OURS, CELLS)):
            frame = frame.f_back
        file, number = frame.f_code.co_filename, frame.f_lineno
        line = linecache.getline(file, number).strip()
        if "# not compared" not in line:
            where = (
                f"{Path(file).relative_to(ROOT)}:{number}" if file.startswith(OURS) else "a cell"
            )
            edges[f"{where}: {value!r} is shown as {show(value)}: {line}"] = None
    return show(value)
