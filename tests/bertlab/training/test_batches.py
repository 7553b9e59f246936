"""Batches drawn for a training: every example once in an epoch, whoever draws it."""

from collections import Counter

import numpy as np
import pytest

from bertlab.training.batches import SampledDataset


class Numbers(SampledDataset):
    """Examples that are their own places."""

    def __init__(self, count):
        self.lengths = np.random.default_rng(0).integers(3, 60, count)

    def batch(self, places):
        return [int(place) for place in places]


@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize("micro", [None, 2])
def test_an_epoch_has_every_example_once(processes, micro):
    data = Numbers(23)
    config = data.config(2, batch_size=5, micro_batch_size=micro)
    assert (config.steps, config.log_every, len(data)) == (10, 5, 23)
    draw = data.batch_sampler(config)
    epochs = []
    for first in (0, 5):
        drawn = [
            [
                place
                for rank in range(processes)
                for part in draw(step, rank, processes)
                for place in part
            ]
            for step in range(first, first + 5)
        ]
        assert sorted(map(len, drawn)) == [3, 5, 5, 5, 5]
        assert Counter(place for batch in drawn for place in batch) == Counter(range(23))
        epochs.append(drawn)
    assert epochs[0] != epochs[1]
    sizes = {len(part) for part in draw(0, 0, processes)}
    assert max(sizes) <= (micro or 5)


def test_the_seed_decides():
    data = Numbers(40)
    draws = [data.batch_sampler(data.config(1, 8, seed=seed))(0, 0, 1) for seed in (0, 0, 1)]
    assert draws[0] == draws[1] != draws[2]


def test_in_order_of_length():
    data = Numbers(23)
    batches = data.in_order_of_length(6)
    places = np.concatenate(batches)
    assert [len(batch) for batch in batches] == [6, 6, 6, 5]
    assert data.lengths[places].tolist() == sorted(data.lengths.tolist())
