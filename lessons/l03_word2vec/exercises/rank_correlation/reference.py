"""The reference of ``rank_correlation``: it stands in until the student is right."""

import numpy as np
from jaxtyping import Float


def rank_correlation(cosines: Float[np.ndarray, " P"], ratings: Float[np.ndarray, " P"]) -> float:
    """Return Spearman's rank correlation of values of which no two are equal."""
    first, second = (side.argsort(kind="stable").argsort() for side in (cosines, ratings))
    return float(np.corrcoef(first, second)[0, 1])
