"""Low-rank updates: nothing at first, thin matrices in training, an ordinary model at the end."""

import pytest
import torch
from torch import nn

from bertlab.training.low_rank import LowRankUpdate, add_low_rank, merge_low_rank


def network():
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(5, 7), nn.ReLU(), nn.Linear(7, 3)).double()


def test_nothing_changes_at_first_and_only_updates_are_trained():
    model, x = network(), torch.randn(4, 5, dtype=torch.float64)
    before = model(x)
    changed = add_low_rank(model, rank=2).double()
    assert torch.equal(changed(x), before)
    trained = {name: p.shape for name, p in model.named_parameters() if p.requires_grad}
    assert {tuple(shape) for shape in trained.values()} == {(2, 5), (7, 2), (2, 7), (3, 2)}
    changed(x).sum().backward()
    assert model[0].parametrizations.weight.original.grad is None
    assert model[2].parametrizations.weight[0].up.grad.abs().sum() > 0


def test_a_merged_model_has_ordinary_weights_and_the_same_outputs():
    model, x = network(), torch.randn(4, 5, dtype=torch.float64)
    names = model.state_dict().keys()
    old = model[0].weight.detach().clone()
    add_low_rank(model, rank=2).double()
    update = model[0].parametrizations.weight[0]
    nn.init.normal_(update.up)
    expected, product = model(x), update.up @ update.down
    merge_low_rank(model)
    assert model.state_dict().keys() == names
    torch.testing.assert_close(model(x), expected, rtol=0, atol=1e-12)
    torch.testing.assert_close(model[0].weight, old + product, rtol=0, atol=1e-12)
    assert torch.linalg.matrix_rank(model[0].weight - old) == 2


@pytest.mark.parametrize("rank", [0, 6])
def test_a_rank_that_does_not_fit(rank):
    with pytest.raises(ValueError, match=rf"rank must be in \[1, 5\], got {rank}"):
        LowRankUpdate(7, 5, rank)


def test_no_maps_or_two_updates():
    with pytest.raises(ValueError, match="got 0 maps"):
        add_low_rank(nn.Embedding(3, 2), rank=1)
    with pytest.raises(ValueError, match="2 of them with one"):
        add_low_rank(add_low_rank(network(), rank=1), rank=1)
