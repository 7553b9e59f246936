"""What this lesson shows of a text as HTML; ``tests/hostile`` shows it hostile texts."""

from lessons.l17_what_to_predict.finder import Piece
from lessons.l17_what_to_predict.shown import checked, page


def refuse(text, draw):
    """Refuse every text, and quote it."""
    raise ValueError(text)


def shown(text: str) -> list[str]:
    return [
        page([Piece(text, text, False, 0.5)]),
        page([Piece("a", text, True, 0.5), Piece(text, "b", True, 0.1)]),
        checked(refuse)(text, 0),
    ]
