"""The in-batch loss: equal to its definition in loops, and what it must and must not depend on."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from bertlab.vectors.contrastive import in_batch_loss


def drawn(seed, B=5, D=7, N=3):
    generator = torch.Generator().manual_seed(seed)
    return [torch.randn(rows, D, generator=generator, dtype=torch.float64) for rows in (B, B, N)]


def in_loops(anchors, positives, temperature, negatives=()):
    """The definition, one number at a time."""
    losses = []
    for i, anchor in enumerate(anchors):
        scores = []
        for candidate in [*positives, *negatives]:
            cosine = (anchor @ candidate) / (anchor.norm() * candidate.norm())
            scores.append(math.exp(cosine.item() / temperature))
        losses.append(-math.log(scores[i] / sum(scores)))
    return sum(losses) / len(losses)


@given(seed=st.integers(0, 10_000), temperature=st.sampled_from([0.05, 0.2, 1.0]))
def test_it_is_what_the_formula_says(seed, temperature):
    anchors, positives, negatives = drawn(seed)
    found = in_batch_loss(anchors, positives, temperature).item()
    assert found == pytest.approx(in_loops(anchors, positives, temperature), rel=1e-9)
    found = in_batch_loss(anchors, positives, temperature, negatives).item()
    assert found == pytest.approx(in_loops(anchors, positives, temperature, negatives), rel=1e-9)


def test_candidates_that_look_alike_cost_the_logarithm_of_their_number():
    same = torch.ones(4, 3)
    assert in_batch_loss(same, same).item() == pytest.approx(math.log(4), abs=1e-6)
    assert in_batch_loss(same, same, negatives=same[:3]).item() == pytest.approx(
        math.log(7), abs=1e-6
    )


def test_lengths_of_vectors_do_not_matter_and_the_order_of_pairs_neither():
    anchors, positives, negatives = drawn(1)
    expected = in_batch_loss(anchors, positives, 0.05, negatives)
    torch.testing.assert_close(
        in_batch_loss(3 * anchors, positives / 7, 0.05, 2 * negatives), expected
    )
    order = torch.tensor([3, 0, 4, 2, 1])
    torch.testing.assert_close(
        in_batch_loss(anchors[order], positives[order], 0.05, negatives), expected
    )
    assert not torch.isclose(in_batch_loss(anchors, positives[order], 0.05, negatives), expected)


def test_hard_negatives_only_add_to_the_loss():
    anchors, positives, negatives = drawn(2)
    assert in_batch_loss(anchors, positives, 0.05, negatives) > in_batch_loss(anchors, positives)
    near = in_batch_loss(anchors, positives, 0.05, anchors + 0.1 * negatives[:1])
    assert near > in_batch_loss(anchors, positives, 0.05, negatives)


def test_gradient_pulls_the_pair_together_and_pushes_the_others_away():
    anchors = torch.tensor([[1.0, 0.0], [0.0, 1.0]], dtype=torch.float64)
    positives = torch.tensor([[0.6, 0.8], [-0.8, 0.6]], dtype=torch.float64, requires_grad=True)
    in_batch_loss(anchors, positives, 1.0).backward()
    with torch.no_grad():
        moved = positives - 0.1 * positives.grad
        cosines = torch.nn.functional.normalize(moved, dim=1) @ anchors.T
    assert cosines[0, 0] > 0.6 and cosines[1, 1] > 0.6


@pytest.mark.parametrize("temperature", [0.0, -1.0, math.inf, math.nan])
def test_temperature_is_above_0(temperature):
    with pytest.raises(ValueError, match="temperature above 0, got"):
        in_batch_loss(torch.ones(2, 3), torch.ones(2, 3), temperature)


def test_rows_have_to_fit():
    # In tests the annotation speaks first; elsewhere the ValueError does.
    with pytest.raises((ValueError, TypeError), match="positive"):
        in_batch_loss(torch.ones(2, 3), torch.ones(4, 3))
    with pytest.raises(ValueError, match="got 1 and 1"):
        in_batch_loss(torch.ones(1, 3), torch.ones(1, 3))
    with pytest.raises(ValueError, match="got 0 and 2"):
        in_batch_loss(torch.ones(0, 3), torch.ones(0, 3), negatives=torch.ones(2, 3))
    assert in_batch_loss(torch.ones(1, 3), torch.ones(1, 3), negatives=torch.ones(1, 3)) > 0
