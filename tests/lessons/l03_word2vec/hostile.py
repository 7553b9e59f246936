"""What this lesson shows of a text as HTML; ``tests/hostile`` shows it hostile texts."""

import numpy as np

from bertlab.predecessors.word2vec.word_vectors import WordVectors
from lessons.l03_word2vec import figures


def shown(text: str) -> list[str]:
    in_one = "/".join(text.split()).lower()  # a vector's word has no white space
    others = [f"{in_one}{number}" for number in range(10)]
    words = ["a", "c", in_one, *others]
    vectors = WordVectors(words, np.random.default_rng(0).normal(size=(len(words), 4)))
    return [figures.answers_page(vectors, in_one, text, f"a {in_one} c", lambda *_: text)]
