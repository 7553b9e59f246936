"""The reference of ``encode_held_out``: it stands in until the student is right."""

from collections import Counter
from collections.abc import Sequence

Sentences = Sequence[Sequence[str]]


def encode_held_out(train: Sentences, held_out: Sentences, size: int) -> list[list[str]]:
    """Return the held-out sentences with ``<unk>`` for all but the ``size`` words kept."""
    counts = Counter(word for sentence in train for word in sentence)
    known = set(sorted(counts, key=lambda word: (-counts[word], word))[:size])
    return [[word if word in known else "<unk>" for word in sentence] for sentence in held_out]
