"""The misconceptions about ``best_pair``, each a wrong function with advice."""

from lessons.l06_text_to_input.exercises.best_pair.question import Pieces
from lessons.l06_text_to_input.exercises.best_pair.reference import (
    Pair,
    Words,
    best_pair,
    first_of_the_best,
    pair_counts,
)

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations, pairwise
from typing import Any

from workbook.exercises import Misconception


def _across_words(words: Words) -> Pair:
    text = [piece for pieces, count in words.items() for piece in pieces * count]
    return first_of_the_best(Counter(pairwise(text)))


def _once_a_word(words: Words) -> Pair:
    counts: Counter[Pair] = Counter()
    for pieces, count in words.items():
        counts.update(dict.fromkeys(pairwise(pieces), count))
    return first_of_the_best(counts)


def _over(
    pairs_of: Callable[[Pieces], Iterable[Pair]],
    choose: Callable[[Mapping[Pair, int | float]], Any] = first_of_the_best,
    add: Callable[[int, int], int] = lambda before, count: before + count,
) -> Callable[[Words], Any]:
    """Count other pairs, count otherwise, or choose otherwise."""

    def wrong(words: Words) -> Any:
        counts: Counter[Pair] = Counter()
        for pieces, count in words.items():
            for pair in pairs_of(pieces):
                counts[pair] = add(counts[pair], count)
        return choose(counts)

    return wrong


def _ties(key: Callable[[Pair], Any]) -> Callable[[Words], Pair]:
    """Break ties by another key; where that is equal, too, the first that was met wins."""
    return _over(pairwise, lambda counts: min(counts, key=lambda p: (-counts[p], key(p))))


def _bare(piece: str) -> str:
    return piece.removeprefix("##")


def _apart(pieces: Pieces) -> Iterator[Pair]:
    """Go on behind a pair of equals, so that they do not overlap."""
    place = 0
    while place + 1 < len(pieces):
        yield pieces[place], pieces[place + 1]
        place += 2 if pieces[place] == pieces[place + 1] else 1


def _in_alphabet(pair: Pair) -> Pair:
    return min(pair), max(pair)


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
        "of equals the one met last is taken",
        "Of pairs with equal counts take the first in alphabetical order: >= lets a later one "
        "replace it, whatever its letters.",
        lambda words: max(reversed(pair_counts(words).items()), key=lambda item: item[1])[0],
    ),
    Misconception(
        "of equals, joined pieces or bare letters are compared, not the tuples",
        "Compare the pairs as they are, the way Python sorts tuples: first their first pieces, ## "
        "included, then their second ones.",
        _ties(lambda pair: pair[0] + _bare(pair[1])),
        variants=(
            _ties(lambda pair: _bare(pair[0]) + _bare(pair[1])),
            _ties(lambda pair: (_bare(pair[0]), _bare(pair[1]))),
        ),
    ),
    Misconception(
        "equals are ordered by one of their parts only",
        "Compare the whole pair: where the first pieces are equal the second ones decide.",
        _ties(lambda pair: pair[0]),
        variants=(_ties(lambda pair: pair[1]), _ties(lambda pair: pair[::-1])),
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
        variants=(
            lambda words: min(pair_counts(words).items(), key=lambda item: item[1])[0],
            lambda words: max(pair_counts(words).items(), key=lambda i: (-i[1], i[0]))[0],
        ),
    ),
    Misconception(
        "the last pair of each word is left out",
        "A word of n pieces has n - 1 pairs: range(len(pieces) - 1), and pairwise(pieces) gives "
        "them all.",
        _over(lambda pieces: pairwise(pieces[:-1])),
    ),
    Misconception(
        "the first pair of each word is left out",
        "The piece that begins a word has a neighbor, too: begin at 0, or use pairwise(pieces).",
        _over(lambda pieces: pairwise(pieces[1:])),
    ),
    Misconception(
        "a later word's count replaces what was counted before",
        "Add the count, counts[pair] += count: the same pair stands in many words.",
        _over(pairwise, add=lambda before, count: count),
        variants=(_over(pairwise, add=max), _over(pairwise, add=lambda b, count: b or count)),
    ),
    Misconception(
        "pairs of the same two pieces are one, whatever their order",
        "(a, b) and (b, a) are two pairs, for the join makes different pieces: do not sort, and "
        "use no sets.",
        _over(lambda pieces: map(_in_alphabet, pairwise(pieces))),
    ),
    Misconception(
        "pairs of equal pieces are counted without overlap",
        "Count every two neighbors: in ##a ##a ##a the pair stands twice.",
        _over(_apart),
    ),
    Misconception(
        "pairs share no piece",
        "Each piece but the last begins a pair, so the pairs overlap: pairwise(pieces), not steps "
        "of two.",
        _over(lambda pieces: zip(pieces[::2], pieces[1::2], strict=False)),
    ),
    Misconception(
        "pieces that are not neighbors make pairs, too",
        "Only neighbors can be joined: pairwise(pieces), not all combinations of two.",
        _over(lambda pieces: combinations(pieces, 2)),
    ),
    Misconception(
        "pieces are counted, not pairs",
        "Count two neighbors together: how often each piece occurs says nothing of its company.",
        _over(
            lambda pieces: [(piece, piece) for piece in pieces],
            lambda counts: tuple(pair[0] for pair, _ in Counter(counts).most_common(2)),
        ),
    ),
    Misconception(
        "the count is returned with the pair",
        "Return the pair alone, a tuple of two pieces.",
        _over(pairwise, lambda c: (first_of_the_best(c), c[first_of_the_best(c)])),
        variants=(_over(pairwise, lambda c: c[first_of_the_best(c)]),),
    ),
    Misconception(
        "the ## is taken off the pieces",
        "Return the pieces as they stand in the words: ##a inside a word and a at its beginning "
        "are two pieces.",
        lambda words: tuple(map(_bare, best_pair(words))),
        variants=(_over(lambda pieces: pairwise(map(_bare, pieces))),),
    ),
    Misconception(
        "the two parts are returned in one string",
        "Return the pair, a tuple of two pieces: the next step has to find both parts in the "
        "words.",
        lambda words: "".join(best_pair(words)),
        variants=(lambda words: best_pair(words)[0] + best_pair(words)[1].lstrip("#"),),
    ),
)
