"""A sentence in which a machine has written, as a page shows it."""

from lessons.l17_what_to_predict.finder import Piece

import html
from collections.abc import Callable, Sequence

_CELL = "display:inline-block;min-width:2em;margin:2px;padding:3px;text-align:center;color:#222;"


def checked(rewrite: Callable[[str, int], Sequence[Piece]]) -> Callable[[str, int], str]:
    """Return a function from a sentence and a number to the page that shows what was found.

    Args:
        rewrite: Lets a generator write in a sentence and a detector read it; a ValueError is shown.
    """

    def show(sentence: str, seed: int) -> str:
        try:
            return page(rewrite(sentence, seed))
        except ValueError as error:
            return f'<p role="alert">{html.escape(str(error))}</p>'

    return show


def page(pieces: Sequence[Piece]) -> str:
    """Return a cell for each piece: what the detector reads, and how suspicious it is.

    A replaced piece has a thick frame, and the author's piece above it. Below stands who was marked
    if as many pieces are marked as were replaced: the most suspicious ones.
    """
    number = sum(one.replaced for one in pieces)
    ranked = sorted(pieces, key=lambda one: -one.probability)
    found = sum(one.replaced for one in ranked[:number])
    words = f"Replaced: {number}. Among the {number} most suspicious: {found} of them."
    if not number:
        words = "Nothing was replaced: the generator drew what the author wrote."
    return f'<div style="line-height:1.4">{"".join(map(_cell, pieces))}<p>{words}</p></div>'


def _cell(one: Piece) -> str:
    depth = f"rgba(213,94,0,{0.6 * one.probability:.2f})"
    frame = "3px solid #0072B2" if one.replaced else "1px solid #bbb"
    above = f"<b>{html.escape(one.author)}</b>" if one.replaced else "&nbsp;"
    return (
        f'<span style="{_CELL}background:{depth};border:{frame}">{above}<br>'
        f'<span style="font-size:130%">{html.escape(one.written)}</span><br>'
        f"{one.probability:.0%}</span>"
    )
