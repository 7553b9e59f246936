"""Slips of the exercise on Kneser-Ney: the same steps, one of them changed."""

from lessons.l01_ngram.exercises.kneser_ney.reference import Sentences

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import chain, pairwise
from typing import NamedTuple


class Seen(NamedTuple):
    """What was counted, and what is asked."""

    words: list[str]
    pairs: Counter
    history: str
    word: str
    discount: float
    after: Mapping[str, int]
    total: int


Part = Callable[[Seen], float]
Pad = Callable[[Sentences], Sentences]


def padded(sentences: Sentences) -> Sentences:
    """Put <s> and </s> around each sentence."""
    return [["<s>", *sentence, "</s>"] for sentence in sentences]


def count(seen: Seen) -> int:
    """Count the word behind the history."""
    return seen.after.get(seen.word, 0)


def occurrences(seen: Seen) -> int:
    """Count the word, behind whatever history."""
    return sum(number for (_, second), number in seen.pairs.items() if second == seen.word)


def words_before(seen: Seen, word: str) -> int:
    """Count the different words before a word."""
    return sum(second == word for _, second in seen.pairs)


def in_sentences(seen: Seen) -> int:
    """Count the history without padding."""
    return seen.words.count(seen.history)


def not_after_s(seen: Seen) -> int:
    """Count the different words before the word, <s> left out."""
    return sum(second == seen.word for first, second in seen.pairs if first != "<s>")


def not_from_s(seen: Seen) -> int:
    """Count the different pairs that do not begin with <s>, or 1 if there is none."""
    return max(1, sum(first != "<s>" for first, _ in seen.pairs))


def mixed(
    sentences: Sentences,
    history: str,
    word: str,
    discount: float,
    *,
    pad: Pad = padded,
    total: Callable[[Seen], int] = lambda seen: sum(seen.after.values()),
    kept: Part = lambda seen: max(count(seen) - seen.discount, 0) / seen.total,
    weight: Part = lambda seen: seen.discount * len(seen.after) / seen.total,
    before: Part = lambda seen: words_before(seen, seen.word),
    among: Part = lambda seen: len(seen.pairs),
    unseen: Callable[[float], float] = lambda lower: lower,
) -> float:
    """Compute the probability; each keyword puts a slip in."""
    pairs = Counter(pair for words in pad(sentences) for pair in pairwise(words))
    after = {second: count for (first, second), count in pairs.items() if first == history}
    seen = Seen([*chain(*sentences)], pairs, history, word, discount, after, 0)
    seen = seen._replace(total=total(seen))
    lower = before(seen) / among(seen)
    return kept(seen) + weight(seen) * lower if seen.total else unseen(lower)
