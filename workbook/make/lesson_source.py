"""From a lesson's source to its two notebooks, not yet executed.

A source is a percent script (``lessons/lNN_slug/lesson.py``) that jupytext reads.
The lesson notebook leaves the solutions out; the solutions notebook keeps the title, the set-up and
each exercise's text with its solution under the exercise's decorator. A lesson of the third edition
has further experiments in ``more.py`` (see ``path_source``).
"""

import ast
import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

import jupytext
import nbformat
from nbformat import NotebookNode

from workbook.cell_code import python_lines
from workbook.make.added_cells import announced, progress_cell, report_cell, seconds_of
from workbook.make.bootstrap_cell import MARKER, bootstrap_cell
from workbook.make.path_source import for_students, is_path, with_solutions, without_folds

ROOM = re.compile(r"^from lessons\.\w+ import .*\bexercises\b", re.MULTILINE)
BEGIN = re.compile(r"begin_lesson\((\)?)")  # in the set-up of every lesson
TAGS = {"bootstrap", "setup", "exercise", "solution", "nbval-ignore-output", "hide-input"}
CLAIMS = "claims"  # the tag of cells that run when a notebook is built and are no part of it
PATH_TAGS = {CLAIMS, "headline", "sitting", "given"}
SLIDE_TYPES = {"slide", "subslide", "fragment", "-", "skip", "notes"}
READER_ONLY = {"lines_to_next_cell", "lines_to_end_of_cell_marker"}  # jupytext's own bookkeeping
FOLDED = {"cellView": "form", "jupyter": {"source_hidden": True}}  # in Colab; in JupyterLab
TITLES = {  # of cells that are folded, by tag: what Colab shows of them; a click opens the code
    "setup": "# @title Set up the lesson (run this cell once)",
    "hide-input": "# @title Code for the output below",
}
QUESTIONS = {"quiz(": "# @title Quiz", "ask(": "# @title Open question"}  # nothing to read in them
METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def sources(root: Path) -> list[Path]:
    """Return the sources of all lessons, in their order.

    Args:
        root: The project's folder.
    """
    return sorted(root.glob("lessons/l[0-9][0-9]_*/lesson.py"))


def name_of(source: Path) -> str:
    """Return the name of a notebook: ``07_bert`` of ``lessons/l07_bert/lesson.py``.

    Of ``more.py`` beside it, it is ``07_bert_more``.
    """
    name = source.parent.name.removeprefix("l")
    return f"{name}_more" if source.name == "more.py" else name


def read_source(path: Path) -> list[NotebookNode]:
    """Return the cells of a lesson's source, with the generated cell filled in.

    Args:
        path: A jupytext percent script.

    Raises:
        ValueError: If a cell has an unknown option, tag or slide type, if there is not exactly one
            bootstrap cell, or if an exercise is not text, exercise and solution in a row.
    """
    cells = jupytext.read(path, fmt="py:percent").cells
    if is_path(path):
        cells = with_solutions(cells, path.parent)
        for cell in cells:
            cell.source = for_students(cell.source)
    for number, cell in enumerate(cells, 1):
        cell.metadata = _checked_metadata(cell, f"{name_of(path)}, cell {number}")
        if "bootstrap" in tags(cell):
            if cell.source.strip() != MARKER:
                raise ValueError(
                    f"{name_of(path)}, cell {number}: expected {MARKER!r} as its content"
                )
            cell.source = bootstrap_cell()
        fold(cell)
    if sum("bootstrap" in tags(cell) for cell in cells) != 1:
        raise ValueError(f"{name_of(path)}: expected exactly one cell with the tag 'bootstrap'")
    for number, cell in enumerate(cells, 1):
        if "solution" in tags(cell) and "exercise" not in tags(cells[number - 2]):
            raise ValueError(f"{name_of(path)}, cell {number}: a solution follows its exercise")
    list(_exercises(cells, name_of(path)))
    return cells


def tags(cell: NotebookNode) -> list[str]:
    """Return the tags of a cell."""
    return cell.metadata.get("tags", [])


def fold(cell: NotebookNode) -> None:
    """Fold a code cell that nobody has to read first: set-up, plotting and checks."""
    known = set(tags(cell))
    titles = [title for tag, title in TITLES.items() if tag in known]
    if "hide-input" in known:
        asked = [title for call, title in QUESTIONS.items() if cell.source.startswith(call)]
        titles = asked or titles
    if titles:
        cell.source = f"{titles[0]}\n{cell.source}"
    if titles or "bootstrap" in known:
        cell.metadata |= FOLDED


def is_note(cell: NotebookNode) -> bool:
    """Tell whether a cell is a note for the instructor."""
    return cell.metadata.get("slideshow", {}).get("slide_type") == "notes"


def lesson_notebook(path: Path) -> NotebookNode:
    """Return the notebook that students open: without solutions and the instructor's notes."""
    whole = presented_notebook(path)
    whole.cells = [cell for cell in whole.cells if not is_note(cell)]
    return whole


def presented_notebook(path: Path) -> NotebookNode:
    """Return the notebook that instructors present: with their notes, without its solutions."""
    cells = [cell for cell in read_source(path) if not {"solution", CLAIMS} & set(tags(cell))]
    counts = any("setup" in tags(cell) and ROOM.search(cell.source) for cell in cells)
    if counts and not is_path(path):  # a path says what is the student's own
        reading = [cell.source.startswith("## Further reading") for cell in cells]
        cells.insert(reading.index(True) if True in reading else len(cells), progress_cell())
    name = name_of(path)
    notebook = _notebook([*cells, report_cell(name)], name)
    notebook.cells = announced(notebook.cells, seconds_of(name))
    return notebook


def claims_of(path: Path) -> list[NotebookNode]:
    """Return the cells that state what must hold of a notebook, and run after its last one."""
    return [cell for cell in read_source(path) if CLAIMS in tags(cell)]


def solutions_notebook(path: Path) -> NotebookNode | None:
    """Return the solved exercises of a lesson with what they need, or None if it has none."""
    cells = read_source(path)
    solved = {id(exercise): parts for exercise, *parts in _exercises(cells, name_of(path))}
    if not solved:
        return None
    name, title = name_of(path), cells[0].source.splitlines()[0].removeprefix("# ")
    lesson = f"more/{name}" if path.name == "more.py" else name
    text = (
        f"# Solutions: {title}\n\n"
        f"Try the exercises in the lesson first ([{name}.ipynb](../{lesson}.ipynb)). "
        "Each solution below is checked like yours."
    )
    kept = [nbformat.v4.new_markdown_cell(text, metadata=cells[0].metadata)]
    for cell in cells[1:]:
        if {"bootstrap", "setup", "given"} & set(tags(cell)):
            cell.source = BEGIN.sub(_with_solutions, cell.source)
            kept.append(cell)
        elif id(cell) in solved:
            question, solution = solved[id(cell)]
            question.source = without_folds(question.source)
            source = decorated(cell.source, solution.source)
            kept += [question, nbformat.v4.new_code_cell(source, metadata=cell.metadata)]
    return _notebook([*kept, report_cell(name)], f"solutions/{name}")


def _with_solutions(begin: re.Match[str]) -> str:
    return f"begin_lesson(solutions=True{')' if begin[1] else ', '}"


def decorated(exercise: str, solution: str) -> str:
    """Return a solution with the decorator of its exercise put above each function or class.

    Args:
        exercise: Source with decorated functions or classes.
        solution: Source that defines them by the same names, without a decorator.

    Raises:
        ValueError: If there is none in the exercise, or not the same ones in the solution.
    """
    kinds = ast.FunctionDef | ast.ClassDef
    given = [node for node in ast.parse(exercise).body if isinstance(node, kinds)]
    given = [node for node in given if node.decorator_list]
    if not given:
        raise ValueError("expected one decorated function in the exercise, got 0")
    answer, lines = python_lines(solution), python_lines(exercise)
    body = [node for node in ast.parse(solution).body if isinstance(node, kinds)]
    for node in reversed(given):
        found = [each for each in body if each.name == node.name]
        if len(found) != 1 or found[0].decorator_list:
            raise ValueError(f"expected one bare function {node.name!r} in the solution")
        at, first = found[0].lineno - 1, node.decorator_list[0].lineno - 1
        answer[at:at] = lines[first : node.lineno - 1]
    return "".join(answer).rstrip("\n")


def _exercises(cells: list[NotebookNode], lesson: str) -> Iterator[tuple[NotebookNode, ...]]:
    """Yield (exercise, text, solution) for each exercise.

    Raises:
        ValueError: If the text is not before or the solution is not after the exercise, or if they
            do not fit together.
    """
    for index, cell in enumerate(cells):
        if "exercise" not in tags(cell):
            continue
        text = cells[index - 1]
        solution = cells[index + 1] if index + 1 < len(cells) else None
        if index == 0 or text.cell_type != "markdown" or solution is None:
            raise ValueError(f"{lesson}, cell {index + 1}: an exercise is text, exercise, solution")
        if "solution" not in tags(solution):
            raise ValueError(f"{lesson}, cell {index + 1}: the next cell is not its solution")
        decorated(cell.source, solution.source)
        yield cell, text, solution


def _checked_metadata(cell: NotebookNode, where: str) -> NotebookNode:
    """Return the metadata that a notebook keeps.

    Raises:
        ValueError: If there is an option, a tag or a slide type that no lesson uses.
    """
    metadata = {key: value for key, value in cell.metadata.items() if key not in READER_ONLY}
    slide_type = metadata.get("slideshow", {"slide_type": "-"}).get("slide_type")
    unknown = set(metadata) - {"tags", "slideshow"}
    unknown |= set(metadata.get("tags", [])) - TAGS - PATH_TAGS
    if unknown:
        raise ValueError(f"{where}: expected tags among {sorted(TAGS)}, got {sorted(unknown)}")
    if slide_type not in SLIDE_TYPES:
        raise ValueError(f"{where}: expected one of {sorted(SLIDE_TYPES)}, got {slide_type!r}")
    return nbformat.from_dict(metadata)


def _notebook(cells: list[NotebookNode], name: str) -> NotebookNode:
    """Return a notebook whose cell ids depend on nothing but its name and the cells' content."""
    seen: dict[str, int] = {}
    fresh = []
    for cell in cells:
        content = f"{name}\0{cell.cell_type}\0{cell.source}"
        seen[content] = seen.get(content, 0) + 1
        digest = hashlib.sha256(f"{content}\0{seen[content]}".encode()).hexdigest()
        new = getattr(nbformat.v4, f"new_{cell.cell_type}_cell")
        fresh.append(new(cell.source, metadata=cell.metadata, id=digest[:12]))
    notebook = nbformat.v4.new_notebook(cells=fresh, metadata=METADATA)
    notebook.nbformat_minor = 5
    return notebook
