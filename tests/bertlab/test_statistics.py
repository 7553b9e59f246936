"""Intervals against loops, formulas of a mean, and scipy."""

import numpy as np
import pytest
import torch
from scipy.stats import binomtest

from bertlab import statistics
from bertlab.statistics import (
    bootstrap_interval,
    f1_difference,
    f1_of,
    paired_bootstrap,
    proportion_difference,
    proportion_interval,
    seed_interval,
    seed_scores,
)

RNG = np.random.default_rng(3)


def counts_of(seed, lines=30):
    generator = np.random.default_rng(seed)
    right = generator.integers(0, 3, (2, lines))
    return np.stack([right, right + generator.integers(0, 2, (2, lines)), right + 1], axis=-1)


def lines_alike(rights):
    """Names of lines that are all alike: so many of ten are right, for each seed."""
    return np.array([[[right, 10, 10]] * 6 for right in rights])


def drawn_by_hand(units, repeats, seeds):
    """For each draw the numbers of its lines or examples, and a weight for each seed."""
    lines = np.random.default_rng(0).multinomial(units, [1 / units] * units, repeats)
    again = np.random.default_rng([16, 0]).multinomial(seeds, [1 / seeds] * seeds, repeats)
    for times, drawn in zip(lines, again, strict=True):
        apart = drawn / seeds - 1 / seeds
        yield np.repeat(np.arange(units), times), 1 / seeds + apart * (seeds / (seeds - 1)) ** 0.5


def test_differences_equal_a_loop(monkeypatch):
    monkeypatch.setattr(statistics, "REPEATS", 200)
    first, second = counts_of(1), counts_of(2)
    difference, low, high = f1_difference(first, second)
    found = []
    for lines, weights in drawn_by_hand(30, 200, 2):
        apart = []
        for one, other in zip(first, second, strict=True):
            totals = (counts[lines].sum(axis=0) for counts in (one, other))
            ours, theirs = (2 * right / (said + there) for right, said, there in totals)
            apart.append(ours - theirs)
        found.append(np.dot(weights, apart))
    assert (low, high) == pytest.approx(tuple(np.quantile(found, [0.025, 0.975])))
    assert difference == pytest.approx(np.mean(f1_of(first) - f1_of(second)))
    assert f1_difference(first, first) == (0, 0, 0)


def test_differences_of_guesses_draw_whole_examples(monkeypatch):
    monkeypatch.setattr(statistics, "REPEATS", 300)
    generator = np.random.default_rng(0)
    examples = np.sort(generator.integers(0, 12, 80)).tolist()
    first, second = generator.random((2, 3, 80)) < 0.5
    difference, low, high = proportion_difference(first, second, examples)
    found = []
    for units, weights in drawn_by_hand(12, 300, 3):
        asked = np.concatenate([np.flatnonzero(np.array(examples) == unit) for unit in units])
        apart = first[:, asked].mean(axis=1) - second[:, asked].mean(axis=1)
        found.append(np.dot(weights, apart))
    assert (low, high) == pytest.approx(tuple(np.quantile(found, [0.025, 0.975])))
    assert low < difference < high


def test_examples_are_drawn_with_all_their_questions():
    first = np.array([[True, True, False, False]] * 3)
    difference = proportion_difference(first, np.zeros_like(first), (0, 0, 1, 1))
    assert difference == pytest.approx((0.5, 0, 1))
    level = proportion_difference(first, np.zeros_like(first), (0, 1, 0, 1))
    assert level == pytest.approx((0.5, 0.5, 0.5))


def test_one_seed_leaves_the_interval_of_the_text():
    drawn = RNG.normal(size=(2000, 1))
    expected = pytest.approx(np.quantile(drawn, [0.025, 0.975]))
    assert seed_interval(drawn) == expected
    assert seed_interval(np.repeat(drawn, 3, axis=1)) == expected, "equal seeds add nothing"


def test_seeds_spread_as_the_standard_error_says():
    seeds = RNG.normal(size=40)
    low, high = seed_interval(np.tile(seeds, (20_000, 1)))
    error = 1.96 * seeds.std(ddof=1) / 40**0.5
    assert (low, high) == pytest.approx((seeds.mean() - error, seeds.mean() + error), abs=0.02)


def test_seeds_go_together_and_widen_an_interval_where_they_differ():
    together = f1_difference(lines_alike([4, 6, 8]), lines_alike([3, 5, 7]))
    assert together == pytest.approx((0.1, 0.1, 0.1))
    difference = f1_difference(lines_alike([3, 5, 7]), lines_alike([5, 5, 5]))
    widest = 0.2 * 1.5**0.5
    assert (difference.mean, difference.low, difference.high) == pytest.approx((0, -widest, widest))


def test_scores_of_seeds():
    score = seed_scores([0.5, 0.7])
    assert score.seeds == (0.5, 0.7)
    assert score.mean == pytest.approx(0.6)
    assert score.sd == pytest.approx(0.02**0.5)


@pytest.mark.parametrize(("hits", "count"), [(0, 12), (1, 100), (16, 25), (14, 14)])
def test_the_interval_of_a_proportion_is_that_of_scipy(hits, count):
    expected = binomtest(hits, count).proportion_ci(method="wilson")
    found = proportion_interval(hits / count, count)
    assert found == pytest.approx((expected.low, expected.high), abs=1e-5)
    assert 0 <= found.low < found.high <= 1


def drawn(*shape, seed=0):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed)).double()


def test_the_interval_of_a_mean_is_that_of_theory():
    values = drawn(400)
    low, high = bootstrap_interval(values, seed=0, draws=4000)
    spread = 1.96 * values.std().item() / 20
    assert low == pytest.approx(values.mean().item() - spread, abs=0.01)
    assert high == pytest.approx(values.mean().item() + spread, abs=0.01)
    narrow = bootstrap_interval(values, seed=0, draws=4000, level=0.5)
    assert low < narrow.low < narrow.high < high
    assert bootstrap_interval([0.5, 0.5], seed=1) == (0.5, 0.5)


def test_values_of_one_group_are_drawn_together():
    """Ten copies of each value say no more than one does."""
    values = drawn(50)
    alone = bootstrap_interval(values, seed=3)
    copies = values.repeat_interleave(10)
    names = [f"article {i}" for i in range(50) for _ in range(10)]
    together = bootstrap_interval(copies, seed=3, groups=names)
    assert together == pytest.approx(alone)
    apart = bootstrap_interval(copies, seed=3)
    assert apart.high - apart.low < 0.5 * (alone.high - alone.low)


def test_what_differs_between_texts_cancels_in_a_pair():
    texts, gains = 10 * drawn(400), 0.3 + drawn(400, seed=1)
    groups = [number // 2 for number in range(400)]
    mean, low, high = paired_bootstrap(texts + gains, texts, groups=groups)
    assert mean == pytest.approx(gains.mean().item())
    assert (low, high) == pytest.approx(bootstrap_interval(gains, seed=0, groups=groups))
    assert low > 0  # unpaired, the interval would be more than ten times as wide
    assert paired_bootstrap(texts, texts) == (0, 0, 0)
    assert paired_bootstrap((texts + gains).numpy(), texts.numpy(), groups=groups).low == low


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda: bootstrap_interval([], seed=0), "0 values"),
        (lambda: bootstrap_interval([1.0], seed=0, level=1.0), r"and 1\.0"),
        (lambda: bootstrap_interval([1.0, 2.0], seed=0, groups=["a"]), "expected 2 groups, got 1"),
        (lambda: paired_bootstrap(drawn(3), drawn(2)), "same queries, got 3, 2"),
        (lambda: proportion_interval(1.2, 10), "got 1.2 of 10"),
        (lambda: proportion_interval(0.5, 0), "got 0.5 of 0"),
    ],
)
@pytest.mark.usefixtures("without_annotations")
def test_what_has_no_interval(function, message):
    with pytest.raises(ValueError, match=message):
        function()
