"""Which fonts a page was drawn with, as Chromium says, and machines with other fonts than ours."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import matplotlib

from bertlab.datasets import cjk_font

if TYPE_CHECKING:
    from playwright.sync_api import Page

UNSEEN = {"script", "style", "noscript", "title", "template", "head", "mjx-assistive-mml"}
POOR, RICH = "poor", "rich"  # a machine with one font, and one with many and a taste of its own
TASTE = """<alias binding="strong"><family>{0}</family><prefer><family>{1}</family></prefer></alias>
"""
ROUGH = """<match target="font">
<edit name="hinting" mode="assign"><bool>true</bool></edit>
<edit name="hintstyle" mode="assign"><const>hintfull</const></edit>
<edit name="antialias" mode="assign"><bool>false</bool></edit>
</match>
"""
LINES = """() => {
  const lines = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const unseen = texts.currentNode.parentElement.closest("mjx-assistive-mml");
    if (unseen || !texts.currentNode.data.trim()) continue;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    for (const box of range.getClientRects()) {
      lines.push([texts.currentNode.data.trim().slice(0, 30),
        box.left, box.top, box.width, box.height]);
    }
  }
  return lines;
}"""


class Drawn(NamedTuple):
    """A piece of text, and a font that it was drawn with.

    Attributes:
        text: Its beginning.
        font: The font's family.
        is_ours: Whether the page brought it.
    """

    text: str
    font: str
    is_ours: bool


def lines_of(page: "Page") -> list[list]:
    """Return where each line of text lies: its beginning, left, top, width and height.

    Lines of a frame are measured from the frame's own corner, and follow those of the page.
    """
    return [line for frame in page.frames for line in frame.evaluate(LINES)]


def fonts_used(page: "Page") -> list[Drawn]:
    """Ask Chromium which fonts drew each text of a page and of the frames in it."""
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument", {"depth": -1, "pierce": True})["root"]
    found = []
    for node, text in _texts(root):
        answer = session.send("CSS.getPlatformFontsForNode", {"nodeId": node})
        found += [Drawn(text, font["familyName"], font["isCustomFont"]) for font in answer["fonts"]]
    session.detach()
    return found


def assert_drawn_with(page: "Page", *families: str) -> None:
    """State that a page's texts are drawn with these fonts, that it brought: what was measured."""
    found = {(one.font, one.is_ours) for one in fonts_used(page)}
    assert found == {(family, True) for family in families}


def _texts(node: dict) -> Iterator[tuple[int, str]]:
    """Yield the elements that have text of their own, and its beginning."""
    if node["localName"] in UNSEEN:
        return
    children = [*node.get("children", []), *node.get("shadowRoots", [])]
    if "contentDocument" in node:
        children.append(node["contentDocument"])
    own = " ".join(child["nodeValue"].strip() for child in children if child["nodeType"] == 3)
    if own.strip():
        yield node["nodeId"], own.strip()[:40]
    for child in children:
        yield from _texts(child)


def machine(name: str, folder: Path) -> Path:
    """Write a fontconfig file that makes Chromium see other fonts than this machine's.

    Args:
        name: ``POOR`` has DejaVu Sans and nothing else. ``RICH`` has some dozen families, Chinese
            in Taiwan's shapes, other favorites for ``sans-serif`` and ``monospace``, and rough
            edges: letters pulled onto whole pixels.
        folder: Where fonts and file go.
    """
    ours = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
    fonts = folder / name
    fonts.mkdir()
    files = [ours / "DejaVuSans.ttf"] if name == POOR else [*ours.glob("*.ttf"), cjk_font()]
    for file in files:
        shutil.copy(file, fonts)
    tastes = ("sans-serif", "STIXGeneral"), ("monospace", "cmtt10"), ("Arial", "DejaVu Serif")
    taste = "".join(TASTE.format(*pair) for pair in tastes) + ROUGH
    path = folder / f"{name}.conf"
    path.write_text(
        '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n'
        f"<fontconfig><dir>{fonts}</dir><cachedir>{folder / 'fontconfig'}</cachedir>\n"
        f"{taste if name == RICH else ''}</fontconfig>\n",
        encoding="utf-8",
    )
    return path
