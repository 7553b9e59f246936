"""Attention, worked by hand and by its laws."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from bertlab.model.attention import MultiHeadAttention, attention, merge_heads, split_heads


def test_worked_by_hand():
    """Scores 0 and ln 3 (after scaling) give weights 1/4 and 3/4."""
    query = torch.tensor([[[[math.sqrt(2), 0.0]]]]).expand(1, 1, 2, 2)
    key = torch.tensor([[[[0.0, 5.0], [math.log(3), -2.0]]]])
    value = torch.tensor([[[[4.0, 0.0], [0.0, 8.0]]]])
    context, weights = attention(query, key, value)
    torch.testing.assert_close(weights[0, 0, 0], torch.tensor([0.25, 0.75]))
    torch.testing.assert_close(context[0, 0, 0], torch.tensor([1.0, 6.0]))


def test_a_hidden_key_has_no_weight_at_all():
    query, key, value = torch.randn(3, 2, 3, 5, 4).unbind(0)
    mask = torch.tensor([True, True, False, True, False]).expand(2, 1, 1, 5)
    _, weights = attention(query, key, value, mask)
    assert (weights[..., [2, 4]] == 0).all()
    torch.testing.assert_close(weights.sum(-1), torch.ones(2, 3, 5))


def test_a_row_that_may_see_nothing_is_not_nan():
    query, key, value = torch.randn(3, 1, 1, 2, 4).unbind(0)
    context, _ = attention(query, key, value, torch.zeros(1, 1, 2, 2, dtype=torch.bool))
    assert context.isfinite().all()


@pytest.mark.parametrize("masked", [False, True])
def test_fused_and_explicit_paths_agree(masked):
    torch.manual_seed(0)
    block = MultiHeadAttention(12, 3).double()
    hidden = torch.randn(2, 7, 12, dtype=torch.float64)
    mask = torch.rand(2, 1, 7, 7) > 0.4 if masked else None
    if masked:
        mask[..., 0] = True
    details = block.inspect(hidden, mask)
    torch.testing.assert_close(block(hidden, mask), details.output, atol=1e-12, rtol=0)
    assert details.queries.shape == details.keys.shape == details.values.shape == (2, 3, 7, 4)


@given(st.integers(1, 4), st.integers(1, 6), st.integers(1, 5), st.integers(1, 4))
def test_merging_undoes_splitting(batch, tokens, heads, size):
    hidden = torch.arange(batch * tokens * heads * size).view(batch, tokens, -1).float()
    parts = split_heads(hidden, heads)
    assert parts.shape == (batch, heads, tokens, size)
    assert torch.equal(parts[0, heads - 1, 0], hidden[0, 0, -size:])
    assert torch.equal(merge_heads(parts), hidden)
