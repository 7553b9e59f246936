"""The reference of ``best_pair``: it stands in until the student is right."""

from lessons.l06_text_to_input.exercises.best_pair.question import Pieces

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import pairwise

Words = Mapping[Pieces, int]


Pair = tuple[str, str]


def pair_counts(words: Words, count_of: Callable[[int], int] = int) -> Counter[Pair]:
    counts: Counter[Pair] = Counter()
    for pieces, count in words.items():
        for pair in pairwise(pieces):
            counts[pair] += count_of(count)
    return counts


def first_of_the_best(scores: Mapping[Pair, int | float]) -> Pair:
    return min(scores, key=lambda pair: (-scores[pair], pair))


def best_pair(words: Words) -> Pair:
    """Return the most frequent pair of neighbors; of equals, the first in alphabetical order."""
    return first_of_the_best(pair_counts(words))
