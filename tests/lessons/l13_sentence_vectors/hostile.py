"""What this lesson shows of a text as HTML; ``tests/hostile`` shows it hostile texts."""

from lessons.l13_sentence_vectors.measure import Snippet
from lessons.l13_sentence_vectors.pictures import hits_html


def shown(text: str) -> list[str]:
    return [hits_html(text, {text: [(0.5, Snippet(text, text))]})]
