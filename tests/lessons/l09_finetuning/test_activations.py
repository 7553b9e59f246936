"""Activation checkpointing: the same gradient, and what is kept, counted."""

import torch

from bertlab.model.bert import BertModel
from bertlab.model.config import BertConfig
from lessons.l09_finetuning.activations import kept_for_backward

B, T, D, LAYERS = 3, 5, 8, 4
IDS = torch.randint(1, 11, (B, T), generator=torch.Generator().manual_seed(0))


def encoder() -> BertModel:
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=11,
        hidden_size=D,
        num_layers=LAYERS,
        num_heads=2,
        intermediate_size=12,
        max_positions=6,
    )
    return BertModel(config).double().eval()


def test_vectors_and_gradients_are_those_of_the_model():
    bert = encoder()
    expected = bert(IDS).last_hidden_state
    wanted = torch.autograd.grad(expected.square().sum(), bert.encoder.parameters())
    for recompute in (False, True):
        states, _ = kept_for_backward(bert, IDS, recompute)
        torch.testing.assert_close(states, expected, rtol=0, atol=1e-12)
        found = torch.autograd.grad(states.square().sum(), bert.encoder.parameters())
        for one, other in zip(found, wanted, strict=True):
            torch.testing.assert_close(one, other, rtol=0, atol=1e-10)


def test_recomputing_keeps_the_inputs_of_the_layers():
    bert = encoder()
    sizes = [kept_for_backward(bert, IDS, recompute)[1] for recompute in (False, True)]
    inputs = LAYERS * B * T * D * 8  # bytes of float64
    with_embeddings = inputs + B * T * D * 8  # their LayerNorm keeps what it got
    assert inputs <= sizes[1] <= with_embeddings
    assert sizes[0] > 3 * sizes[1]


def test_more_layers_keep_more():
    bert = encoder()
    whole = kept_for_backward(bert, IDS)[1]
    bert.encoder.layers = bert.encoder.layers[:2]
    half = kept_for_backward(bert, IDS)[1]
    embeddings = B * T * D * 8
    assert abs((whole - embeddings) - 2 * (half - embeddings)) <= 2 * embeddings
