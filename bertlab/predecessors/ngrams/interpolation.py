"""Interpolation: a mixture of the relative frequencies of all orders (Jelinek and Mercer 1980).

Leaves out: weights that depend on how often the history was seen, which the authors group.
"""

from collections.abc import Iterable, Sequence

import numpy as np
from jaxtyping import Bool, Float

from bertlab.predecessors.ngrams.corpus import Vocabulary
from bertlab.predecessors.ngrams.counts import Probabilities, Rows, prediction_rows
from bertlab.predecessors.ngrams.ngram import NgramModel, relative_frequencies

OrderProbabilities = Float[np.ndarray, "tokens order+1"]
Seen = Bool[np.ndarray, "tokens order"]


class Interpolated(NgramModel):
    """Jelinek-Mercer interpolation: each order is mixed with the order below.

    ``P_j(w | h) = weight_j * relative frequency + (1 - weight_j) * P_{j-1}(w | shorter h)``, where
    ``P_0`` is uniform. After a history that was never seen, ``P_j`` is ``P_{j-1}``.

    Args:
        order: The n of the n-grams.
        vocabulary: The words the model knows.
        weights: One weight per order, order 1 first; 0.5 each if not given. ``fit_weights`` finds
            better ones.

    Attributes:
        weights_: The weights in use.

    Raises:
        ValueError: If there is not one weight in [0, 1] per order.

    Source: Jelinek and Mercer 1980; Chen and Goodman 1999, section 2.3, with one weight per order.
    """

    def __init__(
        self, order: int, vocabulary: Vocabulary, weights: Sequence[float] | None = None
    ) -> None:
        super().__init__(order, vocabulary)
        self.weights_ = np.full(order, 0.5) if weights is None else np.array(weights, dtype=float)
        if (
            self.weights_.shape != (order,)
            or not ((self.weights_ >= 0) & (self.weights_ <= 1)).all()
        ):
            raise ValueError(f"expected {order} weights in [0, 1], got {weights}")

    @property
    def num_parameters(self) -> int:
        """The counts of every order, and one weight for each."""
        return sum(len(level.ngrams) for level in self._fitted()) + self.order

    def fit_weights(self, held_out: Iterable[Sequence[int]], num_steps: int = 30) -> "Interpolated":
        """Choose the weights that make a held-out text likely, by expectation-maximization.

        Each token asks which order it was drawn from; a weight becomes the proportion of tokens
        that reach its order and stop there. No step lowers the likelihood.

        Args:
            held_out: Sentences of ids that were not counted in ``fit``.
            num_steps: How many times to repeat.
        """
        self._fitted()
        rows = prediction_rows(held_out, self.order, len(self.vocabulary))
        frequencies, seen = self._parts(rows)
        for _ in range(num_steps):
            posteriors = self._order_probabilities(seen) * frequencies  # (tokens, order + 1)
            posteriors /= posteriors.sum(axis=1, keepdims=True)
            stops = (posteriors[:, 1:] * seen).sum(axis=0)
            reaches = (posteriors.cumsum(axis=1)[:, 1:] * seen).sum(axis=0)
            self.weights_ = np.divide(stops, reaches, out=self.weights_.copy(), where=reaches > 0)
        return self

    def _score(self, rows: Rows) -> Probabilities:
        frequencies, seen = self._parts(rows)
        return (self._order_probabilities(seen) * frequencies).sum(axis=1)

    def _parts(self, rows: Rows) -> tuple[OrderProbabilities, Seen]:
        """Give the frequencies at orders 0 to n (order 0: uniform), and the seen histories."""
        found = self._find(rows)
        columns = [np.full(len(rows), 1 / self.num_outcomes)]
        columns += [
            relative_frequencies(level, at) for level, at in zip(self.levels_, found, strict=True)
        ]
        return np.stack(columns, axis=1), np.stack([at.histories >= 0 for at in found], axis=1)

    def _order_probabilities(self, seen: Seen) -> OrderProbabilities:
        """Give each token the probability of each order, 0 to n: (tokens, order + 1)."""
        weights = np.where(seen, self.weights_, 0.0)  # an unseen history passes everything down
        passed = np.cumprod((1 - weights)[:, ::-1], axis=1)[:, ::-1]  # what orders j..n pass down
        ones = np.ones((len(seen), 1))
        return np.hstack([ones, weights]) * np.hstack([passed, ones])
