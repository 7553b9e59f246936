"""Noises: what is kept, what is hidden, and how often."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from bertlab.pretraining.noises import NOISES, delete, infill, mask, mass, rotate, shuffle

MASK = 99
IDS = list(range(20))


def many(noise, number: int = 300) -> list[list[int]]:
    return [noise(IDS, MASK, np.random.default_rng(seed)) for seed in range(number)]


@pytest.mark.parametrize("name", NOISES)
def test_all_noises(name) -> None:
    found = many(NOISES[name])
    assert len({tuple(one) for one in found}) > 15 and list(range(20)) == IDS
    assert found == many(NOISES[name])  # the same for the same seed
    assert all(set(one) <= {*IDS, MASK} for one in found)
    for short in ([], [7]):
        assert set(NOISES[name](short, MASK, np.random.default_rng(0))) <= {7, MASK}


def test_hidden_tokens_stay_in_their_places_and_deleted_ones_leave_no_trace() -> None:
    for one in many(mask):
        assert len(one) == 20 and one.count(MASK) == 6
        assert all(token in (place, MASK) for place, token in enumerate(one))
    for one in many(delete):
        assert len(one) == 14 and one == sorted(one) and MASK not in one


def test_a_mask_of_infilling_may_stand_for_any_number_of_tokens() -> None:
    lengths = Counter[int]()
    for one in many(infill):
        assert [token for token in one if token != MASK] == sorted({*one} - {MASK})
        assert (MASK, MASK) not in pairwise(one)
        before = -1
        for place, token in enumerate(one):
            if token == MASK:
                after = next((t for t in one[place + 1 :] if t != MASK), 20)
                lengths[after - before - 1] += 1
            else:
                before = token
        assert 14 <= len([token for token in one if token != MASK]) <= 20
    assert lengths[0] > 20 and lengths[1] > 20 and lengths[3] > 20 and max(lengths) <= 6


def test_shuffled_and_rotated_texts_have_the_same_tokens() -> None:
    for one in many(shuffle):
        assert sorted(one) == IDS
    for one in many(rotate):
        assert one == [*range(one[0], 20), *range(one[0])]


def test_mass_hides_one_half_and_asks_for_it_alone() -> None:
    for read, written in many(mass):
        start = read.index(MASK)
        assert read[start : start + 10] == [MASK] * 10 and read.count(MASK) == 10
        assert written == IDS[start : start + 10]
    assert mass([5], MASK, np.random.default_rng(0)) == ([5], [])
