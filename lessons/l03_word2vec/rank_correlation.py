"""Spearman's rank correlation, and how sure one can be that two of them differ.

Word vectors are judged by ranks: the scale of a cosine means nothing, but the pair that people find
more alike should get the larger one.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from jaxtyping import Float

from workbook.exercises.tasks import OPEN, task


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


def rank_correlation(cosines: Float[np.ndarray, " P"], ratings: Float[np.ndarray, " P"]) -> float:
    """Return Spearman's rank correlation of values of which no two are equal.

    Args:
        cosines: One for each pair of words.
        ratings: One for each pair of words.
    """
    first, second = (
        side.argsort(kind="stable").argsort(kind="stable") for side in (cosines, ratings)
    )
    return float(np.corrcoef(first, second)[0, 1])


def ranked(given: Callable[..., Any]) -> Callable[..., Any]:
    """Try a student's ``rank_correlation``, say what is wrong, and return it or, if wrong, ours.

    Args:
        given: The student's function.
    """
    return task(__name__, "rank_correlation", given, rank_correlation, _slip_in_ranks)


def _slip_in_ranks(given: Callable[..., Any]) -> str:
    """Ask for values that are far from evenly spaced, so that every slip gives another number."""
    generator = np.random.default_rng(0)
    for number in (3, 7, 40):
        ratings = generator.normal(size=number) ** 3
        cosines = np.exp(ratings + generator.normal(size=number))
        found = given(cosines.copy(), ratings.copy())
        if found is None or found is ...:
            return OPEN
        if np.shape(found):
            return f"It should be one number; this is an array of shape {np.shape(found)}."
        if not np.isclose(found, right := spearman(cosines, ratings), atol=1e-9):
            return _slip_in_number(float(found), right, cosines, ratings)
    return ""


def _slip_in_number(
    found: float, right: float, cosines: Float[np.ndarray, " P"], ratings: Float[np.ndarray, " P"]
) -> str:
    once = cosines.argsort(), ratings.argsort()
    for advice, slip in {
        "This is the correlation of the values: it needs their ranks.": (cosines, ratings),
        "One argsort says which value comes first. The ranks need a second one.": once,
        "One side has ranks, the other has values.": (ranks(cosines), ratings),
        "One side has values, the other has ranks.": (cosines, ranks(ratings)),
        "The sign is wrong: one of the two orders is reversed.": (
            -cosines.argsort().argsort(),
            ranks(ratings),
        ),
    }.items():
        if np.isclose(found, np.corrcoef(*slip)[0, 1], atol=1e-9):
            return advice
    return f"For {len(ratings)} pairs it should be {right:.3f}; it is {found:.3f}."
