"""What this lesson shows of a text as HTML; ``tests/hostile`` shows it hostile texts."""

from lessons.l01_ngram import pages


def shown(text: str) -> list[str]:
    return [
        pages.texts({text: [text]}, text).data,
        pages.copies_as_html([[text], [text, text]], 1).data,
    ]
