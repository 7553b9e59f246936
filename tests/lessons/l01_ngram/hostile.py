"""What this lesson shows of a text as HTML; ``tests/hostile`` shows it hostile texts."""

from lessons.l01_ngram import figures


def shown(text: str) -> list[str]:
    return [
        figures.texts({text: [text]}, text).data,
        figures.copies_as_html([[text], [text, text]], 1).data,
    ]
