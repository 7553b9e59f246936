"""By how much one model leads another: 95% intervals that draw what was asked and the seeds anew.

Models that began with the same seed saw the same batches, so a seed is drawn for both of them.
Three seeds are few, and intervals from them are rough.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from jaxtyping import Bool, Float, Int

REPEATS = 2000
OF_SEEDS = 16  # keeps the generator that draws seeds apart from the one that draws lines


class Score(NamedTuple):
    """A score of each seed, with their mean and standard deviation."""

    seeds: tuple[float, ...]
    mean: float
    sd: float


class Lead(NamedTuple):
    """By how much one model is above another, with a 95% interval."""

    mean: float
    low: float
    high: float


def score_of(values: Sequence[float]) -> Score:
    """Return the mean and standard deviation of some seeds' scores."""
    return Score(tuple(values), float(np.mean(values)), float(np.std(values, ddof=1)))


def f1_of(counts: Int[np.ndarray, "*N L 3"]) -> Float[np.ndarray, "*N"]:
    """Return the F1 of all names of all lines together; 0 where nothing is right."""
    right, said, wanted = np.moveaxis(counts.sum(axis=-2), -1, 0)
    return np.asarray(2 * right / np.maximum(said + wanted, 1))


def over_seeds(leads: Float[np.ndarray, "R S"], seed: int = 0) -> tuple[float, float]:
    """Return a 95% interval of the mean over seeds, with the seeds drawn anew in each row.

    S seeds drawn from S have, on average, only (S - 1) / S of the variance of new ones, so what
    the drawing adds to the plain mean is stretched by the root of S / (S - 1).

    Args:
        leads: For each drawing of the test text the lead with each seed.
        seed: Draws the seeds.
    """
    repeats, seeds = leads.shape
    shares = np.full((repeats, seeds), 1 / seeds)
    if seeds > 1:
        generator = np.random.default_rng([OF_SEEDS, seed])
        drawn = generator.multinomial(seeds, shares[0], repeats) / seeds
        shares = shares + (drawn - shares) * np.sqrt(seeds / (seeds - 1))
    low, high = np.quantile((leads * shares).sum(axis=1), [0.025, 0.975])
    return float(low), float(high)


def f1_lead(first: Int[np.ndarray, "S L 3"], second: Int[np.ndarray, "S L 3"]) -> Lead:
    """Return by how much the first's F1 is higher, the mean over seeds, and its interval.

    Args:
        first: Names that are right, said and wanted, of each seed and line.
        second: The same for another model; its seeds go with those of the first.
    """
    drawn = _drawn(first.shape[1])
    of_first, of_second = (_drawn_f1(drawn, counts) for counts in (first, second))
    return Lead(float((f1_of(first) - f1_of(second)).mean()), *over_seeds(of_first - of_second))


def share_lead(
    first: Bool[np.ndarray, "S M"], second: Bool[np.ndarray, "S M"], examples: Sequence[int]
) -> Lead:
    """Return by how much the first is right more often, as a proportion, and its interval.

    Args:
        first: What was right, for each seed and question.
        second: The same for another model; its seeds go with those of the first.
        examples: The example or document that each question is from: these are drawn anew.
    """
    apart, number = first.astype(float) - second.astype(float), max(examples) + 1
    sums = np.stack([np.bincount(examples, row, number) for row in apart], axis=1)  # (E, S)
    sizes = np.bincount(examples, minlength=number)
    drawn = _drawn(number)
    return Lead(float(apart.mean()), *over_seeds((drawn @ sums) / (drawn @ sizes)[:, None]))


@lru_cache(maxsize=2)  # a question is asked of many models one after the other
def _drawn(number: int) -> Float[np.ndarray, "R N"]:
    """Return how often each of some lines or examples is drawn, the same for all models."""
    counts = np.random.default_rng(0).multinomial(number, [1 / number] * number, REPEATS)
    drawn = counts.astype(float)
    drawn.setflags(write=False)
    return drawn


def _drawn_f1(
    drawn: Float[np.ndarray, "R L"], counts: Int[np.ndarray, "S L 3"]
) -> Float[np.ndarray, "R S"]:
    sums = np.tensordot(drawn, counts.astype(float), axes=(1, 1))  # (R, S, 3)
    right, said, wanted = np.moveaxis(sums, -1, 0)
    return 2 * right / np.maximum(said + wanted, 1)
