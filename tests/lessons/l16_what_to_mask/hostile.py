"""What this lesson shows of a text as HTML; ``tests/hostile`` shows it hostile texts."""

from lessons.l16_what_to_mask.spelling.control import both, page
from lessons.l16_what_to_mask.spelling.corrector import Correction


def refuse(text):
    """Refuse every text, and quote it."""
    raise ValueError(text)


def shown(text: str) -> list[str]:
    return [
        page([Correction(0, text, text, 0.5)]),
        page([Correction(0, "a", text, 0.5), Correction(1, text, "b", 0.1)]),
        both(refuse, refuse)(text),
    ]
