"""A control: a sentence, what is suspicious in it, and what two correctors would write there."""

from lessons.l16_what_to_mask.spelling.corrector import Correction
from lessons.l16_what_to_mask.spelling.sentences import best_by_hiding, tokenizer

import html
from collections.abc import Callable, Sequence
from math import isfinite

from bertlab.model.tasks import BertForMaskedLM
from bertlab.text.offsets import piece_offsets

Correct = Callable[[str], Sequence[Correction]]
_FULL = 0.25, 15.0  # the darkest: a probability, and a difference in nats
_CELL = "display:inline-block;min-width:2em;margin:2px;padding:3px;text-align:center;color:#222;"


def hiding(model: BertForMaskedLM, margin: float) -> Correct:
    """Return a corrector that hides each character in turn and asks which homophone fits better.

    What it says of each piece has as ``error`` by how many nats the best homophone is better.

    Args:
        model: Guesses what is hidden.
        margin: A character is changed where a homophone is better by more, in nats.
    """

    def correct(text: str) -> list[Correction]:
        pieces, corrections = piece_offsets(text, tokenizer()), list[Correction]()
        [best] = best_by_hiding([[piece.id for piece in pieces]], model)
        for piece, (homophone, better) in zip(pieces, best.tolist(), strict=True):
            written = text[piece.start : piece.end]
            proposed = tokenizer().vocabulary[int(homophone)] if better > margin else written
            corrections.append(Correction(piece.start, written, proposed, better))
        return corrections

    return correct


def both(correct: Correct, hide: Correct) -> Callable[[str], str]:
    """Return a function from a sentence to the page that shows what two correctors make of it.

    Args:
        correct: Soft-Masked BERT; a ValueError is shown.
        hide: As ``hiding`` returns it.
    """

    def draw(sentence: str) -> str:
        try:
            first, second = page(correct(sentence)), page(hide(sentence), in_nats=True)
        except ValueError as error:
            return f'<p role="alert">{html.escape(str(error))}</p>'
        return f"<p><b>Soft-Masked BERT</b></p>{first}<p><b>Hiding</b></p>{second}"

    return draw


def page(corrections: Sequence[Correction], in_nats: bool = False) -> str:
    """Return one cell for each piece: what is proposed, what is written, how suspicious it is.

    A cell whose piece is changed has a thick frame; the more suspicious, the darker it is.

    Args:
        corrections: Of each piece.
        in_nats: Whether ``error`` is a difference in nats, and no probability.
    """
    cells, changes = [], []
    for each in corrections:
        differs = each.proposed != each.written
        written, proposed = html.escape(each.written), html.escape(each.proposed)
        below = f"{each.error:+.0f}" if in_nats else f"{each.error:.0%}"
        below = below if isfinite(each.error) else "&nbsp;"
        depth = f"rgba(213,94,0,{0.55 * min(1.0, max(0.0, each.error / _FULL[in_nats])):.2f})"
        frame = "3px solid #0072B2" if differs else "1px solid #bbb"
        above = f"<b>{proposed}</b>" if differs else "&nbsp;"
        cells.append(
            f'<span style="{_CELL}background:{depth};border:{frame}">{above}<br>'
            f'<span style="font-size:130%">{written}</span><br>{below}</span>'
        )
        if differs:
            changes.append(f"{written} → {proposed}")
    words = ", ".join(changes) or "nothing"
    return f'<div style="line-height:1.4">{"".join(cells)}<p>Changed: {words}.</p></div>'
