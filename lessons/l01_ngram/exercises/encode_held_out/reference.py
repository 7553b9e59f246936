"""The reference of ``encode_held_out``: it stands in until the student is right."""

from collections import Counter
from collections.abc import Sequence

Sentences = Sequence[Sequence[str]]


def top(sentences: Sentences, size: int | None) -> set[str]:
    counts = Counter(word for sentence in sentences for word in sentence)
    return set(sorted(counts, key=lambda word: (-counts[word], word))[:size])


def replace(sentences: Sentences, known: set[str]) -> list[list[str]]:
    return [[w if w in known else "<unk>" for w in sentence] for sentence in sentences]


def encode_held_out(train: Sentences, held_out: Sentences, size: int) -> list[list[str]]:
    """Return the held-out sentences with ``<unk>`` for all but the ``size`` words kept."""
    return replace(held_out, top(train, size))
