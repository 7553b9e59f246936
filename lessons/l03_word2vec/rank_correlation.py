"""Spearman's rank correlation, and how sure one can be that two of them differ.

Word vectors are judged by ranks: the scale of a cosine means nothing, but the pair that people find
more alike should get the larger one.
"""

import numpy as np
from jaxtyping import Float


def ranks(values: Float[np.ndarray, " P"]) -> Float[np.ndarray, " P"]:
    """Return the rank of each value, from 1; equal values share the mean of their ranks."""
    _, place, times = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(times)
    return (last - (times - 1) / 2)[place]


def spearman(first: Float[np.ndarray, " P"], second: Float[np.ndarray, " Q"]) -> float:
    """Return Spearman's rank correlation: Pearson's correlation of the ranks.

    Raises:
        ValueError: If there are fewer than two values, or all of one side are equal.
    """
    if len(first) != len(second) or len(first) < 2:
        raise ValueError(f"expected two values or more a side, got {len(first)} and {len(second)}")
    sides = [ranks(side) - (len(side) + 1) / 2 for side in (first, second)]
    spread = float(np.sqrt((sides[0] ** 2).sum() * (sides[1] ** 2).sum()))
    if spread == 0:
        raise ValueError("expected values that differ on either side, got equal ones")
    return float((sides[0] * sides[1]).sum()) / spread


def paired_interval(
    human: Float[np.ndarray, " P"],
    ours: Float[np.ndarray, "S P"],
    theirs: Float[np.ndarray, "Z P"],
    repeats: int = 2000,
    seed: int = 0,
) -> tuple[float, float]:
    """Return the 95% bootstrap interval of a difference in mean Spearman correlation.

    Each repeat draws pairs with replacement, the *same* for both sides, and trained models of each
    side with replacement, so that the interval covers the choice of pairs and of seeds.

    Args:
        human: Human scores of the pairs.
        ours: Cosines of the pairs, a row per trained model.
        theirs: Cosines of the same pairs by the models to compare with.
        repeats: How often to draw.
        seed: Decides the draws.
    """
    generator = np.random.default_rng(seed)
    differences = []
    for _ in range(repeats):
        pairs = generator.integers(0, len(human), len(human))
        means = [
            np.mean([spearman(human[pairs], row[pairs]) for row in side[models]])
            for side in (ours, theirs)
            for models in [generator.integers(0, len(side), len(side))]
        ]
        differences.append(means[0] - means[1])
    low, high = np.percentile(differences, [2.5, 97.5])
    return float(low), float(high)
