"""What the references give, worked by hand or with torch's own."""

import math

import pytest
import torch

from lessons.l05_attention import exercises
from tests.exercise_checks import loaded, solve

attention = loaded(exercises)


def test_attention_head_by_hand():
    """Two tokens and one of padding: equal scores share the weight between the tokens."""
    query, key = torch.tensor([[[2.0], [0.0], [1.0]]]), torch.tensor([[[1.0], [0.0], [9.0]]])
    value, mask = torch.tensor([[[10.0], [20.0], [5.0]]]), torch.tensor([[1, 1, 0]])
    context, weights = attention.attention_head.reference(query, key, value, mask)
    first = math.exp(2) / (math.exp(2) + 1)
    assert weights[0, 0].tolist() == pytest.approx([first, 1 - first, 0])
    assert weights[0, 1].tolist() == pytest.approx([0.5, 0.5, 0])
    assert context[0, :2, 0].tolist() == pytest.approx([20 - 10 * first, 15])


def test_causal_mask_by_hand():
    found = attention.causal_mask.reference(torch.tensor([[1, 1, 0]]))
    assert found.tolist() == [[[True, False, False], [True, True, False], [True, True, False]]]


def test_layer_normalization_equals_torch():
    case, expected = solve(attention.layer_normalization, 1)
    x, gain, bias, eps = case.args
    theirs = torch.nn.functional.layer_norm(x, gain.shape, gain, bias, eps)
    torch.testing.assert_close(expected, theirs, rtol=0, atol=1e-12)


def test_windows_by_hand():
    reference = attention.windows.reference
    assert reference([1, 2, 3, 4, 5, 6, 7], 4, 2) == [[1, 2, 3, 4], [3, 4, 5, 6], [5, 6, 7]]
    assert reference([1, 2, 3], 4, 2) == [[1, 2, 3]]
    assert reference([1, 2, 3, 4], 4, 2) == [[1, 2, 3, 4]]
