"""Two more models: interpolation with grouped weights, and absolute discounting."""

from collections.abc import Iterable, Sequence

import numpy as np

from bertlab.predecessors.ngrams.counts import Probabilities, Rows, look_up, prediction_rows
from bertlab.predecessors.ngrams.interpolation import Interpolated
from bertlab.predecessors.ngrams.kneser_ney import KneserNey

GROUPS = 13  # of histories: seen once, 2 or 3 times, 4 to 7 times, and so on


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


class GroupedWeights(Interpolated):
    """Interpolation with other weights for frequent histories than for rare ones.

    Histories are grouped by their count, whose size doubles from group to group.

    Attributes:
        grouped_: The weight of each order for each group.

    Source: Jelinek and Mercer 1980.
    """

    def fit_weights(
        self, held_out: Iterable[Sequence[int]], num_steps: int = 30
    ) -> "GroupedWeights":
        """Choose the weights that make a held-out text likely; see ``Interpolated``."""
        rows = prediction_rows(held_out, self.order, len(self.vocabulary))
        (frequencies, seen), groups = self._parts(rows), self._groups(rows)
        self.grouped_ = np.full((self.order, GROUPS), 0.5)
        for _ in range(num_steps):
            shares = self._mixture(groups, seen) * frequencies
            shares /= shares.sum(axis=1, keepdims=True)
            stops = shares[:, 1:] * seen
            reaches = shares.cumsum(axis=1)[:, 1:] * seen
            for weights, at, stop, reach in zip(
                self.grouped_, groups.T, stops.T, reaches.T, strict=True
            ):
                above, below = (np.bincount(at, part, GROUPS) for part in (stop, reach))
                np.divide(above, below, out=weights, where=below > 0)
        return self

    def _groups(self, rows: Rows) -> np.ndarray:
        """Give the group of each history: (tokens, order)."""
        counts = [
            look_up(level.totals, found.histories, unseen=1)
            for level, found in zip(self.levels_, self._find(rows), strict=True)
        ]
        sizes = np.log2(np.maximum(np.stack(counts, axis=1), 1)).astype(int)
        return np.minimum(sizes, GROUPS - 1)

    def _mixture(self, groups: np.ndarray, seen: np.ndarray) -> np.ndarray:
        weights = np.where(seen, self.grouped_[np.arange(self.order), groups], 0.0)
        passed = np.cumprod((1 - weights)[:, ::-1], axis=1)[:, ::-1]
        ones = np.ones((len(seen), 1))
        return np.hstack([ones, weights]) * np.hstack([passed, ones])

    def _score(self, rows: Rows) -> Probabilities:
        frequencies, seen = self._parts(rows)
        return (self._mixture(self._groups(rows), seen) * frequencies).sum(axis=1)
