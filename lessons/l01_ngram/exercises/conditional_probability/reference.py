"""The reference of ``conditional_probability``: it stands in until the student is right."""

from lessons.l01_ngram.exercises.ngrams.reference import ngrams

from collections.abc import Sequence

Sentences = Sequence[Sequence[str]]


def bigrams(sentences: Sentences) -> list[tuple[str, ...]]:
    return [gram for sentence in sentences for gram in ngrams(sentence, 2)]


def share(pairs: Sequence[tuple[str, ...]], history: str, word: str) -> float:
    total = sum(first == history for first, _ in pairs)
    return pairs.count((history, word)) / total if total else 0.0


def conditional_probability(sentences: Sentences, history: str, word: str) -> float:
    """Return the share of the words after ``history`` that are ``word``; 0 if nothing is there."""
    return share(bigrams(sentences), history, word)
