"""Exercise of the lesson on input: the next pair that training joins."""

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import pairwise

from bertlab.exercises import Case, Exercise, Misconception

Pieces = tuple[str, ...]
Words = Mapping[Pieces, int]
Pair = tuple[str, str]


def _pair_counts(words: Words, count_of: Callable[[int], int] = int) -> Counter[Pair]:
    counts: Counter[Pair] = Counter()
    for pieces, count in words.items():
        for pair in pairwise(pieces):
            counts[pair] += count_of(count)
    return counts


def _first_of_the_best(scores: Mapping[Pair, int | float]) -> Pair:
    return min(scores, key=lambda pair: (-scores[pair], pair))


def _best_pair(words: Words) -> Pair:
    """Return the most frequent pair of neighbors; of equals, the first in alphabetical order."""
    return _first_of_the_best(_pair_counts(words))


def _across_words(words: Words) -> Pair:
    text = [piece for pieces, count in words.items() for piece in pieces * count]
    return _first_of_the_best(Counter(pairwise(text)))


def _once_a_word(words: Words) -> Pair:
    counts: Counter[Pair] = Counter()
    for pieces, count in words.items():
        counts.update(dict.fromkeys(pairwise(pieces), count))
    return _first_of_the_best(counts)


def _by_quotient(words: Words) -> Pair:
    single: Counter[str] = Counter()
    for pieces, count in words.items():
        for piece in pieces:
            single[piece] += count
    pairs = _pair_counts(words)
    return _first_of_the_best({p: n / (single[p[0]] * single[p[1]]) for p, n in pairs.items()})


def _spelled(words: Mapping[str, int]) -> dict[Pieces, int]:
    return {(w[0], *("##" + character for character in w[1:])): n for w, n in words.items()}


def _pair_cases() -> list[Case]:
    song = {"sing": 3, "kings": 2, "singing": 1, "ring": 1, "bring": 1}
    fruit = {"banana": 3, "nab": 4, "can": 2, "by": 6, "cab": 1, "a": 20}
    common = {"the": 12, "ran": 1, "pan": 2, "can": 1, "then": 3}
    tie = {"zoo": 5, "box": 5, "to": 2, "q": 1}
    rare = {"low": 6, "lower": 4, "slow": 3, "qed": 2, "now": 1}
    joined = {("s", "##ing"): 4, ("k", "##ing", "##s"): 7, ("r", "##ing"): 2, ("w", "##ing"): 1}
    return [Case((_spelled(w),)) for w in (song, fruit, common, tie, rare)] + [Case((joined,))]


best_pair = Exercise(
    name="best_pair",
    reference=_best_pair,
    cases=_pair_cases,
    difficulty=2,
    minutes=8,
    misconceptions=(
        Misconception(
            "a word counts once, however often it occurs",
            "Add the word's count, not 1: a pair in a word that occurs a thousand times stands in "
            "the text a thousand times.",
            lambda words: _first_of_the_best(_pair_counts(words, lambda count: 1)),
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
            lambda words: max(_pair_counts(words).items(), key=lambda item: item[1])[0],
        ),
        Misconception(
            "of equals the last in the alphabet is taken",
            "max(..., key=(count, pair)) prefers the larger pair. Negate the count and take the "
            "min, and equals go in alphabetical order.",
            lambda words: max(_pair_counts(words).items(), key=lambda item: (item[1], item[0]))[0],
        ),
        Misconception(
            "the rarest pair is taken",
            "Take the most frequent pair: each join should save as many pieces as it can.",
            lambda words: min(_pair_counts(words).items(), key=lambda item: (item[1], item[0]))[0],
        ),
        Misconception(
            "the two parts are returned in one string",
            "Return the pair, a tuple of two pieces: the next step has to find both parts in the "
            "words.",
            lambda words: "".join(_best_pair(words)),
            variants=(lambda words: _best_pair(words)[0] + _best_pair(words)[1].lstrip("#"),),
        ),
    ),
)
