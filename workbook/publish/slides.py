"""Build the slides: one HTML file a lesson, which opens anywhere and asks nothing of the network.

``python -m workbook slides [--out build/slides] [notebooks/NN_slug.ipynb ...]`` reads executed
notebooks and their cells' slide types; the notes for the instructor come from the lesson's source.
Styles, reveal.js, its presenter view and MathJax stand in the file. Present with the arrow keys;
``S`` opens the presenter view with the instructor's notes, ``Esc`` the overview. After the address,
``?print-pdf`` makes a page of each slide, and ``?handout`` sheets with the slides and their notes.

What a slide cannot hold in letters of 24 px and code of 20 px continues on a next one, under the
same heading: ``templates/slides/fit.js`` does it when a deck is opened, with the deck's own fonts.

The look is in ``templates/slides/slides.css``; what nbconvert makes of a cell is in
``templates/slides/deck/index.html.j2``. The same notebook gives the same bytes.
"""

import argparse
import re
import sys
from collections.abc import Sequence
from copy import deepcopy
from functools import cache, partial
from pathlib import Path

from nbconvert.exporters import HTMLExporter, SlidesExporter
from nbformat import NotebookNode

from bertlab.datasets import reveal_file
from workbook.make.lesson_source import is_note
from workbook.make.parts import chosen, missing, parts_of
from workbook.publish.page_parts import (
    build_all,
    code_colors,
    exporter,
    font_styles,
    inline,
    mathjax,
    read_notebook,
    render,
    title_of,
)
from workbook.publish.pages import picture
from workbook.publish.shared_scripts import shared_scripts
from workbook.publish.slide_cells import prepare
from workbook.publish.slide_notes import source_of, with_notes, with_predictions

PARTS = Path(__file__).with_name("templates") / "slides"


def build_deck(path: Path, without: Sequence[str] = ()) -> str:
    """Return the deck of an executed notebook as one HTML page.

    Args:
        path: A notebook.
        without: Parts that are left out, by number or heading.

    Raises:
        ValueError: If no cell of the notebook is a slide, or there is no such part.
    """
    source = source_of(path)
    whole = with_notes(read_notebook(path), source)
    notebook = prepare(leave_out(with_predictions(whole, source), without))
    if all(is_note(cell) for cell in notebook.cells):
        raise ValueError("expected a cell to show on a slide, got none")
    resources = {"metadata": {"name": path.stem, "path": str(path.parent)}}
    slides, _ = _exporter().from_notebook_node(notebook, resources=resources)
    title = title_of(notebook) or path.stem
    styles = f"{font_styles(slides)}\n{_styles()}"
    shared = shared_scripts(slides)
    scripts = (*shared.scripts, *_scripts())
    values = {"slides": shared.cells, "libraries": shared.libraries, "scripts": scripts}
    return render(PARTS, title=title, styles=styles, **values)


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


def main(arguments: list[str] | None = None) -> int:
    """Build the decks that the command line names; all lessons' if it names none."""
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--without", default="", help="parts to leave out: 4,9")
    options, others = parser.parse_known_args(arguments)
    without = [part.strip() for part in options.without.split(",") if part.strip()]
    if without and not any(other.endswith(".ipynb") for other in others):
        parser.error("--without is for the decks of named notebooks")
    ending = re.sub(r"\W+", "-", "-".join(["", "without", *without])) if without else ""
    return build_all(others, "slides", partial(build_deck, without=without), ending)


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
    before, *after = (
        (PARTS / name).read_text(encoding="utf-8")
        for name in ("before.js", "pieces.js", "fit.js", "after.js")
    )
    libraries = (reveal_file("dist/reveal.js"), reveal_file("plugin/notes/notes.js"))
    return (before, *mathjax(), *(inline(library) for library in libraries), *after)


if __name__ == "__main__":
    sys.exit(main())
