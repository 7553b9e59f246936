"""How sure is a number? 95% intervals of a proportion, of a mean, and of a difference.

A bootstrap draws what was sampled again, with repetition: a line, a question, an article. Two
models that answered the same are compared by their *differences* (a paired bootstrap): texts differ
far more than models do, and that part cancels. Models that began with the same seed saw the same
batches, so a seed is drawn for both of them. Three seeds are few: their intervals are rough.
"""

from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

Z = 1.96  # standard errors on each side of a mean hold 95% of a normal distribution
REPEATS = 2000
OF_SEEDS = 16  # keeps the generator that draws seeds apart from the one that draws lines
Values = Float[Tensor, " N"] | Sequence[float]


class Interval(NamedTuple):
    """Where a value lies, from ``low`` to ``high``."""

    low: float
    high: float


class Estimate(NamedTuple):
    """A value or a difference, with the interval in which it lies."""

    mean: float
    low: float
    high: float


class SeedScores(NamedTuple):
    """A score of each seed, with their mean and standard deviation."""

    seeds: tuple[float, ...]
    mean: float
    sd: float


def seed_scores(values: Sequence[float]) -> SeedScores:
    """Return the mean and standard deviation of some seeds' scores."""
    return SeedScores(tuple(values), float(np.mean(values)), float(np.std(values, ddof=1)))


def proportion_interval(proportion: float, count: int) -> Interval:
    """Return Wilson's 95% interval of a proportion: never below 0, never above 1, never empty.

    Args:
        proportion: How many of the trials have what is counted, between 0 and 1.
        count: The trials.

    Raises:
        ValueError: If the proportion is not between 0 and 1, or there are no trials.

    Source: Wilson 1927, Probable inference, the law of succession, and statistical inference.
    """
    if not 0 <= proportion <= 1 or count < 1:
        raise ValueError(
            f"expected a proportion in [0, 1] of at least 1 trial, got {proportion} of {count}"
        )
    middle = (proportion + Z * Z / (2 * count)) / (1 + Z * Z / count)
    spread = proportion * (1 - proportion) / count + Z * Z / (4 * count * count)
    half = Z * spread**0.5 / (1 + Z * Z / count)
    return Interval(max(0.0, float(middle - half)), min(1.0, float(middle + half)))


def percentile_interval(
    drawn: Float[np.ndarray, " R"] | Float[Tensor, " R"], level: float = 0.95
) -> Interval:
    """Return the ends between which the middle of some drawn values lies; equal tails are left out.

    Args:
        drawn: A value from each drawing.
        level: The proportion of the values that lie inside.
    """
    low, high = np.percentile(np.asarray(drawn), [50 - 50 * level, 50 + 50 * level])
    return Interval(float(low), float(high))


def bootstrap_interval(
    values: Values,
    seed: int,
    draws: int = 1000,
    level: float = 0.95,
    groups: Sequence[Hashable] | None = None,
) -> Interval:
    """Return the interval of a mean over units that are drawn again, with repetition.

    Args:
        values: One for each query.
        seed: Of the draws.
        draws: How many times the units are drawn.
        level: The proportion of drawn means that lie inside.
        groups: To which unit each value belongs (an article, for instance): values of one
            unit are drawn together. None: each value is a unit.

    Raises:
        ValueError: If there are no values, the groups are not as many, or a number is out of range.
    """
    numbers = torch.as_tensor(values, dtype=torch.float64)
    if not len(numbers) or draws < 1 or not 0 < level < 1:
        raise ValueError(
            "expected values, draws of at least 1 and a level in (0, 1), got "
            f"{len(numbers)} values, {draws} and {level}"
        )
    if groups is not None and len(groups) != len(numbers):
        raise ValueError(f"expected {len(numbers)} groups, got {len(groups)}")
    names = range(len(numbers)) if groups is None else groups
    indices = {name: index for index, name in enumerate(dict.fromkeys(names))}
    unit = torch.tensor([indices[name] for name in names])
    sums = torch.zeros(len(indices), dtype=torch.float64).index_add(0, unit, numbers)
    counts = torch.bincount(unit, minlength=len(indices)).double()
    generator = torch.Generator().manual_seed(seed)
    drawn = torch.randint(len(indices), (draws, len(indices)), generator=generator)
    return percentile_interval(sums[drawn].sum(dim=1) / counts[drawn].sum(dim=1), level)


def paired_bootstrap(
    first: Float[Tensor, " N"] | Float[np.ndarray, " N"],
    second: Float[Tensor, " N"] | Float[np.ndarray, " N"],
    seed: int = 0,
    draws: int = 1000,
    groups: Sequence[Hashable] | None = None,
) -> Estimate:
    """Return by how much the first is higher on the same queries, with a 95% interval.

    Args:
        first: A value for each query.
        second: The same of another model or method.
        seed: Of the draws.
        draws: How many times the units are drawn, the same for both.
        groups: To which unit each query belongs, as ``bootstrap_interval`` takes them.

    Raises:
        ValueError: If they are not as many, and as ``bootstrap_interval`` does.
    """
    if len(first) != len(second):
        raise ValueError(f"expected values of the same queries, got {len(first)}, {len(second)}")
    ours, theirs = (torch.as_tensor(each, dtype=torch.float64) for each in (first, second))
    differences = ours - theirs
    interval = bootstrap_interval(differences, seed, draws, groups=groups)
    return Estimate(differences.mean().item(), *interval)


def seed_interval(values: Float[np.ndarray, "R S"], seed: int = 0) -> Interval:
    """Return a 95% interval of the mean over seeds, with the seeds drawn anew in each row.

    S seeds drawn from S have, on average, only (S - 1) / S of the variance of new ones, so what
    the drawing adds to the plain mean is stretched by the root of S / (S - 1).

    Args:
        values: For each drawing of the test text the score, or the difference, of each seed.
        seed: Draws the seeds.
    """
    repeats, seeds = values.shape
    weights = np.full((repeats, seeds), 1 / seeds)
    if seeds > 1:
        generator = np.random.default_rng([OF_SEEDS, seed])
        drawn = generator.multinomial(seeds, weights[0], repeats) / seeds
        weights = weights + (drawn - weights) * np.sqrt(seeds / (seeds - 1))
    return percentile_interval((values * weights).sum(axis=1))


def f1_of(counts: Int[np.ndarray, "*N L 3"]) -> Float[np.ndarray, "*N"]:
    """Return the F1 of all names of all lines together; 0 where nothing is right."""
    right, predicted, wanted = np.moveaxis(counts.sum(axis=-2), -1, 0)
    return np.asarray(2 * right / np.maximum(predicted + wanted, 1))


def f1_difference(first: Int[np.ndarray, "S L 3"], second: Int[np.ndarray, "S L 3"]) -> Estimate:
    """Return by how much the first's F1 is higher; the interval draws lines and seeds.

    Args:
        first: Names that are right, predicted and wanted, of each seed and line.
        second: The same for another model; its seeds go with those of the first.
    """
    drawn = _drawn(first.shape[1])
    of_first, of_second = (_drawn_f1(drawn, counts) for counts in (first, second))
    mean = float((f1_of(first) - f1_of(second)).mean())
    return Estimate(mean, *seed_interval(of_first - of_second))


def proportion_difference(
    first: Bool[np.ndarray, "S M"], second: Bool[np.ndarray, "S M"], units: Sequence[int]
) -> Estimate:
    """Return by how much the first is right more often; the interval draws units and seeds.

    Args:
        first: What was right, for each seed and question.
        second: The same for another model; its seeds go with those of the first.
        units: The example or document that each question is from: these are drawn anew.
    """
    apart, number = first.astype(float) - second.astype(float), max(units) + 1
    sums = np.stack([np.bincount(units, row, number) for row in apart], axis=1)  # (E, S)
    sizes = np.bincount(units, minlength=number)
    drawn = _drawn(number)
    interval = seed_interval((drawn @ sums) / (drawn @ sizes)[:, None])
    return Estimate(float(apart.mean()), *interval)


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
    right, predicted, wanted = np.moveaxis(sums, -1, 0)
    return 2 * right / np.maximum(predicted + wanted, 1)
