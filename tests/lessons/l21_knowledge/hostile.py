"""What this lesson shows of a text as HTML; ``tests/hostile`` shows it hostile texts."""

from unittest.mock import patch

from lessons.l21_knowledge import tables


def shown(text: str) -> list[str]:
    """A table of what is expected, whatever noun and fact are typed; no model reads them here."""
    draws = []
    with (
        patch.object(tables, "explore", lambda draw, **_: draws.append(draw)),
        patch.object(tables, "_words", lambda *_: text),
    ):
        tables.ask_with_a_fact(None, None)
        return [draw(text, text, "the {} was heavy .") for draw in draws]
