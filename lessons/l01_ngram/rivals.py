"""Kneser-Ney with one of its two ideas left out, and what a model expects of a whole text."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from bertlab.before.ngrams.corpus import LanguageModelData, Vocabulary
from bertlab.before.ngrams.kneser_ney import KneserNey
from bertlab.before.ngrams.ngram import NgramModel

BEGIN = 1  # the id of <s>


class AbsoluteDiscounting(KneserNey):
    """A fixed discount as in Kneser-Ney, but what was taken goes to *frequent* words.

    Every order counts occurrences; no order counts the different words before.

    Source: Ney, Essen and Kneser 1994.
    """

    def fit(self, sentences: Iterable[Sequence[int]]) -> "AbsoluteDiscounting":
        """Count the n-grams of a text and discount them; see ``NgramModel.fit``."""
        super().fit(sentences)
        if self.discounts is None:
            self.discounts_ = tuple(self.estimate(level.counts) for level in self.levels_)
        self._discounted = tuple(
            self._discount(level, level.counts, discounts)
            for level, discounts in zip(self.levels_, self.discounts_, strict=True)
        )
        return self


def expected(model: NgramModel, word: str) -> float:
    """Add up a bigram model's P(word | history) over every place of the text it was fitted to."""
    at, pairs = model.vocabulary.index(word), model.levels_[1]
    histories = pairs.histories  # of one word: their keys are the words' own numbers
    inside = histories != BEGIN
    texts = [[history, at] for history in histories[inside].tolist()]
    after = model.probabilities(texts).reshape(-1, 3)[:, 1]  # history, word, </s>
    first = model.probabilities([[at]])[0]
    return float(after @ pairs.totals[inside] + first * pairs.totals[~inside].sum())


def two_ways(data: LanguageModelData, discount: float) -> dict[str, KneserNey]:
    """Fit bigram models that take the same discount, and hand it out in two ways."""
    ways = {
        "how often a word occurs": AbsoluteDiscounting,
        "how many different words it follows": KneserNey,
    }
    return {
        way: kind(2, data.vocabulary, [0.0, discount]).fit(data.train) for way, kind in ways.items()
    }


def offered(
    models: Mapping[str, NgramModel], words: Sequence[str], history: str
) -> dict[str, dict[str, float]]:
    """Return each model's probability of each word after a history of one word."""
    return {
        way: {word: model.probability(word, [history]) for word in words}
        for way, model in models.items()
    }


def kneser_ney_of(
    sentences: Sequence[Sequence[str]], asked: Iterable[tuple[str, str]], discount: float
) -> list[float]:
    """Return bertlab's P(word | history) for pairs (history, word), as nltk defines it."""
    words = Vocabulary.from_sentences(sentences)
    # discount 0 at order 1: nltk keeps nothing for new words
    model = KneserNey(2, words, discounts=[0.0, discount])
    model.fit([words.encode(sentence) for sentence in sentences])
    return [model.probability(word, [history]) for history, word in asked]


def parts(
    pairs: Mapping[tuple[str, str], int], words: Sequence[str], history: str, discount: float
) -> dict[str, tuple[float, float]]:
    """Return for each word after a history what is left of its count, and what it is given."""
    after = {second: count for (first, second), count in pairs.items() if first == history}
    total = sum(after.values())
    shares = {word: sum(second == word for _, second in pairs) / len(pairs) for word in words}
    given = discount * len(after) / total
    return {
        word: (max(after.get(word, 0) - discount, 0) / total, given * share)
        for word, share in shares.items()
    }


def row(model: NgramModel, history: str) -> tuple[int, int]:
    """Return how often a word was followed, and by how many different words."""
    pairs, size = model.levels_[1], len(model.vocabulary)
    at = np.searchsorted(pairs.histories, model.vocabulary.index(history))
    counts = pairs.counts[pairs.ngrams // size == at]
    return int(counts.sum()), len(counts)


def by_frequency(data: LanguageModelData) -> np.ndarray:
    """Return the validation perplexity of absolute discounting at n = 1 to 5."""
    models = (AbsoluteDiscounting(n, data.vocabulary).fit(data.train) for n in range(1, 6))
    return np.array([model.perplexity(data.validation) for model in models])


def compared(
    record: Mapping[str, Sequence[float]], frequent: Sequence[float]
) -> dict[str, Sequence[float]]:
    """Put absolute discounting between the recorded models with none of the ideas and with both."""
    return {
        "interpolation": record["interpolation"],
        "absolute discounting": frequent,
        "Kneser-Ney": record["Kneser-Ney"],
        "modified Kneser-Ney": record["modified Kneser-Ney"],
    }


def told(perplexity: Mapping[str, Sequence[float]]) -> str:
    """Say in words where each model begins, at n = 2, and where it ends."""
    return "Perplexity at n = 2 and n = 5. " + "; ".join(
        f"{name}: from {values[1]:.0f} to {values[-1]:.0f}" for name, values in perplexity.items()
    )


def table(perplexity: Mapping[str, Sequence[float]]) -> None:
    """Print perplexities from n = 2 on."""
    print("validation perplexity  n = 2      3      4      5")
    for name, values in perplexity.items():
        print(f"{name:21s}" + "".join(f"{value:7.1f}" for value in values[1:]))
