"""The exercise of the n-gram lesson on smoothing: Kneser-Ney for bigrams."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise

from bertlab.exercises import Case, Exercise, Misconception

Sentences = Sequence[Sequence[str]]


def _tables(sentences: Sentences) -> tuple[Counter, Counter]:
    """Count the pairs, and for each word the different words before it."""
    padded = (["<s>", *sentence, "</s>"] for sentence in sentences)
    pairs = Counter(pair for words in padded for pair in pairwise(words))
    return pairs, Counter(word for _, word in pairs)


def _kneser_ney(sentences: Sentences, history: str, word: str, discount: float) -> float:
    """Return P(word | history), mixed with the share of different pairs that end in ``word``."""
    pairs, continuations = _tables(sentences)
    lower = continuations[word] / len(pairs)
    after = {second: count for (first, second), count in pairs.items() if first == history}
    if not after:
        return lower
    kept = max(after.get(word, 0) - discount, 0)
    return (kept + discount * len(after) * lower) / sum(after.values())


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
        pairs, _ = _tables(sentences)
        after = {second: count for (first, second), count in pairs.items() if first == history}
        if not after:
            return unseen * lower(pairs, word)
        count = after.get(word, 0)
        back = given(len(after), count, discount) * lower(pairs, word)
        return (kept(count, discount) + back) / sum(after.values())

    return wrong


def _relative_frequency(pairs: Counter, word: str) -> float:
    return sum(n for (_, second), n in pairs.items() if second == word) / pairs.total()


def _kneser_ney_cases() -> list[Case]:
    text = [
        ["we", "flew", "to", "san", "francisco", "and", "to", "new", "york"],
        ["san", "francisco", "and", "york", "and", "san", "francisco"],
        ["the", "new", "york", "and", "the", "old", "york"],
        ["we", "flew", "to", "the", "new", "york"],
    ]
    questions = [("the", "york", 0.75), ("the", "francisco", 0.75), ("san", "francisco", 0.4)]
    questions += [("to", "san", 0.6), ("moon", "york", 0.75), ("york", "</s>", 0.3)]
    questions += [("<s>", "we", 0.9), ("and", "flew", 0.25)]
    return [Case((text, *question)) for question in questions]


kneser_ney = Exercise(
    name="kneser_ney",
    reference=_kneser_ney,
    cases=_kneser_ney_cases,
    difficulty=4,
    minutes=15,
    misconceptions=(
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
            _changed(
                lower=lambda pairs, word: sum(first == word for first, _ in pairs) / len(pairs)
            ),
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
    ),
)
