"""Exercises in a notebook: found by the names of their functions, with what those need.

Students copy, split and delete cells, so nothing is taken from cells' metadata. Only the syntax is
read here; nothing is executed.
"""

import ast
import builtins
import inspect
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from typing import Any

MAGIC = re.compile(r"^\s*[%!?]|^\s*\w+\?+\s*$")
SIMPLE = (  # what a value may consist of that is computed along: no calls
    *(ast.Constant, ast.Tuple, ast.List, ast.Dict, ast.Set, ast.Name, ast.Attribute, ast.BinOp),
    *(ast.UnaryOp, ast.Lambda, ast.Subscript, ast.Slice, ast.Compare, ast.BoolOp, ast.IfExp),
    *(ast.operator, ast.unaryop, ast.cmpop, ast.boolop, ast.expr_context, ast.arguments, ast.arg),
)
DEEPEST = 200  # of nested code: what is deeper was not written by hand


@dataclass(frozen=True)
class Answer:
    """A student's answer to an exercise.

    Attributes:
        name: Of the exercise, and of the function.
        pieces: The statements that it needs, in their order, and the function itself at the end.
        code: The function as a text, without comments.
        is_open: Whether its body is empty.
        parameters: Of the function.
        copies: How often it is defined; the last one counts.
    """

    name: str
    pieces: tuple[str, ...]
    code: str
    is_open: bool
    parameters: tuple[inspect.Parameter, ...]
    copies: int


def answers_in(cells: Sequence[str], names: Iterable[str]) -> dict[str, Answer]:
    """Return the answers in the code cells of a notebook, by exercise.

    Args:
        cells: Their sources. A cell that is no Python is read as far as its beginning is.
        names: Of the exercises of the lesson.
    """
    statements = [statement for cell in cells for statement in _statements(cell)]
    wanted = set(names)
    found: dict[str, list[int]] = {}
    for place, statement in enumerate(statements):
        if isinstance(statement, ast.FunctionDef) and statement.name in wanted:
            found.setdefault(statement.name, []).append(place)
    return {name: _answer(name, statements, places) for name, places in found.items()}


def imported_rooms(cells: Sequence[str]) -> list[str]:
    """Return the lessons' rooms that a notebook imports from, such as ``l05_attention``."""
    rooms = []
    for cell in cells:
        for statement in _statements(cell):
            if isinstance(statement, ast.ImportFrom) and statement.module:
                floor, _, rest = statement.module.partition(".")
                if floor == "lessons" and rest:
                    rooms.append(rest.split(".")[0])
    return list(dict.fromkeys(rooms))


def _statements(cell: str) -> list[ast.stmt]:
    """Return the statements of a cell; of one with an error, those before and after it."""
    lines = ["pass" if MAGIC.match(line) else line for line in cell.splitlines()]
    try:
        return ast.parse("\n".join(lines)).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return [*_parts(lines)]


def _parts(lines: Sequence[str]) -> Iterator[ast.stmt]:
    """Parse the blocks of a cell one by one, and leave out those that are no Python."""
    block: list[str] = []
    for line in [*lines, "pass"]:
        starts = line[:1] not in ("", " ", "\t", "#", ")", "]", "}", "@")
        if starts and block and not block[-1].startswith("@"):
            with suppress(SyntaxError, ValueError, RecursionError, MemoryError):
                yield from ast.parse("\n".join(block)).body
            block = []
        block.append(line)


def _answer(name: str, statements: Sequence[ast.stmt], places: Sequence[int]) -> Answer:
    written = [place for place in places if not _is_open(statements[place])]
    place = written[-1] if written else places[-1]
    function = statements[place]
    assert isinstance(function, ast.FunctionDef)
    function.decorator_list = [one for one in function.decorator_list if not _is_check(one)]
    needed = _needed(function, statements, place)
    return Answer(
        name=name,
        pieces=tuple(_text(statement) for statement in [*needed, function]),
        code=_text(_without_docstring(function)),
        is_open=not written,
        parameters=tuple(_parameters(function.args)),
        copies=len(written) or 1,
    )


def _text(statement: ast.stmt) -> str:
    try:
        return ast.unparse(ast.fix_missing_locations(statement))
    except RecursionError:
        return "pass"


def _is_check(decorator: ast.expr) -> bool:
    """Tell whether a decorator is the workbook's ``@exercise(...)``."""
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    return name == "exercise"


def _is_open(statement: ast.stmt) -> bool:
    """Tell whether a function's body is only a docstring and ``...`` or ``pass``."""
    body = getattr(statement, "body", [])
    return all(
        isinstance(line, ast.Pass)
        or (isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant))
        for line in body
    )


def _without_docstring(function: ast.FunctionDef) -> ast.FunctionDef:
    body, plain = function.body, copy(function)
    if len(body) > 1 and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        plain.body = body[1:]
    return plain


def _needed(
    function: ast.FunctionDef, statements: Sequence[ast.stmt], place: int
) -> list[ast.stmt]:
    """Return the imports, functions, classes and simple values that a function uses, in order."""
    makers: dict[str, list[int]] = {}
    for number, statement in enumerate(statements):
        for name in _made(statement):
            makers.setdefault(name, []).append(number)
    chosen: set[int] = set()
    asked = [function]
    known = set(dir(builtins)) | {function.name}
    while asked:
        for name in _used(asked.pop()) - known:
            known.add(name)
            for number in makers.get(name, [])[-1:]:
                if number not in chosen and number != place:
                    chosen.add(number)
                    asked.append(statements[number])  # type: ignore[arg-type]
    return [statements[number] for number in sorted(chosen)]


def _made(statement: ast.stmt) -> list[str]:
    """Return the names that a statement makes, if it is one that may come along."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return [statement.name]
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return [(alias.asname or alias.name).split(".")[0] for alias in statement.names]
    if isinstance(statement, ast.Assign) and _is_simple(statement.value):
        return [
            part.id
            for target in statement.targets
            for part in ast.walk(target)
            if isinstance(part, ast.Name)
        ]
    if isinstance(statement, ast.AnnAssign) and statement.value and _is_simple(statement.value):
        return [statement.target.id] if isinstance(statement.target, ast.Name) else []
    return []


def _is_simple(value: ast.expr) -> bool:
    return all(isinstance(part, SIMPLE) for part in ast.walk(value))


def _used(statement: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(statement) if isinstance(part, ast.Name)}


def _parameters(arguments: ast.arguments) -> Iterator[inspect.Parameter]:
    """Yield the parameters of a function, whose defaults are read and not computed."""
    plain = [*arguments.posonlyargs, *arguments.args]
    defaults = [*[None] * (len(plain) - len(arguments.defaults)), *arguments.defaults]
    for number, (one, default) in enumerate(zip(plain, defaults, strict=True)):
        only = number < len(arguments.posonlyargs)
        kind = (
            inspect.Parameter.POSITIONAL_ONLY if only else inspect.Parameter.POSITIONAL_OR_KEYWORD
        )
        yield inspect.Parameter(one.arg, kind, default=_default(default))
    if arguments.vararg:
        yield inspect.Parameter(arguments.vararg.arg, inspect.Parameter.VAR_POSITIONAL)
    for one, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        only_by_name = inspect.Parameter.KEYWORD_ONLY
        yield inspect.Parameter(one.arg, only_by_name, default=_default(default))
    if arguments.kwarg:
        yield inspect.Parameter(arguments.kwarg.arg, inspect.Parameter.VAR_KEYWORD)


def _default(value: ast.expr | None) -> Any:
    if value is None:
        return inspect.Parameter.empty
    try:
        return ast.literal_eval(value)
    except (ValueError, TypeError, RecursionError, MemoryError, SyntaxError):
        return ast.unparse(value)
