"""Build the reading pages: one HTML file a lesson, for a reader who runs nothing.

``python -m workbook pages [--out build/pages] [notebooks/NN_slug.ipynb ...]`` reads executed
notebooks. Fonts, formulas, figures and views stand in the file, so a page looks the same on every
machine and asks nothing of the network. Solutions and instructor's notes are left out; set-up is
folded. The look is in ``templates/pages/pages.css``. The same notebook gives the same bytes.
"""

import sys
from copy import deepcopy
from functools import cache
from pathlib import Path

from nbconvert.exporters import HTMLExporter
from nbformat import NotebookNode

from workbook.make.lesson_source import is_note
from workbook.publish.page_parts import (
    build_all,
    code_colors,
    exporter,
    font_styles,
    mathjax,
    picture_attributes,
    png_size,
    read_notebook,
    render,
    title_of,
    written,
)
from workbook.publish.shared_scripts import shared_scripts

PARTS = Path(__file__).with_name("templates") / "pages"


def build_page(path: Path) -> str:
    """Return the page of a notebook file; see ``page_of``."""
    return page_of(read_notebook(path), path.stem)


def page_of(notebook: NotebookNode, name: str) -> str:
    """Return an executed notebook as one HTML page.

    Args:
        notebook: With its outputs.
        name: The page's title if the notebook has no heading.

    Raises:
        ValueError: If no cell is left to show.
    """
    notebook = deepcopy(notebook)
    notebook.cells = [cell for cell in notebook.cells if _is_shown(cell)]
    if not notebook.cells:
        raise ValueError(f"{name}: expected a cell to show on a page, got none")
    for cell in notebook.cells:
        cell.source = _untitled(cell.source)
    cells, _ = _exporter().from_notebook_node(notebook)
    styles = "\n".join([font_styles(cells), code_colors(), _own("pages.css")])
    shared = shared_scripts(cells)
    scripts = (*shared.scripts, *mathjax(), _own("after.js"))
    values = {"cells": shared.cells, "libraries": shared.libraries, "scripts": scripts}
    return render(PARTS, title=title_of(notebook) or name, styles=styles, **values)


def picture(output: NotebookNode, kind: str) -> str:
    """Return the attributes of an ``<img>``: its data, its words and its size.

    Args:
        output: The output of a cell.
        kind: Which of its images, such as ``"image/png"``.
    """
    attributes = picture_attributes(output, kind)
    if kind == "image/png":
        width, height = png_size(output.data[kind])
        wide = output.metadata.get(kind, {}).get("width", width)
        attributes |= {"width": str(wide), "height": str(round(wide * height / width))}
    return written(attributes)


def main(arguments: list[str] | None = None) -> int:
    """Build the pages that the command line names; all, with further experiments, else."""
    return build_all(arguments, "pages", build_page, folders=(".", "more"))


def _is_shown(cell: NotebookNode) -> bool:
    solution = "solution" in cell.metadata.get("tags", [])
    return bool(cell.source.strip()) and not is_note(cell) and not solution


def _untitled(source: str) -> str:
    """Return code without Colab's title of a folded cell; here the fold has one of its own."""
    first, _, rest = source.partition("\n")
    return rest if first.startswith("# @title ") else source


@cache
def _exporter() -> HTMLExporter:
    return exporter(HTMLExporter, "lesson", picture)


def _own(name: str) -> str:
    return (PARTS / name).read_text(encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
