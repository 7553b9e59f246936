"""The reference of ``interval``."""

import math
from collections.abc import Sequence


def interval(differences: Sequence[float], t: float = 4.303) -> tuple[float, float]:
    """Return the lower and the upper end of an interval for a mean.

    Args:
        differences: At least two numbers, one for each seed.
        t: How many standard errors the interval reaches to each side; 4.303 is 95% of three seeds.
    """
    n = len(differences)
    mean = sum(differences) / n
    variance = sum((d - mean) ** 2 for d in differences) / (n - 1)
    reach = t * math.sqrt(variance / n)
    return mean - reach, mean + reach
