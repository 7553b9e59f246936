"""Intervals that draw the seeds as well: with and without a difference between seeds."""

import numpy as np
import pytest

from bertlab.probing import leads
from lessons.l16_what_to_mask import intervals

RNG = np.random.default_rng(3)


def test_one_seed_leaves_the_interval_of_the_text():
    drawn = RNG.normal(size=(2000, 1))
    assert intervals.over_seeds(drawn) == pytest.approx(np.quantile(drawn, [0.025, 0.975]))


def test_equal_seeds_add_nothing():
    drawn = RNG.normal(size=(2000, 1))
    assert intervals.over_seeds(np.repeat(drawn, 3, axis=1)) == pytest.approx(
        np.quantile(drawn, [0.025, 0.975])
    )


def test_seeds_spread_as_the_standard_error_says():
    seeds = RNG.normal(size=40)
    low, high = intervals.over_seeds(np.tile(seeds, (20_000, 1)))
    error = 1.96 * seeds.std(ddof=1) / 40**0.5
    assert (low, high) == pytest.approx((seeds.mean() - error, seeds.mean() + error), abs=0.02)


def test_leads_are_those_of_the_library_with_wider_intervals():
    right = RNG.random((3, 400)) < np.array([[0.4], [0.5], [0.7]])
    other = RNG.random((3, 400)) < 0.3
    examples = tuple(np.repeat(np.arange(80), 5).tolist())
    ours, theirs = (one.share_lead(right, other, examples) for one in (intervals, leads))
    assert ours.mean == theirs.mean and ours.low < theirs.low and ours.high > theirs.high
    counts = RNG.integers(1, 4, (2, 3, 60, 3))
    counts[0, 2, :, 0] += 2
    ours, theirs = (one.f1_lead(*counts) for one in (intervals, leads))
    assert ours.mean == theirs.mean and ours.low < theirs.low and ours.high > theirs.high
