"""What slides and reading pages share: fonts, formulas, pictures, and the way from cells to HTML.

Everything stands in the file: a deck or a page asks nothing of the network and of the fonts of the
machine that shows it.
"""

import argparse
import base64
import html
import re
import struct
import sys
import unicodedata
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import nbformat
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from nbconvert.exporters import HTMLExporter
from nbformat import NotebookNode, ValidationError
from pygments.formatters import HtmlFormatter
from traitlets.config import Config

from bertlab.datasets import script
from bertlab.files import read_text, write_atomically
from bertlab.pictures import EXACT
from workbook.figures import picture_in
from workbook.fonts.pages import page_fonts
from workbook.widgets import without_controls

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = tuple(Path(__file__).with_name("templates") / what for what in ("slides", "pages"))
HIDE_CODE = "hide-input"  # a cell of which slides show what it printed or drew, and not its code
# Colors of code that on our ground fall short of a contrast of 4.5, and what takes their place.
DARKER = {"#A2F": "#8E1DDB", "#3D7B7B": "#366E6E", "#A45A77": "#96506B"}
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


def read_notebook(path: Path) -> NotebookNode:
    """Return a notebook, also one of an older format; metadata that say ``null`` are left out.

    Raises:
        ValueError: If the file is no notebook.
    """
    text = read_text(path)
    try:
        notebook = nbformat.reads(text, as_version=4)
        for cell in notebook.cells:
            said = {key: value for key, value in cell.metadata.items() if value is not None}
            cell.metadata = NotebookNode(said)
        nbformat.validate(notebook, relax_add_props=True)
    except (ValueError, LookupError, AttributeError, TypeError, ValidationError) as error:
        raise ValueError(f"expected a notebook, got {str(error).partition(chr(10))[0]}") from error
    return notebook


def exporter(
    kind: type[HTMLExporter], template: str, picture: Callable[[NotebookNode, str], str]
) -> HTMLExporter:
    """Return what makes HTML of cells.

    Args:
        kind: Of nbconvert's exporters.
        template: A folder in one of ``TEMPLATES``.
        picture: Returns the attributes of an ``<img>`` for an output and one of its types.
    """
    config = Config()
    config.NbConvertBase.display_data_priority = list(SHOWN)
    folders = [str(folder) for folder in TEMPLATES]
    made = kind(
        config=config,
        template_name=template,
        extra_template_basedirs=folders,
        extra_template_paths=folders,
        exclude_input_prompt=True,
        exclude_output_prompt=True,
        exclude_anchor_links=True,
        embed_images=False,  # else the parser closes a fold before its text; lessons have no files
    )
    made.register_preprocessor(with_pictures, enabled=True)
    made.register_filter("columns", columns)
    made.register_filter("picture", picture)
    return made


def render(folder: Path, **values: object) -> str:
    """Return ``page.html.j2`` of a folder, filled in."""
    environment = Environment(
        loader=FileSystemLoader(folder), undefined=StrictUndefined, trim_blocks=True
    )
    return environment.get_template("page.html.j2").render(**values) + "\n"


def columns(text: str) -> int:
    """Return the width of the longest line in columns of a fixed-width font.

    ``columns("abc")`` is 3, ``columns("词")`` is 2. Colors of a terminal take no room.
    """
    lines = re.sub(r"\x1b\[[0-9;]*m", "", text).expandtabs().split("\n")
    return max(1, *(sum(map(_columns_of, line)) for line in lines))


def with_pictures(notebook: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
    """Turn figures from HTML into images, which pages and slides size, and leave out controls.

    Args:
        notebook: Changed in place.
        resources: nbconvert's, which its preprocessors hand on.
    """
    for output in (output for cell in notebook.cells for output in cell.get("outputs", [])):
        data = output.get("data", {})
        if "text/html" in data:
            data["text/html"] = without_controls(data["text/html"])
            if found := picture_in(data["text/html"]):
                output.data = NotebookNode({"image/png": found.data, "text/plain": found.alt})
                about = NotebookNode(alt=found.alt, width=found.width)
                output.metadata = NotebookNode({"image/png": about})
    return notebook, resources


def picture_attributes(output: NotebookNode, kind: str) -> dict[str, str]:
    """Return the data and the words of an ``<img>``.

    Args:
        output: The output of a cell.
        kind: Which of its images, such as ``"image/png"``.
    """
    data = output.data[kind]
    if kind == "image/svg+xml":
        data = base64.b64encode(data.encode()).decode()
    attributes = {"src": f"data:{kind};base64,{''.join(data.split())}"}
    if words := output.metadata.get(kind, {}).get("alt"):
        attributes["alt"] = words
    return attributes


def png_size(data: str) -> tuple[int, int]:
    """Return width and height of a PNG in base64, in pixels."""
    head = base64.b64decode("".join(data[:40].split())[:32])
    width, height = struct.unpack(">II", head[16:24])
    return width, height


def written(attributes: dict[str, str]) -> str:
    """Return the attributes of an element as HTML."""
    return " ".join(f'{name}="{html.escape(value)}"' for name, value in attributes.items())


def title_of(notebook: NotebookNode) -> str:
    """Return the first heading as plain text; empty if there is none."""
    for cell in notebook.cells:
        heading = re.search(r"^#\s+(.+)$", cell.source, flags=re.MULTILINE)
        if cell.cell_type == "markdown" and heading:
            return re.sub(r"[*`]", "", heading[1]).strip()
    return ""


def font_styles(text: str) -> str:
    """Return style sheets that give all of a page the fonts it brings, formulas included.

    Args:
        text: The page's HTML: its letters are what the fonts hold.
    """
    fonts = page_fonts(text)
    shared = (TEMPLATES[1] / "fonts.css").read_text(encoding="utf-8")
    names = f":root {{ --sans: {fonts.sans}; --mono: {fonts.mono}; {EXACT} }}"
    return "\n".join([fonts.css, names, shared])


@cache
def code_colors() -> str:
    """Return the colors of code, on whatever ground it stands."""
    code = HtmlFormatter(style="default").get_style_defs(".highlight")
    for light, dark in DARKER.items():
        code = code.replace(f"color: {light}", f"color: {dark}")
    return "\n".join(line for line in code.splitlines() if "background: #f8f8f8" not in line)


@cache
def mathjax() -> tuple[str, ...]:
    """Return the scripts that set formulas as paths; the page itself says when."""
    settings = (TEMPLATES[1] / "mathjax.js").read_text(encoding="utf-8")
    return settings, inline(script("mathjax"))


def inline(library: str) -> str:
    """Return a script that can stand in a page: no tag in its strings, no map beside it."""
    library = re.sub(r"<(?=!--|/?script)", r"\\x3c", library, flags=re.IGNORECASE)
    return re.sub(r"^//# sourceMappingURL=.*$", "", library, flags=re.MULTILINE)


def build_all(
    arguments: list[str] | None,
    what: str,
    build: Callable[[Path], str],
    ending: str = "",
    folders: Sequence[str] = (".",),
) -> int:
    """Build what the command line names, or all lessons, one HTML file a notebook.

    Args:
        arguments: Of the command line; None takes the process's own.
        what: ``"slides"`` or ``"pages"``, which is also the folder in ``build``.
        build: Returns the file's content.
        ending: Of the file's name, after that of the notebook.
        folders: Of ``notebooks``, whose files are built if the command line names none.

    Raises:
        SystemExit: If one cannot be built; the others are.
    """
    parser = argparse.ArgumentParser(description=f"Build the {what} of lessons.")
    parser.add_argument("notebooks", nargs="*", type=Path, help="executed notebooks (default: all)")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / what, help="folder")
    options = parser.parse_args(arguments)
    places = [ROOT / "notebooks" / folder for folder in folders]
    every = [path for place in places for path in sorted(place.glob("*.ipynb"))]
    notebooks = options.notebooks or every
    missing = [str(path) for path in notebooks if not path.is_file()]
    if missing or not notebooks:
        parser.error(f"no such notebook: {', '.join(missing)}" if missing else "no notebooks yet")
    options.out.mkdir(parents=True, exist_ok=True)
    problems = []
    for path in notebooks:
        target = options.out / f"{path.stem}{ending}.html"
        try:
            write_atomically(target, build(path).encode())
        except (ValueError, OSError) as error:
            problems.append(f"{path}: {error}")
        else:
            print(f"{target}: {target.stat().st_size / 1e6:.1f} MB")
    if problems:
        sys.exit("\n".join(problems))
    return 0


def _columns_of(character: str) -> int:
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
