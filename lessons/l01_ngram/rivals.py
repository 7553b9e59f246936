"""Kneser-Ney with one of its two ideas left out, and what a model expects of a whole text."""

from collections.abc import Iterable, Sequence

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
