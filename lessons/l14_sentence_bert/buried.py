"""Long texts in which a rare word stands somewhere, for searches that have to find it."""

import re
from collections import Counter
from typing import NamedTuple

from bertlab.datasets import wiki

SHORTEST, LONGEST = 450, 700  # characters of a text: most of it is read


class Buried(NamedTuple):
    """A text, and a question for a word that stands once in it and in no other text."""

    text: str
    word: str

    @property
    def question(self) -> str:
        """What is asked."""
        return f"Which text mentions {self.word}?"


def buried_words(number: int) -> list[Buried]:
    """Return texts of the articles that no encoder here was trained on, each with its rare word.

    The word is the longest of those that stand once, after the first sentence, and in no other of
    the texts.
    """
    paragraphs = [
        paragraph
        for article in (*wiki().validation, *wiki().test)
        for paragraph in article.paragraphs
        if SHORTEST <= len(paragraph) <= LONGEST
    ]
    step = len(paragraphs) // number
    texts = paragraphs[::step][:number]
    counts = Counter(word for text in texts for word in _words(text))
    found = []
    for text in texts:
        start = text.find(". ") + 1
        rare = [word for word in _words(text[start:]) if counts[word] == 1]
        found.append(Buried(text, max(rare, key=len)))
    return found


def _words(text: str) -> list[str]:
    return re.findall(r"\b[a-z]{6,12}\b", text)
