"""Pruning: the right weights, zeros that stay, heads that are gone, and what is counted."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from safetensors.torch import save_file
from torch import nn
from torch.nn.functional import cross_entropy

from bertlab.compression.pruning import (
    Size,
    head_importance,
    magnitude_masks,
    make_permanent,
    prune,
    remove_heads,
    size_of,
)
from bertlab.finetuning.classifier import ClassificationObjective
from bertlab.inspection.attention_measures import without_heads
from bertlab.model.albert import AlbertConfig, AlbertForSequenceClassification, AlbertModel
from bertlab.training import TrainConfig, train
from tests.bertlab.compression.test_distillation import data
from tests.toy_classifier import toy_classifier


def test_masks_by_hand():
    weights = [torch.tensor([[0.1, -5.0], [3.0, 0.2]]), torch.tensor([[6.0, -7.0]])]
    everywhere = magnitude_masks(weights, 0.5)
    assert [mask.tolist() for mask in everywhere] == [
        [[False, True], [False, False]],
        [[True, True]],
    ]
    each = magnitude_masks(weights, 0.5, per_matrix=True)
    assert [mask.tolist() for mask in each] == [[[False, True], [True, False]], [[False, True]]]
    with pytest.raises(ValueError, match=r"rate must be in \[0, 1\], got 1.1"):
        magnitude_masks(weights, 1.1)


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=30), st.floats(0, 1))
def test_what_goes_is_never_larger_than_what_stays(numbers, rate):
    weight = torch.tensor([numbers], dtype=torch.float32)
    (keep,) = magnitude_masks([weight], rate)
    assert (~keep).sum() == round(rate * len(numbers))
    if keep.any() and not keep.all():
        assert weight[~keep].abs().max() <= weight[keep].abs().min()


def zeros_of(module: nn.Module) -> float:
    linears = [part.weight for part in module.modules() if isinstance(part, nn.Linear)]
    weights = torch.cat([weight.flatten() for weight in linears])
    return (weights == 0).double().mean().item()


def test_zeros_stay_while_the_rest_is_trained_and_more_can_follow():
    model, texts = toy_classifier(), data()
    encoder, names = model.bert.encoder, model.state_dict().keys()
    prune(encoder, 0.5)
    gone = encoder.layers[0].feed_forward.expand.weight == 0
    old = encoder.layers[0].feed_forward.expand.weight.detach().clone()
    config = TrainConfig(5, 6, precision="no", learning_rate=1e-2)
    train(ClassificationObjective(model), texts.batch_sampler(config), config)
    new = encoder.layers[0].feed_forward.expand.weight
    assert (new[gone] == 0).all() and (new[~gone] != old[~gone]).all()
    assert zeros_of(encoder) == pytest.approx(0.5, abs=0.001)
    prune(encoder, 0.8)
    assert (encoder.layers[0].feed_forward.expand.weight[gone] == 0).all()
    batch = texts.batch([0, 1])
    before = model(*batch.inputs)
    make_permanent(model)
    assert zeros_of(encoder) == pytest.approx(0.8, abs=0.001)
    assert torch.equal(model(*batch.inputs), before)
    assert model.state_dict().keys() == names


def test_each_matrix_or_all_together():
    model = nn.Sequential(nn.Linear(10, 10), nn.Linear(10, 10))
    nn.init.normal_(model[0].weight, std=0.01)
    nn.init.normal_(model[1].weight, std=1.0)
    prune(model, 0.5, per_matrix=True)
    assert [zeros_of(part) for part in model] == [0.5, 0.5]
    prune(model, 0.5)
    assert zeros_of(model) == 0.5
    with pytest.raises(ValueError, match="linear maps, got none"):
        prune(nn.ReLU(), 0.5)


def test_zeros_take_as_many_bytes(tmp_path):
    model = toy_classifier()
    whole = size_of(model)
    assert whole.numbers == sum(parameter.numel() for parameter in model.parameters())
    assert whole.zeros == 0 and whole.bytes == 4 * whole.numbers
    make_permanent(prune(model.bert.encoder, 0.5))
    pruned = size_of(model)
    assert pruned == Size(whole.numbers, pruned.zeros, whole.bytes) and pruned.zeros > 500
    save_file(model.state_dict(), tmp_path / "x.safetensors")
    assert 0 < (tmp_path / "x.safetensors").stat().st_size - pruned.bytes < 8000
    assert size_of(model.bfloat16()).bytes == 2 * whole.numbers


def test_a_shared_layer_counts_once():
    sizes = {"hidden_size": 12, "num_heads": 3, "intermediate_size": 20, "vocab_size": 30}
    two, five = (AlbertModel(AlbertConfig(**sizes, num_layers=n)) for n in (2, 5))
    assert size_of(two) == size_of(five)


def test_heads_that_are_gone_answer_as_heads_that_are_silent():
    model, batch = toy_classifier(), data().batch([0, 1, 2])
    heads = [(0, 1), (1, 0), (1, 2)]
    with without_heads(model, heads):
        expected = model(*batch.inputs)
    before = size_of(model).numbers
    assert remove_heads(model, heads) is model
    torch.testing.assert_close(model(*batch.inputs), expected, rtol=0, atol=1e-6)
    D, K = 12, 4
    assert before - size_of(model).numbers == 3 * (4 * D * K + 3 * K)
    assert [layer.attention.num_heads for layer in model.bert.encoder.layers] == [2, 1]
    inside = model.bert.inspect(*batch.inputs).layers
    assert [layer.weights.shape[1] for layer in inside] == [2, 1]
    model(*batch.inputs).sum().backward()  # and it can be trained


def test_heads_that_cannot_go():
    model = toy_classifier()
    for heads in ([(2, 0)], [(0, 3)], [(-1, 0)]):
        with pytest.raises(ValueError, match="a layer and a head that are there"):
            remove_heads(model, heads)
    with pytest.raises(ValueError, match="stays in layer 1, got none"):
        remove_heads(model, [(0, 0), (1, 0), (1, 1), (1, 2)])
    assert model.bert.encoder.layers[0].attention.num_heads == 3  # nothing was begun
    remove_heads(model, [(0, 0)])
    with pytest.raises(ValueError, match="got \\(0, 2\\)"), without_heads(model, [(0, 2)]):
        pass


def test_heads_that_layers_share_belong_to_no_layer():
    sizes = {"vocab_size": 20, "hidden_size": 12, "num_layers": 2, "num_heads": 3}
    config = AlbertConfig(**sizes, intermediate_size=8, embedding_size=4, num_groups=1)
    model, message = AlbertForSequenceClassification(config), "2 layers with the heads of 1"
    with pytest.raises(ValueError, match=message):
        head_importance(model, [data().batch([0])])
    with pytest.raises(ValueError, match=message):
        remove_heads(model, [(0, 0), (1, 1)])
    with pytest.raises(ValueError, match=message), without_heads(model, [(0, 1)]):
        pass


def test_importance_is_the_slope_of_the_loss():
    """Each gate is moved a little, by hand: the hook multiplies one head's context of one text."""
    model, texts = toy_classifier().double(), data()
    batches = [texts.batch([0, 1, 2]), texts.batch([3])]
    found = head_importance(model, batches)
    assert found.shape == (2, 3) and (found > 0).all()

    def loss(batch, layer, head, gate):
        def hook(_module, arguments):
            pieces = arguments[0].clone().unflatten(-1, (3, 4))
            pieces[:, :, head] *= gate
            return (pieces.flatten(-2),)

        output = model.bert.encoder.layers[layer].attention.output
        handle = output.register_forward_pre_hook(hook)
        with torch.no_grad():
            losses = cross_entropy(model(*batch.inputs), batch.labels, reduction="none")
        handle.remove()
        return losses

    step = 1e-5
    for layer, head in ((0, 2), (1, 0)):
        slopes = [
            (loss(batch, layer, head, 1 + step) - loss(batch, layer, head, 1 - step)) / (2 * step)
            for batch in batches
        ]
        expected = torch.cat(slopes).abs().mean().item()
        assert found[layer, head].item() == pytest.approx(expected, rel=1e-5)
    with pytest.raises(ValueError, match="expected texts, got none"):
        head_importance(model, [])
