"""N-gram language models: what they share, maximum likelihood and add-k.

An n-gram model gives the next word a probability from the ``order - 1`` words before it. All models
here are estimators: ``fit`` counts, ``probability`` and ``distribution`` look at one history,
``perplexity`` scores a text, ``sample`` writes one. Models that mix orders stand in
``bertlab.predecessors.ngrams.interpolation`` and ``bertlab.predecessors.ngrams.kneser_ney``.

A history is the sentence so far. It is cut to its last ``order - 1`` words, and padded with ``<s>``
if the sentence is still shorter. The outcomes are the words, ``<unk>`` and ``</s>``; ``<s>`` is
never predicted, so its probability is 0.

Leaves out: back-off without mixing (Katz 1987), pruning, files in ARPA format.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import TypeVar

import numpy as np
from jaxtyping import Float

from bertlab.predecessors.ngrams.corpus import Vocabulary
from bertlab.predecessors.ngrams.counts import (
    BEGIN_ID,
    END_ID,
    UNKNOWN_ID,
    Level,
    NgramIndices,
    Probabilities,
    Rows,
    count_levels,
    find,
    look_up,
    prediction_rows,
)

Model = TypeVar("Model", bound="NgramModel")


class NgramModel(ABC):
    """What all n-gram models share: counting, look-ups, perplexity and sampling.

    Args:
        order: The n: how many words a count spans. 1 ignores the history.
        vocabulary: The words the model knows; text is encoded with it.

    Attributes:
        levels_: Counts of order 1 to n, after ``fit``.

    Raises:
        ValueError: If the order is below 1.
    """

    levels_: tuple[Level, ...]

    def __init__(self, order: int, vocabulary: Vocabulary) -> None:
        if order < 1:
            raise ValueError(f"order must be at least 1, got {order}")
        self.order = order
        self.vocabulary = vocabulary
        self.num_outcomes = len(vocabulary) - 1  # everything but <s>

    @abstractmethod
    def _score(self, rows: Rows) -> Probabilities:
        """Give the probability of the last token of each row after the others: (tokens,)."""

    @property
    def num_parameters(self) -> int:
        """How many numbers the fitted model needs: here, the counts of the highest order."""
        return len(self._fitted()[-1].ngrams)

    def fit(self: Model, sentences: Iterable[Sequence[int]]) -> Model:
        """Count the n-grams of a text.

        Args:
            sentences: Sentences of ids, without ``<s>`` and ``</s>``.

        Returns:
            The model itself.

        Raises:
            ValueError: If the text is empty or holds no known word.
        """
        rows = prediction_rows(sentences, self.order, len(self.vocabulary))
        known = (rows[:, -1] != UNKNOWN_ID) & (rows[:, -1] != END_ID)
        if not known.any():
            raise ValueError(
                f"expected a text with known words, got none among its "
                f"{int((rows[:, -1] == UNKNOWN_ID).sum())} words"
            )
        self.levels_ = count_levels(rows, len(self.vocabulary))
        return self

    def probabilities(self, sentences: Iterable[Sequence[int]]) -> Probabilities:
        """Give the probability of each predicted token: every word and each closing ``</s>``."""
        self._fitted()
        return self._score(prediction_rows(sentences, self.order, len(self.vocabulary)))

    def perplexity(self, sentences: Iterable[Sequence[int]]) -> float:
        """Give the inverse geometric mean of the probabilities; infinite if one of them is 0."""
        probabilities = self.probabilities(sentences)
        if probabilities.min() == 0:
            return math.inf
        return math.exp(-np.log(probabilities).mean())

    def unseen_proportion(self, sentences: Iterable[Sequence[int]]) -> float:
        """Give the proportion of a text's n-grams that never occurred in the text fitted to."""
        levels = self._fitted()
        rows = prediction_rows(sentences, self.order, len(self.vocabulary))
        return float((find(levels, rows, len(self.vocabulary))[-1].ngrams < 0).mean())

    def distribution(self, history: Sequence[str | int] = ()) -> Float[np.ndarray, " V"]:
        """Give the probability of every outcome after a history.

        Args:
            history: The sentence so far, as words or ids; empty at the start of a sentence.

        Returns:
            One probability per id. They sum to 1; only ``MaximumLikelihood`` gives zeros
            after a history it never saw.

        Raises:
            ValueError: If a word is not in the vocabulary or an id is out of range.
        """
        self._fitted()
        rows = np.empty((len(self.vocabulary), self.order), dtype=np.int64)
        rows[:, :-1] = self._history(history)
        rows[:, -1] = np.arange(len(self.vocabulary))
        probabilities = self._score(rows)
        probabilities[BEGIN_ID] = 0.0
        return probabilities

    def probability(self, word: str | int, history: Sequence[str | int] = ()) -> float:
        """Give the probability of one word after a history; see ``distribution``."""
        self._fitted()
        row = np.array([[*self._history(history), self._id(word)]], dtype=np.int64)
        return 0.0 if row[0, -1] == BEGIN_ID else float(self._score(row)[0])

    def sample(
        self, seed: int = 0, max_words: int = 30, history: Sequence[str | int] = ()
    ) -> list[str]:
        """Write a sentence, drawing one word after the other.

        Args:
            seed: Seed of the random numbers.
            max_words: Stop after so many words if no ``</s>`` comes before.
            history: The sentence so far; not part of the result.

        Raises:
            ValueError: If the model gives no word a probability after this history.
        """
        generator = np.random.default_rng(seed)
        written = [self._id(word) for word in history]
        start = len(written)
        while len(written) - start < max_words:
            probabilities = self.distribution(written)
            if not probabilities.any():
                raise ValueError(f"expected a history with known next words, got {list(history)}")
            word = int(generator.choice(len(probabilities), p=probabilities / probabilities.sum()))
            if word == END_ID:
                break
            written.append(word)
        return self.vocabulary.decode(written[start:])

    def _find(self, rows: Rows) -> tuple[NgramIndices, ...]:
        return find(self.levels_, rows, len(self.vocabulary))

    def _fitted(self) -> tuple[Level, ...]:
        if not hasattr(self, "levels_"):
            raise ValueError(f"expected a fitted {type(self).__name__}, got a new one: call fit")
        return self.levels_

    def _history(self, history: Sequence[str | int]) -> list[int]:
        words = [self._id(word) for word in history]
        padded = [BEGIN_ID] * (self.order - 1) + words
        return padded[len(words) :]  # the last order - 1

    def _id(self, word: str | int) -> int:
        if isinstance(word, str):
            return self.vocabulary.index(word)
        if not 0 <= word < len(self.vocabulary):
            raise ValueError(f"expected ids from 0 to {len(self.vocabulary) - 1}, got {word}")
        return int(word)


class MaximumLikelihood(NgramModel):
    """The relative frequency: count of the n-gram divided by the count of its history.

    After a history that was never seen there is nothing to divide by: every word gets 0.
    """

    def _score(self, rows: Rows) -> Probabilities:
        return relative_frequencies(self.levels_[-1], self._find(rows)[-1])


class AddK(NgramModel):
    """Every outcome gets ``k`` extra counts after every history (Lidstone; Laplace if k is 1).

    Args:
        order: The n of the n-grams.
        vocabulary: The words the model knows.
        k: What is added to each count.

    Raises:
        ValueError: If ``k`` is not above 0.
    """

    def __init__(self, order: int, vocabulary: Vocabulary, k: float = 1.0) -> None:
        super().__init__(order, vocabulary)
        if not k > 0:
            raise ValueError(f"k must be above 0, got {k}: use MaximumLikelihood for 0")
        self.k = k

    def _score(self, rows: Rows) -> Probabilities:
        level, found = self.levels_[-1], self._find(rows)[-1]
        counts = look_up(level.counts, found.ngrams, unseen=0)
        totals = look_up(level.totals, found.histories, unseen=0)
        return (counts + self.k) / (totals + self.k * self.num_outcomes)


def relative_frequencies(level: Level, found: NgramIndices) -> Probabilities:
    """Give count / count of the history; 0 where the history was never seen."""
    counts = look_up(level.counts, found.ngrams, unseen=0)
    return counts / look_up(level.totals, found.histories, unseen=1)
