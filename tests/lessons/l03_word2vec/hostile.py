"""What this lesson shows of a text as HTML; ``tests/hostile`` shows it hostile texts."""

from types import SimpleNamespace

from lessons.l03_word2vec import figures


def shown(text: str) -> list[str]:
    neighbors = [SimpleNamespace(word=text)]
    vectors = SimpleNamespace(neighbors=lambda *_: neighbors, analogy=lambda *_: neighbors)
    in_one = "".join(text.split())
    return [figures.answers_page(vectors, text, text, f"a {in_one} c", lambda *_: text)]
