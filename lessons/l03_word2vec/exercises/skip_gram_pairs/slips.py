"""Slips of the pairs: the same pairs in another order, or found in another way."""

from lessons.l03_word2vec.exercises.skip_gram_pairs.reference import Pairs, skip_gram_pairs

from collections.abc import Callable, Sequence
from typing import Any

Words = Sequence[str]


def each(entry: Callable[[Words, int, list[int]], Any]) -> Callable[[Words, int], list[Any]]:
    """Put together what ``entry`` gives for (words, place, its neighbors' places)."""

    def wrong(words: Words, window: int) -> list[Any]:
        found: list[Any] = []
        for i in range(len(words)):
            near = [j for j in range(len(words)) if 0 < abs(i - j) <= window]
            found += entry(words, i, near)
        return found

    return wrong


def in_order(key: Callable[[int, int], Any]) -> Callable[[Words, int], Pairs]:
    """Sort the pairs by a key of both places."""

    def wrong(words: Words, window: int) -> Pairs:
        places = range(len(words))
        pairs = [(i, j) for i in places for j in places if 0 < abs(i - j) <= window]
        return [(words[i], words[j]) for i, j in sorted(pairs, key=lambda pair: key(*pair))]

    return wrong


def other_words(words: Words, window: int) -> Pairs:
    """Leave out neighbors that are the same word."""
    return [pair for pair in skip_gram_pairs(words, window) if pair[0] != pair[1]]


def first_removed(words: Words, window: int) -> Pairs:
    """Take the window out of the sentence, and the word out of the window."""
    pairs = []
    for i, word in enumerate(words):
        around = list(words[max(i - window, 0) : i + window + 1])
        around.remove(word)
        pairs += [(word, other) for other in around]
    return pairs


def looked_up(words: Words, window: int) -> Pairs:
    """Ask ``index`` for the place of a word: it finds the first."""
    pairs = []
    for word in words:
        i = list(words).index(word)
        around = range(max(i - window, 0), min(i + window + 1, len(words)))
        pairs += [(word, words[j]) for j in around if j != i]
    return pairs


def sliced(words: Words, window: int) -> Pairs:
    """Slice both sides, the left one from a start that may be negative."""
    pairs = []
    for i, word in enumerate(words):
        around = [*words[i - window : i], *words[i + 1 : i + window + 1]]
        pairs += [(word, other) for other in around]
    return pairs


def sliced_at_once(words: Words, window: int) -> Pairs:
    """Slice the window from a start that may be negative."""
    pairs = []
    for i, word in enumerate(words):
        around = list(enumerate(words))[i - window : i + window + 1]
        pairs += [(word, other) for j, other in around if j != i]
    return pairs


def pairs_from(first: int, last: int) -> Callable[[Words, int], Pairs]:
    """Give pairs to the words from place ``first`` on, up to ``last`` before the end."""
    return each(
        lambda words, i, near: [
            (words[i], words[j]) for j in near if first <= i < len(words) - last
        ]
    )


def neighbors_from(first: int, last: int) -> Callable[[Words, int], Pairs]:
    """Take as neighbors the words from place ``first`` on, up to ``last`` before the end."""
    return each(
        lambda words, i, near: [
            (words[i], words[j]) for j in near if first <= j < len(words) - last
        ]
    )


def full_windows(left: int, right: int) -> Callable[[Words, int], Pairs]:
    """Leave out the words with too few others on the left or right."""
    return lambda words, window: pairs_from(left * window, right * window)(words, window)
