"""A sentence in which a machine has written, as a page shows it."""

from lessons.l17_what_to_predict.pairs import tokenizer

import html
from collections.abc import Callable, Sequence
from typing import NamedTuple

import torch

from bertlab.model.tasks import BertForMaskedLM, BertForTokenDetection
from bertlab.text.offsets import place_pieces

_CELL = "display:inline-block;min-width:2em;margin:2px;padding:3px;text-align:center;color:#222;"


class Checked(NamedTuple):
    """What a detector says of one piece of a text.

    Attributes:
        written: What the author wrote.
        shown: What the detector reads.
        suspicion: The probability, by the detector, that this is not the author's.
    """

    written: str
    shown: str
    suspicion: float


def checker(
    generator: BertForMaskedLM, detector: BertForTokenDetection
) -> Callable[[str, int], list[Checked]]:
    """Return a function that lets a generator write in a text, and a detector check it."""

    @torch.no_grad()
    def check(text: str, seed: int) -> list[Checked]:
        pieces, table = place_pieces(text, tokenizer()), tokenizer()
        most = detector.config.max_positions - 2
        if not 2 <= len(pieces) <= most:
            raise ValueError(f"expected a text of 2 to {most} pieces, got {len(pieces)}")
        ids = torch.tensor([[table.cls_id, *(one.id for one in pieces), table.sep_id]])
        random = torch.Generator().manual_seed(seed)
        number = max(1, round(0.15 * len(pieces)))
        places = 1 + torch.randperm(len(pieces), generator=random)[:number]
        hidden = ids.clone()
        hidden[0, places] = table.mask_id
        chances = generator(hidden)[0, places].softmax(dim=-1)
        ids[0, places] = torch.multinomial(chances, 1, generator=random)[:, 0]
        said = detector(ids)[0, 1:-1].sigmoid().tolist()
        found = []
        for piece, new, suspicion in zip(pieces, ids[0, 1:-1].tolist(), said, strict=True):
            written = text[piece.start : piece.end]
            shown = written if new == piece.id else table.vocabulary[new]
            found.append(Checked(written, shown, suspicion))
        return found

    return check


def checked(check: Callable[[str, int], Sequence[Checked]]) -> Callable[[str, int], str]:
    """Return a function from a sentence and a number to the page that shows what was found."""

    def draw(sentence: str, draw: int) -> str:
        try:
            return page(check(sentence, draw))
        except ValueError as error:
            return f'<p role="alert">{html.escape(str(error))}</p>'

    return draw


def page(pieces: Sequence[Checked]) -> str:
    """Return a cell for each piece: what the detector reads, and how suspicious it is.

    A replaced piece has a thick frame, and the author's piece above it.
    """
    cells, caught, replaced = [], 0, 0
    for one in pieces:
        differs = one.shown != one.written
        replaced += differs
        caught += differs and one.suspicion > 0.5
        depth = f"rgba(213,94,0,{0.6 * one.suspicion:.2f})"
        frame = "3px solid #0072B2" if differs else "1px solid #bbb"
        above = f"<b>{html.escape(one.written)}</b>" if differs else "&nbsp;"
        cells.append(
            f'<span style="{_CELL}background:{depth};border:{frame}">{above}<br>'
            f'<span style="font-size:130%">{html.escape(one.shown)}</span><br>'
            f"{one.suspicion:.0%}</span>"
        )
    alarms = sum(one.suspicion > 0.5 and one.shown == one.written for one in pieces)
    words = f"Replaced: {replaced}; found: {caught}. False alarms: {alarms}."
    return f'<div style="line-height:1.4">{"".join(cells)}<p>{words}</p></div>'
