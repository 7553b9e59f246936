"""The reference of ``seed_interval``."""

from collections.abc import Sequence
from statistics import fmean, stdev


def seed_interval(
    ours: Sequence[float], base: Sequence[float], t: float
) -> tuple[float, float, float]:
    """Return the mean difference of two variants over seeds, and the ends of its interval."""
    differences = [one - other for one, other in zip(ours, base, strict=True)]
    mean = fmean(differences)
    half = t * stdev(differences) / len(differences) ** 0.5
    return mean, mean - half, mean + half
