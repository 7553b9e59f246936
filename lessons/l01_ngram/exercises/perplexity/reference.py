"""The reference of ``perplexity``: it stands in until the student is right."""

import math
from collections.abc import Sequence


def perplexity(probabilities: Sequence[Sequence[float]]) -> float:
    """Return exp of the mean negative log over all predictions; infinite if a probability is 0."""
    flat = [p for sentence in probabilities for p in sentence]
    if min(flat) == 0:
        return math.inf
    return math.exp(-sum(map(math.log, flat)) / len(flat))
