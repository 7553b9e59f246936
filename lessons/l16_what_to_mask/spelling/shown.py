"""A sentence as a page shows it: what is suspicious in it, and what should be written there."""

from lessons.l16_what_to_mask.spelling.corrector import Correction
from lessons.l16_what_to_mask.spelling.sentences import leads_by_hiding, tokenizer

import html
from collections.abc import Callable, Sequence
from math import isfinite

from bertlab.model.tasks import BertForMaskedLM
from bertlab.text.offsets import piece_offsets

Correct = Callable[[str], Sequence[Correction]]
_FULL = 0.25, 15.0  # the darkest: a probability, and a lead in nats
_CELL = "display:inline-block;min-width:2em;margin:2px;padding:3px;text-align:center;color:#222;"


def by_hiding(model: BertForMaskedLM, margin: float) -> Correct:
    """Return a corrector that hides each character in turn and asks which homophone fits better.

    What it says of each piece has as ``error`` the lead of the best homophone, in nats.

    Args:
        model: Guesses what is hidden.
        margin: A character is changed where a homophone leads by more, in nats.
    """

    def correct(text: str) -> list[Correction]:
        pieces, said = piece_offsets(text, tokenizer()), list[Correction]()
        [leads] = leads_by_hiding([[piece.id for piece in pieces]], model)
        for piece, (best, lead) in zip(pieces, leads.tolist(), strict=True):
            written = text[piece.start : piece.end]
            proposed = tokenizer().vocabulary[int(best)] if lead > margin else written
            said.append(Correction(piece.start, written, proposed, lead))
        return said

    return correct


def corrected(correct: Correct, hide: Correct | None = None) -> Callable[[str], str]:
    """Return a function from a sentence to the page that shows what correctors make of it.

    Args:
        correct: Says of each piece of a sentence what should be written; a ValueError is shown.
        hide: Another one, for a second row: see ``by_hiding``.
    """

    def draw(sentence: str) -> str:
        try:
            first = page(correct(sentence))
            if hide is None:
                return first
            second = page(hide(sentence), in_nats=True)
            return f"<p><b>Soft-Masked BERT</b></p>{first}<p><b>Hiding</b></p>{second}"
        except ValueError as error:
            return f'<p role="alert">{html.escape(str(error))}</p>'

    return draw


def page(corrections: Sequence[Correction], in_nats: bool = False) -> str:
    """Return one cell for each piece: what is proposed, what is written, how suspicious it is.

    A cell whose piece is changed has a thick frame; the more suspicious, the darker it is.

    Args:
        corrections: Of each piece.
        in_nats: Whether ``error`` is a lead in nats, and no probability.
    """
    cells, changed = [], []
    for one in corrections:
        differs = one.proposed != one.written
        written, proposed = html.escape(one.written), html.escape(one.proposed)
        below = f"{one.error:+.0f}" if in_nats else f"{one.error:.0%}"
        below = below if isfinite(one.error) else "&nbsp;"
        depth = f"rgba(213,94,0,{0.55 * min(1.0, max(0.0, one.error / _FULL[in_nats])):.2f})"
        frame = "3px solid #0072B2" if differs else "1px solid #bbb"
        above = f"<b>{proposed}</b>" if differs else "&nbsp;"
        cells.append(
            f'<span style="{_CELL}background:{depth};border:{frame}">{above}<br>'
            f'<span style="font-size:130%">{written}</span><br>{below}</span>'
        )
        if differs:
            changed.append(f"{written} → {proposed}")
    words = ", ".join(changed) or "nothing"
    return f'<div style="line-height:1.4">{"".join(cells)}<p>Changed: {words}.</p></div>'
