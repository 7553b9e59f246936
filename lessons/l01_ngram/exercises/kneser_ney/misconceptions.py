"""The misconceptions about ``kneser_ney``, each a wrong function with advice."""

from lessons.l01_ngram.exercises.kneser_ney.reference import Sentences, tables

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial

from workbook.exercises import Misconception

Followers = Mapping[str, int]  # how often each word follows the history


def _continuation_share(pairs: Counter, word: str) -> float:
    return sum(second == word for _, second in pairs) / len(pairs)


def _mixed(
    sentences: Sentences,
    history: str,
    word: str,
    discount: float,
    *,
    lower: Callable[[Counter, str], float] = _continuation_share,
    kept: Callable[[int, float], float] = lambda count, discount: max(count - discount, 0),
    weight: Callable[[Followers, str, float], float] = lambda after, word, discount: (
        discount * len(after) / sum(after.values())
    ),
    unseen: float = 1.0,
) -> float:
    pairs, _ = tables(sentences)
    after = {second: count for (first, second), count in pairs.items() if first == history}
    if not after:
        return unseen * lower(pairs, word)
    head = kept(after.get(word, 0), discount) / sum(after.values())
    return head + weight(after, word, discount) * lower(pairs, word)


def _weight_of_new_words(after: Followers, word: str, discount: float) -> float:
    return 0.0 if word in after else discount * len(after) / sum(after.values())


def _relative_frequency(pairs: Counter, word: str) -> float:
    return sum(n for (_, second), n in pairs.items() if second == word) / pairs.total()


MISCONCEPTIONS = (
    Misconception(
        "the lower order counts occurrences, not continuations",
        "Below the bigram, count after how many different words a word was seen: "
        "`francisco` is frequent, but only after `san`.",
        partial(_mixed, lower=_relative_frequency),
    ),
    Misconception(
        "continuations are counted on the wrong side",
        "Count the different words before the word, not after it: the lower order is asked how "
        "easily the word follows something new.",
        partial(
            _mixed, lower=lambda pairs, word: sum(first == word for first, _ in pairs) / len(pairs)
        ),
    ),
    Misconception(
        "the continuation count is divided by the number of words",
        "Divide by the number of different pairs: only then do the continuation probabilities "
        "of all words sum to 1.",
        partial(
            _mixed,
            lower=lambda pairs, word: (
                sum(second == word for _, second in pairs) / len({w for _, w in pairs})
            ),
        ),
    ),
    Misconception(
        "the continuation count is divided by all occurrences of pairs",
        "Divide by the number of different pairs, for different pairs are what the continuation "
        "count counts: only then do the continuation probabilities of all words sum to 1.",
        partial(
            _mixed,
            lower=lambda pairs, word: sum(second == word for _, second in pairs) / pairs.total(),
        ),
    ),
    Misconception(
        "the discount is not given back",
        "What was taken off the counts has to go to the lower order: without it the "
        "probabilities after a history sum to less than 1, and new words get 0.",
        partial(_mixed, weight=lambda after, word, discount: 0),
    ),
    Misconception(
        "one discount is given back instead of one per different word",
        "The discount is taken off once for each different word after the history, so give "
        "back discount * (number of different words) / count of the history.",
        partial(_mixed, weight=lambda after, word, discount: discount / sum(after.values())),
    ),
    Misconception(
        "the weight of the lower order is not divided by the count of the history",
        "What was taken off is a share: discount * (number of different words after the history) "
        "/ (count of the history). Without the division the probabilities sum to more than 1.",
        partial(_mixed, weight=lambda after, word, discount: discount),
        variants=(partial(_mixed, weight=lambda after, word, discount: discount * len(after)),),
    ),
    Misconception(
        "the discount is given back without having been taken",
        "Subtract the discount from the count first: otherwise the probabilities after a "
        "history sum to more than 1.",
        partial(_mixed, kept=lambda count, discount: count),
    ),
    Misconception(
        "the discount is taken from words that were not seen",
        "Use max(count - discount, 0): a word that never followed has nothing to take off.",
        partial(_mixed, kept=lambda count, discount: count - discount),
    ),
    Misconception(
        "the lower order helps only words that were not seen",
        "Interpolate: add the lower order's share to every word, seen or not. Left out for "
        "the seen words, the probabilities sum to less than 1.",
        partial(_mixed, weight=_weight_of_new_words),
    ),
    Misconception(
        "a history that was never seen gives 0",
        "Fall back on the lower order alone when the history is new: there was nothing to "
        "discount, and the word can still occur.",
        partial(_mixed, unseen=0.0),
    ),
)
