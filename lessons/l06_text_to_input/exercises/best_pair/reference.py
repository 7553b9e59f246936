"""The reference of ``best_pair``: it stands in until the student is right."""

from lessons.l06_text_to_input.exercises.best_pair.question import Pieces

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise


def best_pair(words: Mapping[Pieces, int]) -> tuple[str, str]:
    """Return the most frequent pair of neighbors; of equals, the first in alphabetical order."""
    counts: Counter[tuple[str, str]] = Counter()
    for pieces, count in words.items():
        for pair in pairwise(pieces):
            counts[pair] += count
    return min(counts, key=lambda pair: (-counts[pair], pair))
