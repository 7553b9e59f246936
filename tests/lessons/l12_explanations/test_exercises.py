"""The exercises on explanations: what the references give where it can be worked out by hand."""

from itertools import chain, combinations

import pytest
import torch

from lessons.l12_explanations import exercises
from tests.exercise_checks import loaded

shapley = loaded(exercises)


def test_weights_by_hand():
    weights = shapley.group_weights.reference
    assert weights(1) == [1.0]
    assert weights(3) == pytest.approx([1 / 3, 1 / 6, 1 / 3])


def test_gloves():
    """One left glove and two right ones: 2/3, 1/6, 1/6."""
    groups = chain.from_iterable(combinations(range(3), size) for size in range(4))
    worth = {frozenset(g): float(0 in g and len(g) > 1) for g in groups}
    values = [shapley.shapley_value.reference(worth, player, 3) for player in range(3)]
    assert values == pytest.approx([2 / 3, 1 / 6, 1 / 6])


def test_groups_by_hand():
    shown = shapley.show_group.reference(
        [101, 5, 6, 102, 7, 102], {101, 102}, [True, False, False], 9
    )
    assert shown == ([101, 5, 9, 102, 9, 102], [101, 5, 102, 102])


def test_a_curve_by_hand():
    """Worth 5 and 1: from 6, the 5 goes first."""

    def score(present):
        return 5.0 * present[0] + 1.0 * present[1]

    assert shapley.deletion_curve.reference(score, [2.0, 0.5]) == ([6.0, 1.0, 0.0], 2.0)
    assert shapley.deletion_curve.reference(score, [0.5, 2.0]) == ([6.0, 5.0, 0.0], 4.0)


def test_integrated_gradients_by_hand():
    """x squared from 1 to 3 gains 8, and the middle of one piece has the mean slope, 4."""
    words, masks = torch.tensor([[3.0]]), torch.tensor([[1.0]])
    for num_steps in (1, 5):
        found = shapley.integrated_gradients.reference(lambda x: 2 * x, words, masks, num_steps)
        assert found.tolist() == pytest.approx([8.0])
