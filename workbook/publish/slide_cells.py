"""Which cells of a notebook are on which slide, and what is shown of each."""

from collections.abc import Iterator
from copy import deepcopy

from nbformat import NotebookNode

from workbook.make.lesson_source import is_note
from workbook.publish.page_parts import HIDE_CODE
from workbook.publish.slide_code import teaching_code

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
    """Leave the workbook's calls out of a cell; tell whether anything is left to show."""
    if cell.cell_type != "code":
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
