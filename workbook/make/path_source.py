"""What a path's source leaves to the machine: solutions, and the cells of claims.

A lesson with ``more.py`` beside ``lesson.py`` has a path and further experiments. Neither writes a
solution: it is the reference of the exercise, ``exercises/NAME/reference.py``, and the ``why`` of
``misconceptions.toml``. It stands, as a fold that is shut, below the text of the exercise.
"""

import ast
import copy
import html
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from workbook.cell_code import python_lines
from workbook.questions.markup import markup

FOLD = re.compile(r'\n*<details class="bertlab-solution">.*?</details>\n*', re.DOTALL)
TO_TOOLS = re.compile(r" *# (?:fmt: (?:skip|off|on)|noqa\b.*|type: ignore.*)$", re.MULTILINE)
Definition = ast.FunctionDef | ast.ClassDef


def more_of(source: Path) -> Path:
    """Return where the further experiments of a lesson are, if it has any."""
    return source.with_name("more.py")


def is_path(source: Path) -> bool:
    """Tell whether a source belongs to a lesson with a path and further experiments."""
    return more_of(source).exists()


def with_solutions(cells: list[NotebookNode], room: Path) -> list[NotebookNode]:
    """Return the cells with a solution after each exercise, and its fold below the text before it.

    Args:
        cells: Of a lesson's source, without solutions.
        room: The lesson's folder.

    Raises:
        ValueError: If an exercise has no text before it, or no reference or reason in the room.
    """
    found: list[NotebookNode] = []
    for cell in cells:
        if "exercise" in cell.metadata.get("tags", []):
            if not found or found[-1].cell_type != "markdown":
                raise ValueError(f"{room.name}: no text before the exercise\n{cell.source}")
            code = solution_of(cell.source, room)
            found[-1].source = f"{found[-1].source.rstrip()}\n\n{fold_of(code, why_of(cell, room))}"
            solution = nbformat.v4.new_code_cell(code, metadata={"tags": ["solution"]})
            found += [cell, solution]
        else:
            found.append(cell)
    return found


def for_students(code: str) -> str:
    """Return code without the comments that speak to our tools."""
    return TO_TOOLS.sub("", code)


def without_folds(text: str) -> str:
    """Return a text without the solutions that are folded away in it."""
    return FOLD.sub("\n", text).rstrip("\n")


def exercises_in(exercise: str) -> dict[str, tuple[str, Definition]]:
    """Return a cell's exercises: by the name of the folder, its decorator and definition.

    Raises:
        ValueError: If nothing is asked.
    """
    found = {}
    for node in ast.parse(exercise).body:
        for decorator in getattr(node, "decorator_list", []):
            match = re.fullmatch(r"exercise\(exercises\.(\w+)\)", ast.unparse(decorator))
            if match and isinstance(node, Definition):
                found[match[1]] = f"@{match[0]}", node
    if not found:
        raise ValueError(
            f"expected @exercise(exercises.NAME) above a function or class, in\n{exercise}"
        )
    return found


def solution_of(exercise: str, room: Path) -> str:
    """Return the solution of a cell: the references of what it asks, as a student would write them.

    Args:
        exercise: The cell.
        room: The lesson's folder.

    Raises:
        ValueError: If a reference is not there.
    """
    parts = []
    for folder, (_, node) in exercises_in(exercise).items():
        file = room / "exercises" / folder / "reference.py"
        if not file.exists():
            raise ValueError(f"{room.name}: {folder} has no reference.py")
        parts.append(plain(file.read_text(encoding="utf-8"), node.name))
    return "\n\n\n".join(parts)


def why_of(exercise: NotebookNode, room: Path) -> str:
    """Return the reasons of a cell's solutions.

    Raises:
        ValueError: If one gives none.
    """
    found = []
    for folder in exercises_in(exercise.source):
        file = room / "exercises" / folder / "misconceptions.toml"
        why = tomllib.loads(file.read_text(encoding="utf-8")).get("why", "")
        if not why:
            raise ValueError(f"{room.name}: {folder}/misconceptions.toml has no 'why'")
        found.append(why)
    return " ".join(found)


def plain(source: str, name: str) -> str:
    """Return a definition of a module without docstrings and annotations, but with its comments.

    Raises:
        ValueError: If the module does not define it.
    """
    nodes = [n for n in ast.parse(source).body if isinstance(n, Definition) and n.name == name]
    if len(nodes) != 1:
        raise ValueError(f"expected one definition of {name}, got {len(nodes)}")
    lines = [line.rstrip("\n") for line in python_lines(source)]
    for start, end, instead in sorted(_changes(nodes[0], lines), reverse=True):
        lines[start - 1 : end] = instead
        nodes[0].end_lineno = (nodes[0].end_lineno or 0) + len(instead) - (end - start + 1)
    return "\n".join(lines[nodes[0].lineno - 1 : nodes[0].end_lineno])


def _changes(definition: Definition, lines: list[str]) -> Iterator[tuple[int, int, list[str]]]:
    """Yield the lines of heads and docstrings, first and last, and what takes their place."""
    for node in ast.walk(definition):
        if not isinstance(node, Definition):
            continue
        first = node.body[0]
        documented = ast.get_docstring(node) is not None
        last = (first.end_lineno or 0) if documented else first.lineno - 1
        while not documented and lines[last - 1].lstrip().startswith("#"):
            last -= 1
        if isinstance(node, ast.FunctionDef) and first.lineno > node.lineno:
            yield node.lineno, last, [f"{' ' * node.col_offset}{_head(node)}"]
        elif documented:
            follows = node.body[1].lineno - len(getattr(node.body[1], "decorator_list", []))
            yield first.lineno, follows - 1, []


def _head(function: ast.FunctionDef) -> str:
    """Return ``def name(parameters):`` without annotations."""
    parameters = copy.deepcopy(function.args)
    for parameter in ast.walk(parameters):
        if isinstance(parameter, ast.arg):
            parameter.annotation = None
    head = f"def {function.name}({ast.unparse(parameters)}):"
    return head if '"' in head else head.replace("'", '"')


def fold_of(code: str, why: str) -> str:
    """Return a solution as one block of HTML that is shut: a blank line would end the block."""
    lines = [html.escape(line, quote=False) or "<span></span>" for line in code.splitlines()]
    opening = '<details class="bertlab-solution"><summary>Solution</summary>\n<pre><code>'
    return opening + "\n".join(lines) + f"</code></pre>\n<p>{markup(why)}</p></details>"
