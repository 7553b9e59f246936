"""What this lesson shows of a text as HTML; ``tests/hostile`` shows it hostile texts."""

from lessons.l04_elmo import marked


def shown(text: str) -> list[str]:
    return [marked.hits_table([(0.5, [text, text, text], 1)], text)]
