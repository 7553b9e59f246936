"""Build the slides: one HTML file a lesson, which opens anywhere and asks nothing of the network.

``python tools/build_slides.py [--out build/slides] [notebooks/NN_slug.ipynb ...]`` reads executed
notebooks and their cells' slide types. Styles, reveal.js, its presenter view and MathJax stand in
the file. Present with the arrow keys; ``S`` opens the presenter view with the instructor's notes,
``Esc`` the overview, and ``?print-pdf`` after the address makes pages to print.

The look is in ``tools/slides/slides.css``; what nbconvert makes of a cell is in
``tools/slides/deck/index.html.j2``. The same notebook gives the same bytes.
"""

import argparse
import base64
import html
import re
import struct
import sys
import unicodedata
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path

import nbformat
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from nbconvert.exporters import SlidesExporter
from nbformat import NotebookNode
from pygments.formatters import HtmlFormatter
from traitlets.config import Config

from bertlab.chinese_letters import chinese, font_with
from bertlab.datasets import reveal_file, script

ROOT = Path(__file__).resolve().parent.parent
PARTS = ROOT / "tools" / "slides"
HIDDEN_TAGS = {"bootstrap", "setup", "solution"}
HIDDEN_TYPES = {"skip"}
HIDE_CODE = "hide-input"  # a cell of which slides show what it printed or drew, and not its code
TEXT_SIZE = 28  # pixels of 1 em on a slide, as in slides.css
PICTURE_GROWTH, PICTURE_WIDTH, PICTURE_HEIGHT = 1.125, 1160, 450  # pixels on a slide of 1280 x 720
# A live widget needs a kernel; what a widget's cell also carries is a picture or plain HTML.
SHOWN = (
    "text/html",
    "text/markdown",
    "image/svg+xml",
    "text/latex",
    "image/png",
    "image/jpeg",
    "text/plain",
)


def build_deck(path: Path) -> str:
    """Return the deck of an executed notebook as one HTML page.

    Args:
        path: A notebook.

    Raises:
        ValueError: If no cell of the notebook is a slide.
    """
    notebook = prepare(nbformat.read(path, as_version=4))
    if not any(_slide_type(cell) != "notes" for cell in notebook.cells):
        raise ValueError(f"{path.name}: expected a cell to show on a slide, got none")
    resources = {"metadata": {"name": path.stem, "path": str(path.parent)}}
    slides, _ = _exporter().from_notebook_node(notebook, resources=resources)
    environment = Environment(
        loader=FileSystemLoader(PARTS), undefined=StrictUndefined, trim_blocks=True
    )
    page = environment.get_template("page.html.j2")
    title = _title(notebook) or path.stem
    styles = f"{_styles()}\n{_chinese_font(slides)}"
    return page.render(title=title, slides=slides, styles=styles, scripts=_scripts()) + "\n"


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
        any_shown = any_shown or _slide_type(cell) != "notes"
        if HIDE_CODE in cell.metadata.get("tags", []):
            cell.metadata["transient"] = {"remove_source": True}
        slides[-1].append(cell)
    notebook.cells = [cell for slide in slides for cell in _notes_first(slide)]
    if notebook.cells:
        show = notebook.cells[0].metadata.setdefault("slideshow", NotebookNode())
        show["data"] = {"kind": "title"}
    return notebook


def columns(text: str) -> int:
    """Return the width of the longest line in columns of a fixed-width font.

    ``columns("abc")`` is 3, ``columns("词")`` is 2. Colors of a terminal take no room.
    """
    lines = re.sub(r"\x1b\[[0-9;]*m", "", text).expandtabs().splitlines()
    return max((sum(_columns_of(character) for character in line) for line in lines), default=1)


def picture(output: NotebookNode, kind: str) -> str:
    """Return the attributes of an ``<img>``: its data, its words and its size.

    A figure grows a little, to be read from the back row, but not beyond a slide with a title.

    Args:
        output: The output of a cell.
        kind: Which of its images, such as ``"image/png"``.
    """
    data = output.data[kind]
    if kind == "image/svg+xml":
        data = base64.b64encode(data.encode()).decode()
    data = "".join(data.split())
    about = output.metadata.get(kind, {})
    attributes = {"src": f"data:{kind};base64,{data}"}
    if about.get("alt"):
        attributes["alt"] = about["alt"]
    if kind == "image/png":
        width, height = struct.unpack(">II", base64.b64decode(data[:32])[16:24])
        wide = about.get("width", width)
        tall = wide * height / width
        grown = wide * min(PICTURE_GROWTH, PICTURE_WIDTH / wide, PICTURE_HEIGHT / tall)
        attributes |= {"width": str(width), "height": str(height)}
        attributes["style"] = f"--width: {grown / TEXT_SIZE:.3f}"
    return " ".join(f'{name}="{html.escape(value)}"' for name, value in attributes.items())


def main(arguments: list[str] | None = None) -> int:
    """Build the decks that the command line names; all lessons' if it names none."""
    parser = argparse.ArgumentParser(description="Build the slides of lessons.")
    parser.add_argument("notebooks", nargs="*", type=Path, help="executed notebooks (default: all)")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "slides", help="folder")
    options = parser.parse_args(arguments)
    notebooks = options.notebooks or sorted((ROOT / "notebooks").glob("*.ipynb"))
    missing = [str(path) for path in notebooks if not path.is_file()]
    if missing or not notebooks:
        parser.error(f"no such notebook: {', '.join(missing)}" if missing else "no notebooks yet")
    options.out.mkdir(parents=True, exist_ok=True)
    for path in notebooks:
        deck = options.out / f"{path.stem}.html"
        deck.write_text(build_deck(path), encoding="utf-8", newline="\n")
        print(f"{deck}: {deck.stat().st_size / 1e6:.1f} MB")
    return 0


def _slide_type(cell: NotebookNode) -> str:
    return cell.metadata.get("slideshow", {}).get("slide_type", "-")


def _notes_first(slide: list[NotebookNode]) -> Iterator[NotebookNode]:
    """Yield the first cell that is shown, then the notes, then the rest."""
    notes = [cell for cell in slide if _slide_type(cell) == "notes"]
    shown = [cell for cell in slide if _slide_type(cell) != "notes"]
    yield from shown[:1]
    yield from notes
    yield from shown[1:]


def _title(notebook: NotebookNode) -> str:
    """Return the first heading as plain text."""
    for cell in notebook.cells:
        heading = re.search(r"^#\s+(.+)$", cell.source, flags=re.MULTILINE)
        if cell.cell_type == "markdown" and heading:
            return html.escape(re.sub(r"[*`]", "", heading[1]).strip())
    return ""


def _columns_of(character: str) -> int:
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


@cache
def _exporter() -> SlidesExporter:
    config = Config()
    config.NbConvertBase.display_data_priority = list(SHOWN)
    exporter = SlidesExporter(
        config=config,
        template_name="deck",
        extra_template_basedirs=[str(PARTS)],
        exclude_input_prompt=True,
        exclude_output_prompt=True,
        exclude_anchor_links=True,
        embed_images=True,
    )
    exporter.register_filter("columns", columns)
    exporter.register_filter("picture", picture)
    return exporter


@cache
def _styles() -> str:
    """Return reveal's style sheet, ours, and the colors of code."""
    code = HtmlFormatter(style="default").get_style_defs(".highlight")
    code = "\n".join(line for line in code.splitlines() if "background: #f8f8f8" not in line)
    own = (PARTS / "slides.css").read_text(encoding="utf-8")
    return "\n".join([reveal_file("dist/reveal.css"), code, own])


def _chinese_font(text: str) -> str:
    """Return a style with the Chinese characters of a text, for machines that have none."""
    letters = chinese([text])
    if not letters:
        return ""
    style = (PARTS / "chinese.css").read_text(encoding="utf-8")
    return style.replace("DATA", font_with(letters))


@cache
def _scripts() -> tuple[str, ...]:
    """Return the scripts of a deck, in the order in which they run."""
    settings = (PARTS / "before.js").read_text(encoding="utf-8")
    start = (PARTS / "after.js").read_text(encoding="utf-8")
    libraries = (
        script("mathjax"),
        reveal_file("dist/reveal.js"),
        reveal_file("plugin/notes/notes.js"),
    )
    return (settings, *(_inline(library) for library in libraries), start)


def _inline(library: str) -> str:
    """Return a script that can stand in a page: no tag in its strings, no map beside it."""
    library = re.sub(r"<(?=!--|/?script)", r"\\x3c", library, flags=re.IGNORECASE)
    return re.sub(r"^//# sourceMappingURL=.*$", "", library, flags=re.MULTILINE)


if __name__ == "__main__":
    sys.exit(main())
