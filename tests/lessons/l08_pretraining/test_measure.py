"""The unigram entropy that recorded runs are compared with, and pairs that are told."""

from collections import Counter

import numpy as np
import pytest
import torch

from lessons.l08_pretraining import measure


def test_characters_cost_less_than_equal_probabilities():
    found = measure.guesses_at_letters()
    assert 3 < found.own_place < found.frequencies - 0.2 < 3.8


def entropy(probabilities):
    some = probabilities[probabilities > 0]
    return -(some * np.log(some)).sum()


@pytest.mark.parametrize(("counts", "vocab_size"), [((3, 1), 7), ((30, 10, 1), 50)])
def test_what_the_own_place_tells_is_a_mutual_information(counts, vocab_size):
    V = vocab_size - 5
    p = np.array([*counts, *[0] * (V - len(counts))]) / sum(counts)
    joint = np.diag(p) / 2 + np.outer(p, np.full(V, 1 / V)) / 2
    told = entropy(p) + entropy(joint.sum(axis=0)) - entropy(joint)
    found = measure.own_place_gain(Counter(dict(enumerate(counts, start=5))), vocab_size)
    assert found == pytest.approx(0.2 * told)


def test_pairs_are_counted_without_padding():
    masks = []

    def model(shown, types, mask):
        masks.append(mask.tolist())
        return None, torch.tensor([[2.0, 1.0], [0.0, 1.0]])

    ids = torch.tensor([[5, 6], [5, 0]])
    batches = [(ids, ids, ids, ids > 5, torch.tensor(labels)) for labels in ([0, 1], [0, 0])]
    assert measure.pairs_right(model, batches) == pytest.approx(0.75)
    assert masks == 2 * [[[1, 1], [1, 0]]]
