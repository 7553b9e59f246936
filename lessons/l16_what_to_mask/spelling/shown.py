"""A sentence as a page shows it: what is suspicious in it, and what should be written there."""

from lessons.l16_what_to_mask.spelling.corrector import Correction

import html
from collections.abc import Callable, Sequence

_CELL = "display:inline-block;min-width:2em;margin:2px;padding:3px;text-align:center;color:#222;"


def corrected(correct: Callable[[str], Sequence[Correction]]) -> Callable[[str], str]:
    """Return a function from a sentence to the page that shows what a corrector makes of it.

    Args:
        correct: Says of each piece of a sentence what should be written; a ValueError is shown.
    """

    def draw(sentence: str) -> str:
        try:
            return page(correct(sentence))
        except ValueError as error:
            return f'<p role="alert">{html.escape(str(error))}</p>'

    return draw


def page(corrections: Sequence[Correction]) -> str:
    """Return one cell for each piece: what is proposed, what is written, how suspicious it is.

    A cell whose piece is changed has a thick frame; the more suspicious, the darker it is.
    """
    cells, changed = [], []
    for one in corrections:
        differs = one.proposed != one.written
        written, proposed = html.escape(one.written), html.escape(one.proposed)
        depth = f"rgba(213,94,0,{0.55 * min(1.0, 4 * one.error):.2f})"
        frame = "3px solid #0072B2" if differs else "1px solid #bbb"
        above = f"<b>{proposed}</b>" if differs else "&nbsp;"
        cells.append(
            f'<span style="{_CELL}background:{depth};border:{frame}">{above}<br>'
            f'<span style="font-size:130%">{written}</span><br>{one.error:.0%}</span>'
        )
        if differs:
            changed.append(f"{written} → {proposed}")
    words = ", ".join(changed) or "nothing"
    return f'<div style="line-height:1.4">{"".join(cells)}<p>Changed: {words}.</p></div>'
