"""The misconceptions about ``conditional_probability``, each a wrong function with advice."""

from lessons.l01_ngram.exercises.conditional_probability.reference import Sentences, bigrams, share
from lessons.l01_ngram.exercises.ngrams.misconceptions import windows

from workbook.exercises import Misconception


def _joint(sentences: Sentences, history: str, word: str) -> float:
    pairs = bigrams(sentences)
    return pairs.count((history, word)) / len(pairs)


def _reversed(sentences: Sentences, history: str, word: str) -> float:
    pairs = [(second, first) for first, second in bigrams(sentences)]
    return share(pairs, word, history)


def _no_start(sentences: Sentences, history: str, word: str) -> float:
    return share([pair for pair in bigrams(sentences) if pair[0] != "<s>"], history, word)


def _no_end(sentences: Sentences, history: str, word: str) -> float:
    return share([pair for pair in bigrams(sentences) if pair[1] != "</s>"], history, word)


def _joined(sentences: Sentences, history: str, word: str) -> float:
    return share(windows([w for sentence in sentences for w in sentence], 2), history, word)


def _types(sentences: Sentences, history: str, word: str) -> float:
    return share(sorted(set(bigrams(sentences))), history, word)


def _shares(sentences: Sentences, history: str, word: str) -> list[float]:
    """Return the share in each sentence that has the history."""
    each = [bigrams([sentence]) for sentence in sentences]
    having = [pairs for pairs in each if any(first == history for first, _ in pairs)]
    return [share(pairs, history, word) for pairs in having]


def _mean_of_shares(sentences: Sentences, history: str, word: str) -> float:
    shares = _shares(sentences, history, word)
    return sum(shares) / len(shares) if shares else 0.0


def _mean_over_all(sentences: Sentences, history: str, word: str) -> float:
    return sum(_shares(sentences, history, word)) / max(len(sentences), 1)


MISCONCEPTIONS = (
    Misconception(
        "the joint probability stands for the conditional one",
        "Divide by how often the history occurs, not by all pairs: the question is what comes "
        "next, given that the history is already there.",
        _joint,
    ),
    Misconception(
        "history and word are swapped in the condition",
        "Divide by the count of the history. Divided by the count of the word, it is the "
        "probability of the word before, P(history | word).",
        _reversed,
    ),
    Misconception(
        "no <s> before the sentences",
        "Start each sentence with <s>: otherwise nothing follows <s>, and the model cannot "
        "say how sentences begin.",
        _no_start,
    ),
    Misconception(
        "no </s> behind the sentences",
        "End each sentence with </s>: a history at the end of a sentence is followed by it, "
        "and belongs in the count you divide by.",
        _no_end,
    ),
    Misconception(
        "pairs reach across sentences",
        "Make the pairs sentence by sentence: the last word of one sentence and the first word "
        "of the next were never side by side.",
        _joined,
    ),
    Misconception(
        "different pairs are counted instead of occurrences",
        "Count every occurrence: a set forgets that one word followed ten times and another once.",
        _types,
    ),
    Misconception(
        "the shares of the sentences are averaged",
        "Add up the counts of all sentences and divide once: in a mean of shares, a history that "
        "a sentence has once counts as much as one that another sentence has ten times.",
        _mean_of_shares,
        variants=(_mean_over_all,),
    ),
)
