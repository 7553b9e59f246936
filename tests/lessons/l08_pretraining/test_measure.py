"""The unigram entropy that recorded runs are compared with, and pairs that are told."""

import pytest
import torch

from lessons.l08_pretraining import measure


def test_characters_cost_less_than_equal_probabilities():
    assert 3 < measure.unigram_of_characters() < 4


def test_pairs_are_counted_without_padding():
    masks = []

    def model(shown, types, mask):
        masks.append(mask.tolist())
        return None, torch.tensor([[2.0, 1.0], [0.0, 1.0]])

    ids = torch.tensor([[5, 6], [5, 0]])
    batches = [(ids, ids, ids, ids > 5, torch.tensor(labels)) for labels in ([0, 1], [0, 0])]
    assert measure.pairs_right(model, batches) == pytest.approx(0.75)
    assert masks == 2 * [[[1, 1], [1, 0]]]
