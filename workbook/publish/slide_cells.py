"""Which cells of a notebook are on which slide, and what is shown of each.

Readers of a notebook run ``quiz(1, 2)`` or ``claim("...", holds)``; an audience only needs what
these show. Of an exercise, a slide has the task: the signature and the docstring.
"""

import ast
from collections.abc import Iterator
from copy import deepcopy

from nbformat import NotebookNode

from workbook.cell_code import python_lines, statements_of
from workbook.make.lesson_source import is_note
from workbook.make.path_source import without_folds
from workbook.publish.page_parts import HIDE_CODE

HIDDEN_TAGS = {"bootstrap", "setup", "solution"}
HIDDEN_TYPES = {"skip"}
Slide = list[NotebookNode]


def prepare(notebook: NotebookNode) -> NotebookNode:
    """Return a copy with the cells that slides show, in the order in which slides need them.

    Set-up cells, solutions and cells of type ``skip`` go, and so do calls of the workbook. Notes
    move to the front of their slide: there they belong to all of it, and not to the fragment that
    came before them.
    """
    notebook = deepcopy(notebook)
    slides: list[Slide] = []
    early: Slide = []  # notes that come before what they belong to
    for slide in _slides(notebook.cells):
        shown = [cell for cell in slide if is_note(cell) or _reduce(cell)]
        if all(is_note(cell) for cell in shown):
            (slides[-1] if slides else early).extend(shown)
            continue
        first = next(cell for cell in shown if not is_note(cell))
        opener = next(cell for cell in slide if not is_note(cell))
        _set_type(first, _slide_type(opener))
        slides.append([*early, *shown])
        early = []
    notebook.cells = [*early, *(cell for slide in slides for cell in _notes_first(slide))]
    if slides:
        notebook.cells[0].metadata["slideshow"]["data"] = {"kind": "title"}
    return notebook


def _slides(cells: list[NotebookNode]) -> list[Slide]:
    """Return the cells by slides: each begins with a cell of type ``slide`` or ``subslide``."""
    slides: list[Slide] = [[]]
    any_shown = False
    for cell in cells:
        hidden = HIDDEN_TAGS & set(cell.metadata.get("tags", []))
        if hidden or _slide_type(cell) in HIDDEN_TYPES or not cell.source.strip():
            continue
        if _slide_type(cell) in {"slide", "subslide"} and any_shown:
            slides.append([])
        any_shown = any_shown or not is_note(cell)
        slides[-1].append(cell)
    return slides


def _reduce(cell: NotebookNode) -> bool:
    """Leave the workbook's calls and solutions out of a cell; tell whether anything is left."""
    if cell.cell_type != "code":
        cell.source = without_folds(cell.source)
        return True
    tags = set(cell.metadata.get("tags", []))
    if "exercise" in tags:
        cell.outputs = []  # the machine's status line
    code = "" if HIDE_CODE in tags else teaching_code(cell.source)
    if code:
        cell.source = code
    else:
        cell.metadata["transient"] = {"remove_source": True}
    return bool(code or cell.outputs)


def _slide_type(cell: NotebookNode) -> str:
    return cell.metadata.get("slideshow", {}).get("slide_type", "-")


def _set_type(cell: NotebookNode, slide_type: str) -> None:
    cell.metadata.setdefault("slideshow", NotebookNode())["slide_type"] = slide_type


def _notes_first(slide: Slide) -> Iterator[NotebookNode]:
    """Yield the first cell that is shown, then the notes, then the rest."""
    notes = [cell for cell in slide if is_note(cell)]
    shown = [cell for cell in slide if not is_note(cell)]
    yield from shown[:1]
    yield from notes
    yield from shown[1:]


MACHINE = {"ask", "check", "claim", "explore", "my_progress", "predict", "quiz", "show"}
CONTROLS = {"choose", "slide"}  # what explore() is given; without it they mean nothing
DECORATOR = "exercise"


def teaching_code(source: str) -> str:
    """Return a cell's code without top-level calls of the workbook; ``""`` if nothing is left.

    Left out are such calls, loops of nothing else, the comments right above them, decorators of
    exercises, and texts and controls that only these calls use. IPython's magics stay, and so does
    what is no code of either.
    """
    body = statements_of(source)
    gone = {node for node in body if _is_machine(node)}
    gone |= {node for node in body if _only_serves(node, body, gone)}
    lines = [line.rstrip("\r\n") for line in python_lines(source)]
    dropped: set[int] = set()  # line numbers, from 1
    for node in body:
        if node in gone:
            dropped |= _lines_with_comments(node, lines)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            for decorator in filter(_is_exercise, node.decorator_list):
                dropped |= _lines_of(decorator)
    for node in body:
        if node not in gone:
            dropped -= _lines_of(node) - _decorator_lines(node)
    kept = [line for number, line in enumerate(lines, 1) if number not in dropped]
    return _without_gaps(kept)


def predicted_names(source: str) -> list[str]:
    """Return the names of the predictions that a cell asks, in order."""
    calls = [node.value for node in statements_of(source) if isinstance(node, ast.Expr)]
    return [
        call.args[0].value
        for call in calls
        if isinstance(call, ast.Call)
        and _name_of(call) == "predict"
        and call.args
        and isinstance(call.args[0], ast.Constant)
        and isinstance(call.args[0].value, str)
    ]


def _is_machine(node: ast.stmt) -> bool:
    if isinstance(node, ast.For):
        return all(_is_machine(inner) for inner in node.body)
    return isinstance(node, ast.Expr) and _name_of(node.value) in MACHINE


def _name_of(node: ast.expr) -> str:
    """Return the name that is called; ``""`` if the node calls none."""
    called = node.func if isinstance(node, ast.Call) else None
    return called.id if isinstance(called, ast.Name) else ""


def _is_exercise(decorator: ast.expr) -> bool:
    return _name_of(decorator) == DECORATOR


def _only_serves(node: ast.stmt, body: list[ast.stmt], gone: set[ast.stmt]) -> bool:
    """Tell whether a statement names a text or controls that only calls of the workbook use."""
    if not isinstance(node, ast.Assign):
        return False
    made = {n.id for target in node.targets for n in ast.walk(target) if isinstance(n, ast.Name)}
    is_text = isinstance(node.value, ast.JoinedStr) or (
        isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    )
    is_control = any(
        _name_of(n) in CONTROLS for n in ast.walk(node.value) if isinstance(n, ast.expr)
    )
    users = [other for other in body if other is not node and made & _names_read(other)]
    return (is_text or is_control) and bool(users) and all(user in gone for user in users)


def _names_read(node: ast.stmt) -> set[str]:
    names = [n for n in ast.walk(node) if isinstance(n, ast.Name)]
    return {name.id for name in names if isinstance(name.ctx, ast.Load)}


def _lines_of(node: ast.stmt | ast.expr) -> set[int]:
    first = min([node.lineno, *_decorator_lines(node)])
    return set(range(first, (node.end_lineno or node.lineno) + 1))


def _decorator_lines(node: ast.AST) -> set[int]:
    exercises = filter(_is_exercise, getattr(node, "decorator_list", []))
    return {line for decorator in exercises for line in _lines_of(decorator)}


def _lines_with_comments(node: ast.stmt, lines: list[str]) -> set[int]:
    found = _lines_of(node)
    above = min(found) - 1
    while above >= 1 and lines[above - 1].startswith("#"):
        found.add(above)
        above -= 1
    return found


def _without_gaps(lines: list[str]) -> str:
    """Join lines, with at most one empty one in a row: a slide has little room."""
    kept: list[str] = []
    for line in lines:
        if line.strip() or kept[-1:] != [""]:
            kept.append(line if line.strip() else "")
    return "\n".join(kept).strip("\n")
