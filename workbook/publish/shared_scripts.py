"""Views on a page or in a deck share their libraries: d3 and jQuery stand in the file once.

In a notebook each view carries its own, since Colab shows every output apart from all others. A
page or a deck is one document: with seven views, two of its seven megabytes were the same text.
"""

import html
import re
from pathlib import Path
from typing import NamedTuple

from bertlab.datasets import script
from workbook.publish.page_parts import TEMPLATES, inline

LIBRARIES = ("d3", "jquery")  # that ``bertlab.inspection`` puts into each view
FRAME = re.compile(r'(?<=\s)srcdoc="([^"]*)"')  # as nbconvert's parser writes all attributes
PLACE = "<script data-shared='{}'></script>"  # what stands in a view for a library


class Shared(NamedTuple):
    """Cells whose views lack what they share, and what brings it back."""

    cells: str
    libraries: dict[str, str]  # by name; each stands in the page once, as text
    scripts: tuple[str, ...]  # run first


def shared_scripts(cells: str) -> Shared:
    """Take the libraries out of views, if there are several that carry the same.

    Only texts that are our libraries to the letter are taken out of a frame: what else stands in
    one may be anybody's, and stays in the frame's sandbox.

    Args:
        cells: The HTML of all cells.
    """
    found = {}
    for name in LIBRARIES:
        whole = _in_attribute(f"<script>{script(name)}</script>")
        if cells.count(whole) > 1:
            cells = cells.replace(whole, _in_attribute(PLACE.format(name)))
            found[name] = inline(script(name))
    if not found:
        return Shared(cells, {}, ())
    places = [_in_attribute(PLACE.format(name)) for name in found]

    def waiting(frame: re.Match[str]) -> str:
        is_one = any(place in frame[1] for place in places)
        return f"data-{frame[0]}" if is_one else frame[0]

    source = Path(TEMPLATES[1], "shared.js").read_text(encoding="utf-8")
    return Shared(FRAME.sub(waiting, cells), found, (source,))


def _in_attribute(text: str) -> str:
    """Escape a text as nbconvert's parser does: all that HTML wants, and no single quote."""
    return html.escape(text).replace("&#x27;", "'")
