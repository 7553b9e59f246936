"""The misconceptions about ``kneser_ney_any``, each a wrong function with advice."""

from lessons.l01_ngram.exercises.kneser_ney_any.reference import Gram, Sentences

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from workbook.exercises import Misconception

Counts = Mapping[Gram, int]


def _one_shorter(counts: Counts) -> Counts:
    return Counter(gram[1:] for gram in counts)


class Slip(NamedTuple):
    """The steps of the recursion; a slip changes one of them.

    Attributes:
        starts: How many ``<s>`` stand in front, for a history of some length.
        shorter: The counts of the n-grams that are one word shorter.
        cut: The shorter history.
        unseen: The result after a history that was not seen: of the lower order's probability, and
            of that of the single words.
        kept: What is left of a count.
        given: The discounts that are given back, of the number of different words and the count.
    """

    starts: Callable[[int], int] = lambda size: size
    shorter: Callable[[Counts], Counts] = _one_shorter
    cut: Callable[[Gram], Gram] = lambda history: history[1:]
    unseen: Callable[[float, float], float] = lambda lower, single: lower
    kept: Callable[[float, float], float] = lambda count, discount: max(count - discount, 0)
    given: Callable[[int, int], float] = lambda kinds, count: kinds


def _grams(sentences: Sentences, size: int, starts: int) -> Counts:
    lines = [[*["<s>"] * starts, *sentence, "</s>"] for sentence in sentences]
    return Counter(tuple(line[i : i + size + 1]) for line in lines for i in range(len(line) - size))


def _with(slip: Slip, sentences: Sentences, history: Gram, word: str, discount: float) -> float:
    counts = _grams(sentences, len(history), slip.starts(len(history)))
    return _below(slip, counts, tuple(history), word, discount)


def _below(slip: Slip, counts: Counts, history: Gram, word: str, discount: float) -> float:
    after = {gram[-1]: count for gram, count in counts.items() if gram[:-1] == history}
    count, total = after.get(word, 0), sum(after.values())
    if not history:
        return count / total
    lower = _below(slip, slip.shorter(counts), slip.cut(history), word, discount)
    if not after:
        return slip.unseen(lower, _single(counts, word))
    back = discount * slip.given(len(after), count) * lower
    return (slip.kept(count, discount) + back) / total


def _single(counts: Counts, word: str) -> float:
    """Return what the single words say, every order counting different n-grams."""
    while len(next(iter(counts))) > 1:
        counts = Counter(gram[1:] for gram in counts)
    return counts.get((word,), 0) / sum(counts.values())


def _repeats(counts: Counts) -> Counts:
    """Count the shorter n-grams with all their repeats."""
    shorter: Counter = Counter()
    for gram, count in counts.items():
        shorter[gram[1:]] += count
    return shorter


def _repeats_in_between(counts: Counts) -> Counts:
    """Count repeats, but different pairs for the single words."""
    pairs = len(next(iter(counts))) == 2
    return Counter(gram[1:] for gram in counts) if pairs else _repeats(counts)


def _repeats_at_the_end(counts: Counts) -> Counts:
    """Count different n-grams, but repeats of what is left for the single words."""
    pairs = len(next(iter(counts))) == 2
    return _repeats(counts) if pairs else Counter(gram[1:] for gram in counts)


def _slip(**changed: Callable) -> Callable[..., float]:
    return partial(_with, Slip(**changed))


MISCONCEPTIONS = (
    Misconception(
        "the shorter orders count occurrences, not different words before",
        "Below the highest order, count each different n-gram once: an n-gram that was seen ten "
        "times after the same word has one word before it, not ten.",
        _slip(shorter=_repeats),
    ),
    Misconception(
        "only the single words count different words before; the orders in between count repeats",
        "Use continuation counts in every order below the highest, not in the lowest alone: the "
        "pairs below the triples count the different triples that they end.",
        _slip(shorter=_repeats_in_between),
    ),
    Misconception(
        "the single words add up the continuation counts of the pairs",
        "Count for a word the different pairs that it ends, each once: it is the same step in "
        "every order.",
        _slip(shorter=_repeats_at_the_end),
    ),
    Misconception(
        "the history loses its last word, not its oldest",
        "Drop the oldest word, history[1:]: the words next to the predicted one say most.",
        _slip(cut=lambda history: history[:-1]),
    ),
    Misconception(
        "a history that was never seen gives 0",
        "After a history that was never seen, return what the shorter history says.",
        _slip(unseen=lambda lower, single: 0.0),
    ),
    Misconception(
        "a history that was never seen goes straight to the single words",
        "Drop one word at a time: after a triple that was never seen, the pair may still be known.",
        _slip(unseen=lambda lower, single: single),
    ),
    Misconception(
        "a history that was never seen divides by zero",
        "Ask first whether the history occurs: if not, the shorter history decides alone.",
        _slip(unseen=lambda lower, single: lower / 0),
    ),
    Misconception(
        "the discount is not given back",
        "Give to the shorter history what was taken, or the probabilities do not sum to 1.",
        _slip(given=lambda kinds, count: 0),
    ),
    Misconception(
        "one discount is given back instead of one per different word",
        "Give back the discount once for each different word after the history.",
        _slip(given=lambda kinds, count: 1),
    ),
    Misconception(
        "the lower order helps only words that were not seen",
        "Add the lower order's part to every word, seen or not.",
        _slip(given=lambda kinds, count: 0 if count else kinds),
    ),
    Misconception(
        "the discount is given back without having been taken",
        "Subtract the discount from the count before you give it to the lower order.",
        _slip(kept=lambda count, discount: count),
    ),
    Misconception(
        "the discount is taken from words that were not seen",
        "Use max(count - discount, 0): a word that never followed has nothing to take off.",
        _slip(kept=lambda count, discount: count - discount),
    ),
    Misconception(
        "<s> stands in front only once",
        "Put as many <s> in front as the history has words, as in Exercise 1: the first word of a "
        "sentence has a whole history of them.",
        _slip(starts=lambda size: 1),
    ),
)
