"""What the references give: worked by hand, or what bertlab measures."""

import math

import pytest
import torch

from bertlab.inspection.attention_measures import totals
from lessons.l11_attention_seen import exercises
from tests.exercise_checks import loaded, solve

looking = loaded(exercises)


def test_previous_by_hand():
    weights = torch.tensor([[[0.9, 0.1, 0.0], [0.6, 0.4, 0.0], [0.5, 0.5, 0.0]]])
    reference = looking.previous_token_share.reference
    assert reference(weights, 2).item() == pytest.approx(0.6)
    assert reference(weights, 3).item() == pytest.approx((0.6 + 0.5) / 2)


def test_entropy_by_hand():
    weights = torch.tensor([[[[0.5, 0.5, 0.0], [1.0, 0.0, 0.0], [0.25, 0.75, 0.0]]]])
    mask = torch.tensor([[1, 1, 0]])
    found = looking.attention_entropy.reference(weights, mask)
    assert found.item() == pytest.approx(math.log(2) / 2)


def test_separator_share_by_hand():
    ids = torch.tensor([[2, 9, 3, 0]])  # [CLS] word [SEP] [PAD]
    row = torch.tensor([0.2, 0.3, 0.5, 0.0])
    weights = torch.stack([row, row, torch.tensor([0.0, 0.0, 1.0, 0.0]), row])[None, None]
    found = looking.separator_share.reference(weights, ids, 3, 0)
    assert found.item() == pytest.approx((0.5 + 0.5 + 1.0) / 3)


def test_removal_by_hand():
    context = torch.tensor([[[[1.0]], [[10.0]]]])  # one text, two heads, one token, K = 1
    weight, bias = torch.tensor([[1.0, 2.0], [3.0, 4.0]]), torch.tensor([0.5, 0.25])
    reference = looking.output_without_head.reference
    assert reference(context, weight, bias, 0).flatten().tolist() == [20.5, 40.25]
    assert reference(context, weight, bias, 1).flatten().tolist() == [1.5, 3.25]
    assert context[0, 0, 0, 0] == 1.0


def test_references_are_bertlabs_measures():
    case, expected = solve(looking.previous_token_share)
    weights, length = case.args
    ids = torch.full((length,), 9)
    ids[0], ids[-1] = 2, 3
    sums, counts = totals(weights[:, :length, :length], ids, 2, 3)
    torch.testing.assert_close(sums[1] / counts[1], expected)
    entropy = looking.attention_entropy.reference(weights[None], torch.ones(1, length).long())
    torch.testing.assert_close(sums[0] / counts[0], entropy)
    share = looking.separator_share.reference(weights[None], ids[None], 3, 0)
    torch.testing.assert_close(sums[5] / counts[5], share)
