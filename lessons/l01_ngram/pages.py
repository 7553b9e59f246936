"""Texts that counts write, as parts of a page."""

import html
from collections.abc import Mapping, Sequence

from IPython.display import HTML

LEFT = "text-align: left; vertical-align: top; padding: 0.4em 0.8em 0.4em 0"


def texts_as_html(texts: Mapping[str, Sequence[str]]) -> str:
    """Lay out texts beside their names, all of it left-aligned and wrapped."""
    rows = []
    for name, group in texts.items():
        lines = [f'<div style="margin-bottom: 0.3em">{html.escape(text)}</div>' for text in group]
        first = f'<th style="{LEFT}; white-space: nowrap">{html.escape(name)}</th>'
        rows.append(f'<tr>{first}<td style="{LEFT}">{"".join(lines)}</td></tr>')
    return f"<table>{''.join(rows)}</table>"


def texts(found: Mapping[str, Sequence[str]], caption: str = "") -> HTML:
    """Show texts beside their names, below a caption."""
    return HTML(f"<p>{html.escape(caption)}</p>" * bool(caption) + texts_as_html(found))


def copies_as_html(pieces: Sequence[Sequence[str]], shared: int) -> HTML:
    """Show a text cut into pieces, a block for each; the words that two sentences share are bold.

    Args:
        pieces: The words of each piece.
        shared: How many words at the end of a piece stand in the sentence of the next one, too;
            the next block repeats them.
    """
    look = "border-left: 4px solid #0072b2; padding-left: 0.6em; margin: 0.5em 0"
    rows, before = [], ""
    for number, piece in enumerate(pieces):
        cut = len(piece) - shared * (number < len(pieces) - 1)
        own, both = (html.escape(" ".join(part)) for part in (piece[:cut], piece[cut:]))
        bold = both and f'<b style="background: #fbe3b5">{both}</b> ...'
        words = " ".join(part for part in (before, own, bold) if part)
        rows.append(f'<div style="{look}">{words}</div>')
        before = bold and f"... {bold.removesuffix(' ...')}"
    return HTML("".join(rows))
