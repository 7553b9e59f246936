"""Ranks, their correlation, and whether one is larger than another by more than chance."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lessons.l03_word2vec.rank_correlation import paired_interval, ranks, spearman


def test_ranks_of_equal_values_share_their_mean():
    assert ranks(np.array([10.0, 30, 20, 20])).tolist() == [1, 4, 2.5, 2.5]


def test_spearman_by_hand():
    up = np.array([1.0, 2, 3, 4])
    assert spearman(up, np.exp(up)) == pytest.approx(1)
    assert spearman(up, -up) == pytest.approx(-1)
    # ranks 1 2 3 4 and 2 1 4 3: 1 - 6 * 4 / (4 * 15)
    assert spearman(up, np.array([5.0, 4, 9, 8])) == pytest.approx(0.6)


@given(st.lists(st.integers(-5, 5), min_size=3, max_size=20).filter(lambda x: len(set(x)) > 1))
def test_spearman_ignores_the_scale(values):
    first = np.array(values, dtype=float)
    second = np.random.default_rng(len(values)).permutation(len(values)).astype(float)
    assert spearman(first, second) == pytest.approx(spearman(3 * first**3 - 1, second))
    assert spearman(first, first) == pytest.approx(1)


def test_the_interval_is_paired():
    """Two systems that differ by little agree on which pairs are hard: pairing sees that."""
    random = np.random.default_rng(0)
    human = random.normal(size=200)
    ours = human + random.normal(size=200)
    theirs = ours + 0.05 * random.normal(size=200)
    low, high = paired_interval(human, ours[None], theirs[None], 200)
    assert -0.03 < low < 0 < high < 0.03
    strangers = human + random.normal(size=200)
    low, high = paired_interval(human, ours[None], strangers[None], 200)
    assert high - low > 0.1


def test_the_interval_covers_the_choice_of_seeds():
    random = np.random.default_rng(0)
    human = random.normal(size=300)
    good, bad = human + 0.1 * random.normal(size=300), random.normal(size=300)
    low, high = paired_interval(human, np.stack([good, bad]), np.stack([good]), 200)
    assert low < -0.8
    assert high > -0.2


def test_bad_input_says_what_is_expected():
    with pytest.raises(ValueError, match="two values or more a side, got 2 and 3"):
        spearman(np.arange(2.0), np.arange(3.0))
    with pytest.raises(ValueError, match="values that differ on either side"):
        spearman(np.arange(3.0), np.ones(3))
