"""The reference of ``seed_interval``."""

from collections.abc import Sequence
from statistics import fmean


def seed_interval(
    ours: Sequence[float], base: Sequence[float], t: float
) -> tuple[float, float, float]:
    """Return the mean difference of two variants over seeds, and the ends of its interval."""
    differences = [one - other for one, other in zip(ours, base, strict=True)]
    mean = fmean(differences)
    squares = [(difference - mean) ** 2 for difference in differences]
    deviation = (sum(squares) / (len(squares) - 1)) ** 0.5
    half = t * deviation / len(squares) ** 0.5
    return mean, mean - half, mean + half
