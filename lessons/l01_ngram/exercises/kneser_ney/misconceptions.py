"""The misconceptions about ``kneser_ney``, each a wrong function with advice."""

from lessons.l01_ngram.exercises.kneser_ney.reference import Sentences, tables

from collections import Counter
from collections.abc import Callable

from workbook.exercises import Misconception


def _continuation_share(pairs: Counter, word: str) -> float:
    return sum(second == word for _, second in pairs) / len(pairs)


def _changed(
    lower: Callable[[Counter, str], float] = _continuation_share,
    kept: Callable[[int, float], float] = lambda count, discount: max(count - discount, 0),
    given: Callable[[int, int, float], float] = lambda types, count, discount: discount * types,
    unseen: float = 1.0,
) -> Callable[[Sentences, str, str, float], float]:
    """Make Kneser-Ney with one of its parts replaced."""

    def wrong(sentences: Sentences, history: str, word: str, discount: float) -> float:
        pairs, _ = tables(sentences)
        after = {second: count for (first, second), count in pairs.items() if first == history}
        if not after:
            return unseen * lower(pairs, word)
        count = after.get(word, 0)
        back = given(len(after), count, discount) * lower(pairs, word)
        return (kept(count, discount) + back) / sum(after.values())

    return wrong


def _relative_frequency(pairs: Counter, word: str) -> float:
    return sum(n for (_, second), n in pairs.items() if second == word) / pairs.total()


MISCONCEPTIONS = (
    Misconception(
        "the lower order counts occurrences, not continuations",
        "Below the bigram, count after how many different words a word was seen: "
        "`francisco` is frequent, but only after `san`.",
        _changed(lower=_relative_frequency),
    ),
    Misconception(
        "continuations are counted on the wrong side",
        "Count the different words before the word, not after it: the lower order is asked how "
        "easily the word follows something new.",
        _changed(lower=lambda pairs, word: sum(first == word for first, _ in pairs) / len(pairs)),
    ),
    Misconception(
        "the continuation count is divided by the number of words",
        "Divide by the number of different pairs: only then do the continuation probabilities "
        "of all words sum to 1.",
        _changed(
            lower=lambda pairs, word: (
                sum(second == word for _, second in pairs) / len({w for _, w in pairs})
            )
        ),
    ),
    Misconception(
        "the discount is not given back",
        "What was taken off the counts has to go to the lower order: without it the "
        "probabilities after a history sum to less than 1, and new words get 0.",
        _changed(given=lambda types, count, discount: 0),
    ),
    Misconception(
        "one discount is given back instead of one per different word",
        "The discount is taken off once for each different word after the history, so give "
        "back discount * (number of different words) / count of the history.",
        _changed(given=lambda types, count, discount: discount),
    ),
    Misconception(
        "the discount is given back without having been taken",
        "Subtract the discount from the count first: otherwise the probabilities after a "
        "history sum to more than 1.",
        _changed(kept=lambda count, discount: count),
    ),
    Misconception(
        "the discount is taken from words that were not seen",
        "Use max(count - discount, 0): a word that never followed has nothing to take off.",
        _changed(kept=lambda count, discount: count - discount),
    ),
    Misconception(
        "the lower order helps only words that were not seen",
        "Interpolate: add the lower order's share to every word, seen or not. Left out for "
        "the seen words, the probabilities sum to less than 1.",
        _changed(given=lambda types, count, discount: 0 if count else discount * types),
    ),
    Misconception(
        "a history that was never seen gives 0",
        "Fall back on the lower order alone when the history is new: there was nothing to "
        "discount, and the word can still occur.",
        _changed(unseen=0.0),
    ),
)
