"""Low-rank updates: nothing at first, thin matrices in training, an ordinary model at the end."""

import pytest
import torch
from torch import nn

from bertlab.model.attention import MultiHeadAttention
from bertlab.training.changes import apply_change, trained_tensors
from bertlab.training.low_rank import LowRankUpdate, add_low_rank, merge_low_rank, owner_of_down


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


def test_an_attention_is_updated_as_one_matrix_would_be():
    """Queries, keys and values share ``down``: in training, in what is stored, and once merged."""
    torch.manual_seed(0)
    model = nn.ModuleDict({"attention": MultiHeadAttention(6, 2)})
    model.attention.requires_grad_(False)
    before = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    add_low_rank(model, rank=2)
    query, key, value, output = (
        getattr(model.attention, name).parametrizations.weight[0]
        for name in ("query", "key", "value", "output")
    )
    assert query.down is key.down is value.down and output.down is not query.down
    assert sum(p.numel() for p in model.parameters() if p.requires_grad) == 12 * (1 + 3) + 12 * 2
    for update in (query, key, value):
        nn.init.normal_(update.up)
    change = trained_tensors(model)
    assert sum(name.startswith("down:") for name in change) == 2
    up = torch.cat([change[f"up:attention.{name}.weight"] for name in ("query", "key", "value")])
    whole = up.float() @ change["down:attention.query.weight"].float()  # (18, 6)
    plain = nn.ModuleDict({"attention": MultiHeadAttention(6, 2)})
    plain.load_state_dict(before)
    apply_change(plain, change)
    for name, part in zip(("query", "key", "value"), whole.chunk(3), strict=True):
        moved = plain.attention.get_submodule(name).weight - before[f"attention.{name}.weight"]
        torch.testing.assert_close(moved, part, rtol=0, atol=1e-5)
    merged = merge_low_rank(model).state_dict()
    assert merged.keys() == before.keys()
    torch.testing.assert_close(merged, plain.state_dict(), rtol=0, atol=1e-2)  # half precision


def test_only_keys_and_values_of_an_attention_use_another_down():
    assert owner_of_down("encoder.layers.1.attention.key") == "encoder.layers.1.attention.query"
    assert owner_of_down("attention.value.weight") == "attention.query.weight"
    for own in ("attention.query", "attention.output.weight", "other.key", "attention_key"):
        assert owner_of_down(own) == own


@pytest.mark.parametrize("rank", [0, 6])
def test_a_rank_that_does_not_fit(rank):
    with pytest.raises(ValueError, match=rf"rank must be in \[1, 5\], got {rank}"):
        LowRankUpdate(7, 5, rank)


def test_no_maps_or_two_updates():
    with pytest.raises(ValueError, match="got 0 maps"):
        add_low_rank(nn.Embedding(3, 2), rank=1)
    with pytest.raises(ValueError, match="2 of them with one"):
        add_low_rank(add_low_rank(network(), rank=1), rank=1)
