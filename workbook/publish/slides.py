"""Build the slides: one HTML file a lesson, which opens anywhere and asks nothing of the network.

``python -m workbook slides [--out build/slides] [notebooks/NN_slug.ipynb ...]`` reads executed
notebooks and their cells' slide types; the notes for the instructor come from the lesson's source.
Styles, reveal.js, its presenter view and MathJax stand in the file. Present with the arrow keys;
``S`` opens the presenter view with the instructor's notes, ``Esc`` the overview, and
``?print-pdf`` after the address makes pages to print.

The look is in ``templates/slides/slides.css``; what nbconvert makes of a cell is in
``templates/slides/deck/index.html.j2``. The same notebook gives the same bytes.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from copy import deepcopy
from functools import cache, partial
from pathlib import Path

import nbformat
from nbconvert.exporters import HTMLExporter, SlidesExporter
from nbformat import NotebookNode

from bertlab.datasets import reveal_file
from workbook.make.lesson_source import is_note, presented_notebook
from workbook.make.parts import chosen, missing, parts_of
from workbook.publish.page_parts import (
    HIDE_CODE,
    ROOT,
    build_all,
    code_colors,
    exporter,
    font_styles,
    inline,
    mathjax,
    picture_attributes,
    png_size,
    render,
    title_of,
    written,
)

PARTS = Path(__file__).with_name("templates") / "slides"
HIDDEN_TAGS = {"bootstrap", "setup", "solution"}
HIDDEN_TYPES = {"skip"}
TEXT_SIZE = 28  # pixels of 1 em on a slide, as in slides.css
PICTURE_GROWTH, PICTURE_WIDTH, PICTURE_HEIGHT = 1.125, 1160, 450  # pixels on a slide of 1280 x 720


def build_deck(path: Path, without: Sequence[str] = ()) -> str:
    """Return the deck of an executed notebook as one HTML page.

    Args:
        path: A notebook.
        without: Parts that are left out, by number or heading.

    Raises:
        ValueError: If no cell of the notebook is a slide, or there is no such part.
    """
    whole = with_notes(nbformat.read(path, as_version=4), source_of(path))
    notebook = prepare(leave_out(whole, without))
    if all(is_note(cell) for cell in notebook.cells):
        raise ValueError(f"{path.name}: expected a cell to show on a slide, got none")
    resources = {"metadata": {"name": path.stem, "path": str(path.parent)}}
    slides, _ = _exporter().from_notebook_node(notebook, resources=resources)
    title = title_of(notebook) or path.stem
    styles = f"{font_styles(slides)}\n{_styles()}"
    return render(PARTS, title=title, slides=slides, styles=styles, scripts=_scripts())


def source_of(path: Path) -> Path | None:
    """Return the source of a lesson's notebook, which has the instructor's notes, if it is here."""
    source = ROOT / "lessons" / f"l{path.stem}" / "lesson.py"
    return source if source.is_file() else None


def with_notes(notebook: NotebookNode, source: Path | None) -> NotebookNode:
    """Return a copy with the notes of its source, each after the cell that it follows there."""
    notebook = deepcopy(notebook)
    here = {cell.get("id"): place for place, cell in enumerate(notebook.cells)}
    after: dict[int, list[NotebookNode]] = {}
    place = -1
    for cell in presented_notebook(source).cells if source else ():
        if is_note(cell):
            after.setdefault(place, []).append(cell)
        place = here.get(cell.id, place)
    cells = after.get(-1, [])
    for place, cell in enumerate(notebook.cells):
        cells += [cell, *after.get(place, [])]
    notebook.cells = cells
    return notebook


def leave_out(notebook: NotebookNode, without: Sequence[str]) -> NotebookNode:
    """Return a copy without some parts; say on stderr which part that stays needs one of them.

    Raises:
        ValueError: If there is no such part.
    """
    notebook = deepcopy(notebook)
    parts = parts_of(notebook.cells)
    gone = chosen(parts, without)
    for line in missing(parts, gone):
        print(f"Note: {line}; presented live, it fails", file=sys.stderr)
    notebook.cells = [cell for part, cells in parts.items() if part not in gone for cell in cells]
    return notebook


def prepare(notebook: NotebookNode) -> NotebookNode:
    """Return a copy with the cells that slides show, in the order in which slides need them.

    Set-up cells, solutions and cells of type ``skip`` go. Notes move to the front of their slide:
    there they belong to all of it, and not to the fragment that came before them.
    """
    notebook = deepcopy(notebook)
    slides: list[list[NotebookNode]] = [[]]
    any_shown = False
    for cell in notebook.cells:
        hidden = HIDDEN_TAGS & set(cell.metadata.get("tags", []))
        if hidden or _slide_type(cell) in HIDDEN_TYPES or not cell.source.strip():
            continue
        if _slide_type(cell) in {"slide", "subslide"} and any_shown:
            slides.append([])
        any_shown = any_shown or not is_note(cell)
        if HIDE_CODE in cell.metadata.get("tags", []):
            cell.metadata["transient"] = {"remove_source": True}
        slides[-1].append(cell)
    notebook.cells = [cell for slide in slides for cell in _notes_first(slide)]
    if notebook.cells:
        show = notebook.cells[0].metadata.setdefault("slideshow", NotebookNode())
        show["data"] = {"kind": "title"}
    return notebook


def picture(output: NotebookNode, kind: str) -> str:
    """Return the attributes of an ``<img>``: its data, its words and its size.

    A figure grows a little, to be read from the back row, but not beyond a slide with a title.

    Args:
        output: The output of a cell.
        kind: Which of its images, such as ``"image/png"``.
    """
    attributes = picture_attributes(output, kind)
    if kind == "image/png":
        width, height = png_size(output.data[kind])
        wide = output.metadata.get(kind, {}).get("width", width)
        tall = wide * height / width
        grown = wide * min(PICTURE_GROWTH, PICTURE_WIDTH / wide, PICTURE_HEIGHT / tall)
        attributes |= {"width": str(width), "height": str(height)}
        attributes["style"] = f"--width: {grown / TEXT_SIZE:.3f}"
    return written(attributes)


def main(arguments: list[str] | None = None) -> int:
    """Build the decks that the command line names; all lessons' if it names none."""
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--without", default="", help="parts to leave out: 4,9")
    options, others = parser.parse_known_args(arguments)
    without = [part.strip() for part in options.without.split(",") if part.strip()]
    if without and not any(not other.startswith("-") for other in others):
        parser.error("--without is for the decks of named notebooks")
    try:
        return build_all(others, "slides", partial(build_deck, without=without))
    except ValueError as error:
        parser.error(str(error))


def _slide_type(cell: NotebookNode) -> str:
    return cell.metadata.get("slideshow", {}).get("slide_type", "-")


def _notes_first(slide: list[NotebookNode]) -> Iterator[NotebookNode]:
    """Yield the first cell that is shown, then the notes, then the rest."""
    notes = [cell for cell in slide if is_note(cell)]
    shown = [cell for cell in slide if not is_note(cell)]
    yield from shown[:1]
    yield from notes
    yield from shown[1:]


@cache
def _exporter() -> HTMLExporter:
    return exporter(SlidesExporter, "deck", picture)


@cache
def _styles() -> str:
    """Return reveal's style sheet, the colors of code, and our own."""
    own = (PARTS / "slides.css").read_text(encoding="utf-8")
    return "\n".join([reveal_file("dist/reveal.css"), code_colors(), own])


@cache
def _scripts() -> tuple[str, ...]:
    """Return the scripts of a deck, in the order in which they run."""
    before = (PARTS / "before.js").read_text(encoding="utf-8")
    start = (PARTS / "after.js").read_text(encoding="utf-8")
    libraries = (reveal_file("dist/reveal.js"), reveal_file("plugin/notes/notes.js"))
    return (before, *mathjax(), *(inline(library) for library in libraries), start)


if __name__ == "__main__":
    sys.exit(main())
