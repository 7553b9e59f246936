"""The parts of a lesson, and which part needs which: so an instructor can leave one out."""

import ast
import re
import symtable
from collections.abc import Iterable, Iterator

from nbformat import NotebookNode

from workbook.cell_code import NO_PYTHON, statements_of
from workbook.make.lesson_source import tags

OPENING = "Opening"
Parts = dict[str, list[NotebookNode]]


def parts_of(cells: Iterable[NotebookNode]) -> Parts:
    """Return the cells of a lesson by its second-level headings; before them is the opening."""
    found: Parts = {}
    heading = OPENING
    for cell in cells:
        match = re.match(r"## (.+)", cell.source) if cell.cell_type == "markdown" else None
        heading = match.group(1) if match else heading
        found.setdefault(heading, []).append(cell)
    return found


def needs(parts: Parts) -> dict[str, list[str]]:
    """Return for each part the earlier ones whose names its code uses, in their order.

    Set-up is never left out, so what it defines is no need. A part's own names hide others'.
    """
    by: dict[str, str] = {}  # name -> the part that defined it last
    found: dict[str, list[str]] = {}
    for part, cells in parts.items():
        wanted: set[str] = set()
        for cell in cells:
            if cell.cell_type != "code" or "solution" in tags(cell):
                continue
            defined, used = names_of(cell.source)
            wanted |= {by[name] for name in used if name in by}
            is_kept = part == OPENING or {"setup", "bootstrap"} & set(tags(cell))
            for name in defined:
                by.pop(name, None)
                if not is_kept:
                    by[name] = part
        wanted.discard(part)
        found[part] = [earlier for earlier in parts if earlier in wanted]
    return found


def names_of(source: str) -> tuple[set[str], set[str]]:
    """Return the names that code defines, and those of others that it uses.

    A name that is used before the code itself defines it, as in ``model = model.eval()``, is both.
    What is no code, such as a half-written line or ``%%bash``, defines and uses nothing.
    """
    defined: set[str] = set()
    used: set[str] = set()
    _read(statements_of(source), defined, used)
    return defined, used


def _read(statements: list[ast.stmt], defined: set[str], used: set[str]) -> None:
    """Add what statements define and use, in their order."""
    for statement in statements:
        inner: list[ast.stmt] = []
        before: list[ast.AST] = [statement]
        after: list[ast.AST] = []
        match statement:
            case ast.For():
                before, after = [statement.iter], [statement.target]
                inner = [*statement.body, *statement.orelse]
            case ast.With():
                before = [item.context_expr for item in statement.items]
                after = [item.optional_vars for item in statement.items if item.optional_vars]
                inner = statement.body
            case ast.If() | ast.While():
                before, inner = [statement.test], [*statement.body, *statement.orelse]
        for node in (*before, *after):
            made, read = _names(node)
            used |= read - defined
            defined |= made
        _read(inner, defined, used)


def _names(node: ast.AST) -> tuple[set[str], set[str]]:
    """Return the global names that a statement or an expression assigns, and those it reads."""
    if isinstance(node, ast.expr) and isinstance(getattr(node, "ctx", None), ast.Store):
        return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}, set()
    try:
        table = symtable.symtable(ast.unparse(node), "a cell", "exec")
    except NO_PYTHON:  # what parses but does not compile: def double(v, v)
        return set(), set()
    symbols = table.get_symbols()
    made = {s.get_name() for s in symbols if s.is_assigned() or s.is_imported()}
    read = {s.get_name() for s in symbols if s.is_referenced()}
    for child in _inner(table):
        read |= {s.get_name() for s in child.get_symbols() if s.is_global() and s.is_referenced()}
    if isinstance(node, ast.AugAssign):
        read |= made
    return made, read


def _inner(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    """Yield the scopes inside a scope: functions, classes and comprehensions."""
    for child in table.get_children():
        yield child
        yield from _inner(child)


def chosen(parts: Parts, numbers: Iterable[str]) -> list[str]:
    """Return the headings that numbers or words stand for: ``"4"`` for ``4. One hop``.

    Without a number, the beginning of a heading is enough: a list has commas, and so may a heading.

    Raises:
        ValueError: If one stands for no part, or for several; it lists the parts.
    """
    found = []
    for number in numbers:
        fitting = [part for part in parts if part.startswith(f"{number}. ") or part == number]
        if not fitting and not number.isdigit():
            fitting = [part for part in parts if part.startswith(number)]
        if len(fitting) != 1 or fitting[0] == OPENING:
            there = ", ".join(repr(part) for part in parts if part != OPENING)
            raise ValueError(f"no part {number!r}; there are: {there}")
        found += fitting
    return found


def missing(parts: Parts, without: Iterable[str]) -> list[str]:
    """Return a line for each part that stays and needs one that goes."""
    gone = set(without)
    return [
        f"{part!r} needs {', '.join(map(repr, lost))}"
        for part, wanted in needs(parts).items()
        if part not in gone and (lost := [name for name in wanted if name in gone])
    ]
