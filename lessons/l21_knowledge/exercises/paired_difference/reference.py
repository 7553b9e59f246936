"""The reference of ``paired_difference``."""

import math
from collections.abc import Sequence
from statistics import fmean, stdev


def paired_difference(
    model: Sequence[int], counting: Sequence[int], t: float = 1.96
) -> tuple[float, float, float]:
    """Return how much more often a model is right, as a proportion, with the ends of its interval.

    Args:
        model: For each question, 1 if the model is right, else 0.
        counting: The same for the control that counts, on the same questions.
        t: How many standard errors the interval reaches to each side.

    Raises:
        ValueError: If there are fewer than two questions.
    """
    differences = [one - other for one, other in zip(model, counting, strict=True)]
    n = len(differences)
    if n < 2:
        raise ValueError(f"expected at least 2 questions, got {n}")
    mean = fmean(differences)
    reach = t * stdev(differences) / math.sqrt(n)
    return mean, mean - reach, mean + reach
