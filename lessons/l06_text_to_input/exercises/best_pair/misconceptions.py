"""The misconceptions about ``best_pair``, each a wrong function with advice."""

from lessons.l06_text_to_input.exercises.best_pair.reference import (
    Pair,
    Words,
    best_pair,
    first_of_the_best,
    pair_counts,
)

from collections import Counter
from itertools import pairwise

from workbook.exercises import Misconception


def _across_words(words: Words) -> Pair:
    text = [piece for pieces, count in words.items() for piece in pieces * count]
    return first_of_the_best(Counter(pairwise(text)))


def _once_a_word(words: Words) -> Pair:
    counts: Counter[Pair] = Counter()
    for pieces, count in words.items():
        counts.update(dict.fromkeys(pairwise(pieces), count))
    return first_of_the_best(counts)


def _by_quotient(words: Words) -> Pair:
    single: Counter[str] = Counter()
    for pieces, count in words.items():
        for piece in pieces:
            single[piece] += count
    pairs = pair_counts(words)
    return first_of_the_best({p: n / (single[p[0]] * single[p[1]]) for p, n in pairs.items()})


MISCONCEPTIONS = (
    Misconception(
        "a word counts once, however often it occurs",
        "Add the word's count, not 1: a pair in a word that occurs a thousand times stands in "
        "the text a thousand times.",
        lambda words: first_of_the_best(pair_counts(words, lambda count: 1)),
    ),
    Misconception(
        "a pair counts once in a word that holds it twice",
        "Count every place: in banana the pair ##a ##n stands twice, so each banana adds 2.",
        _once_a_word,
    ),
    Misconception(
        "pairs reach from one word into the next",
        "Make the pairs word by word: the words were split first, and no piece crosses the gap "
        "between two of them.",
        _across_words,
    ),
    Misconception(
        "the count is divided by the counts of the two parts",
        "Take the count of the pair itself. The quotient is another way to train, often told "
        "of WordPiece, and it prefers pairs of rare pieces.",
        _by_quotient,
    ),
    Misconception(
        "equals are taken in the order in which they were met",
        "Of pairs with equal counts take the first in alphabetical order: then the result does "
        "not depend on the order of the words.",
        lambda words: max(pair_counts(words).items(), key=lambda item: item[1])[0],
    ),
    Misconception(
        "of equals the last in the alphabet is taken",
        "max(..., key=(count, pair)) prefers the larger pair. Negate the count and take the "
        "min, and equals go in alphabetical order.",
        lambda words: max(pair_counts(words).items(), key=lambda item: (item[1], item[0]))[0],
    ),
    Misconception(
        "the rarest pair is taken",
        "Take the most frequent pair: each join should save as many pieces as it can.",
        lambda words: min(pair_counts(words).items(), key=lambda item: (item[1], item[0]))[0],
    ),
    Misconception(
        "the two parts are returned in one string",
        "Return the pair, a tuple of two pieces: the next step has to find both parts in the "
        "words.",
        lambda words: "".join(best_pair(words)),
        variants=(lambda words: best_pair(words)[0] + best_pair(words)[1].lstrip("#"),),
    ),
)
