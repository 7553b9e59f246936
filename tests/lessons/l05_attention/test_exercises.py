"""What the references give, worked by hand or with torch's own."""

import math

import pytest
import torch

from lessons.l05_attention import exercises
from tests.exercise_checks import solve
from workbook.exercises import load


def test_attend_by_hand():
    """Two words and one of padding: equal scores share the weight between the words."""
    query, key = torch.tensor([[[2.0], [0.0], [1.0]]]), torch.tensor([[[1.0], [0.0], [9.0]]])
    value, mask = torch.tensor([[[10.0], [20.0], [5.0]]]), torch.tensor([[[True, True, False]]])
    context, weights = load(exercises.attend).reference(query, key, value, mask)
    first = math.exp(2) / (math.exp(2) + 1)
    assert weights[0, 0].tolist() == pytest.approx([first, 1 - first, 0])
    assert weights[0, 1].tolist() == pytest.approx([0.5, 0.5, 0])
    assert context[0, :2, 0].tolist() == pytest.approx([20 - 10 * first, 15])


def test_one_query_is_a_row_of_many():
    case, (context, weights) = solve(load(exercises.attend_one), 0)
    query, keys, values = case.args
    scaled = query * len(query) ** 0.5  # attend divides
    mask = torch.ones(1, len(keys), dtype=torch.bool)
    attend = load(exercises.attend).reference
    many = attend(scaled.expand(len(keys), -1), keys, values, mask)
    torch.testing.assert_close((context, weights), (many[0][0], many[1][0]))


def test_masks_by_hand():
    padding, causal = (
        load(each).reference(torch.tensor([[1, 1, 0]])).tolist()
        for each in (exercises.padding_mask, exercises.causal_mask)
    )
    assert padding == [[[True, True, False]]]
    assert causal == [[[True, False, False], [True, True, False], [True, True, False]]]


def test_heads_are_split_and_merged_back():
    split, merge = (load(each).reference for each in (exercises.split_heads, exercises.merge_heads))
    x = torch.arange(8.0).view(1, 2, 4)
    assert split(x, 2)[0].tolist() == [[[0, 1], [4, 5]], [[2, 3], [6, 7]]]
    assert torch.equal(merge(split(x, 2)), x)


def test_layer_normalization_equals_torch():
    case, expected = solve(load(exercises.layer_normalization), 1)
    x, gain, bias, eps = case.args
    theirs = torch.nn.functional.layer_norm(x, gain.shape, gain, bias, eps)
    torch.testing.assert_close(expected, theirs, rtol=0, atol=1e-12)


def test_a_name_with_two_parts():
    renames = {"output.dense": "contract", "attention.output.dense": "attention.output"}
    given = {"attention.output.dense.bias": 1, "output.dense.bias": 2}
    found = load(exercises.translate).reference(given, renames)
    assert found == {"attention.output.bias": 1, "contract.bias": 2}
