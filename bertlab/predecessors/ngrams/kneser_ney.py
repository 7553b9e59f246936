"""Kneser-Ney smoothing, with one discount per order and in the modified form with three.

Three ideas. A little is taken off every count that was seen (the discount). What was taken off
after a history is given back through the order below. And the order below counts something else:
not how often a word was seen, but after how many different words (the continuation count).

Leaves out: back-off without interpolation, the form in Kneser and Ney's paper. The interpolated
form is Chen and Goodman's; as in theirs, the lowest order is mixed with the uniform distribution.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from jaxtyping import Float, Int

from bertlab.predecessors.ngrams.corpus import Vocabulary
from bertlab.predecessors.ngrams.counts import Level, Probabilities, Rows, look_up
from bertlab.predecessors.ngrams.ngram import NgramModel

Discounts = tuple[float, float, float]  # for the counts 1, 2, and 3 or more


class DiscountedCounts(NamedTuple):
    """One order, ready for use.

    Attributes:
        counts: What is left of each n-gram's count after the discount.
        totals: Sum of the counts after each history, before the discount.
        freed: Sum of what was taken off after each history.
    """

    counts: Float[np.ndarray, " ngrams"]
    totals: Float[np.ndarray, " histories"]
    freed: Float[np.ndarray, " histories"]


class KneserNey(NgramModel):
    """Interpolated Kneser-Ney with one discount per order.

    ``P_j(w | h) = (max(c(h w) - D, 0) + freed(h) * P_{j-1}(w | shorter h)) / total(h)``. At the
    highest order ``c`` counts occurrences; below, it counts the different words before ``h w``.
    ``P_0`` is uniform. After a history that was never seen, ``P_j`` is ``P_{j-1}``.

    Args:
        order: The n of the n-grams.
        vocabulary: The words the model knows.
        discounts: One discount per order, order 1 first; estimated from the counts if not given.

    Attributes:
        discounts_: For each order, what is taken off counts of 1, 2, and 3 or more.

    Raises:
        ValueError: If there is not one discount in [0, 1] per order.

    Source: Kneser and Ney 1995; Chen and Goodman 1999, sections 2.7 and 3.
    """

    discounts_: tuple[Discounts, ...]

    def __init__(
        self, order: int, vocabulary: Vocabulary, discounts: Sequence[float] | None = None
    ) -> None:
        super().__init__(order, vocabulary)
        if discounts is not None and (
            len(discounts) != order or not all(0 <= discount <= 1 for discount in discounts)
        ):
            raise ValueError(f"expected {order} discounts in [0, 1], got {discounts}")
        self.discounts = discounts

    @property
    def num_parameters(self) -> int:
        """The counts of every order, and three discounts for each."""
        return sum(len(level.ngrams) for level in self._fitted()) + 3 * self.order

    def fit(self, sentences: Iterable[Sequence[int]]) -> "KneserNey":
        """Count the n-grams of a text and discount them; see ``NgramModel.fit``."""
        super().fit(sentences)
        tables = [level.continuations for level in self.levels_[:-1]] + [self.levels_[-1].counts]
        if self.discounts is None:
            self.discounts_ = tuple(self.estimate(counts) for counts in tables)
        else:
            self.discounts_ = tuple((discount,) * 3 for discount in self.discounts)
        self._discounted = tuple(
            self._discount(level, counts, discounts)
            for level, counts, discounts in zip(self.levels_, tables, self.discounts_, strict=True)
        )
        return self

    @staticmethod
    def estimate(counts: Int[np.ndarray, " ngrams"]) -> Discounts:
        """Estimate the discount ``n1 / (n1 + 2 n2)``, where ``n1`` n-grams have count 1.

        Without n-grams of count 1 there is nothing to estimate from: it is 0.5 then.
        """
        once, twice = (int((counts == count).sum()) for count in (1, 2))
        discount = once / (once + 2 * twice) if once else 0.5
        return discount, discount, discount

    def _discount(
        self, level: Level, counts: Int[np.ndarray, " ngrams"], discounts: Discounts
    ) -> DiscountedCounts:
        taken = np.array((0.0, *discounts))[np.minimum(counts, 3)]
        history = level.ngrams // len(self.vocabulary)
        return DiscountedCounts(
            counts=counts - taken,
            totals=np.bincount(history, weights=counts),
            freed=np.bincount(history, weights=taken),
        )

    def _score(self, rows: Rows) -> Probabilities:
        probability = np.full(len(rows), 1 / self.num_outcomes)
        for table, found in zip(self._discounted, self._find(rows), strict=True):
            discounted = look_up(table.counts, found.ngrams, unseen=0)
            freed = look_up(table.freed, found.histories, unseen=1)
            total = look_up(table.totals, found.histories, unseen=1)
            probability = (discounted + freed * probability) / total
        return probability


class ModifiedKneserNey(KneserNey):
    """Kneser-Ney with three discounts per order: for counts of 1, of 2, and of 3 or more.

    A count of 1 is more often luck than a count of 10, so it deserves another discount.

    Source: Chen and Goodman 1999, section 3.
    """

    @staticmethod
    def estimate(counts: Int[np.ndarray, " ngrams"]) -> Discounts:
        """Estimate the three discounts from how many n-grams have count 1, 2, 3 and 4.

        ``Y = n1 / (n1 + 2 n2)``, then ``D1 = 1 - 2 Y n2 / n1``, ``D2 = 2 - 3 Y n3 / n2`` and
        ``D3+ = 3 - 4 Y n4 / n3``. A text too small for that (a zero among them, or a discount below
        0) gets the single discount of ``KneserNey`` instead.
        """
        n1, n2, n3, n4 = (int((counts == count).sum()) for count in (1, 2, 3, 4))
        if 0 in (n1, n2, n3):
            return KneserNey.estimate(counts)
        y = n1 / (n1 + 2 * n2)
        discounts = (1 - 2 * y * n2 / n1, 2 - 3 * y * n3 / n2, 3 - 4 * y * n4 / n3)
        return discounts if min(discounts) >= 0 else KneserNey.estimate(counts)
