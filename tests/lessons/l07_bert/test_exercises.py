"""The references of the BERT lesson's exercises, put together, are BERT."""

import pytest
import torch

from lessons.l07_bert import exercises
from lessons.l07_bert.layers import EncoderLayer
from lessons.l07_bert.loading import ROWS
from tests.exercise_checks import loaded, solve

bert = loaded(exercises)


@pytest.fixture(scope="module")
def published():
    """A tiny random BERT of the transformers library, in float64."""
    from transformers import BertConfig, BertModel

    config = BertConfig(
        vocab_size=13,
        hidden_size=12,
        num_hidden_layers=2,
        num_attention_heads=3,
        intermediate_size=7,
        max_position_embeddings=9,
    )
    torch.manual_seed(0)
    model = BertModel(config).double().eval().requires_grad_(False)
    for parameter in model.parameters():  # new biases are 0 and would hide a slip
        parameter += 0.3 * torch.randn_like(parameter)
    return model


def test_the_references_put_together_are_bert(published):
    state = published.state_dict()

    def part(prefix):
        return {n.removeprefix(prefix): t for n, t in state.items() if n.startswith(prefix)}

    ids = torch.randint(13, (2, 5), generator=torch.Generator().manual_seed(1))
    types = torch.tensor([[0, 0, 1, 1, 1], [0, 0, 0, 0, 1]])
    mask = torch.tensor([[1, 1, 1, 1, 1], [1, 1, 1, 0, 0]])
    expected = published(ids, attention_mask=mask, token_type_ids=types)

    hidden = bert.input_embeddings.reference(ids, types, part("embeddings."))
    for i in range(2):
        layer = EncoderLayer(12, 3, 7).double().requires_grad_(False)
        layer.load_state_dict(
            {
                f"{ours}.{kind}": part(f"encoder.layer.{i}.")[f"{theirs}.{kind}"]
                for theirs, ours in ROWS.items()
                for kind in ("weight", "bias")
            }
        )
        hidden = layer(hidden, mask[:, None, None, :] == 1)
    torch.testing.assert_close(hidden, expected.last_hidden_state, rtol=0, atol=1e-10)
    dense = part("pooler.dense.")
    pooled = bert.pooler.reference(hidden, dense["weight"], dense["bias"])
    torch.testing.assert_close(pooled, expected.pooler_output, rtol=0, atol=1e-10)
    count = bert.count_parameters.reference(13, 12, 2, 7, 9, 2)
    assert count == sum(parameter.numel() for parameter in published.parameters())


def test_mean_pool_by_hand():
    hidden = torch.tensor([[[1.0, 2.0], [3.0, 6.0], [50.0, 60.0]]])
    mean = bert.mean_pool.reference(hidden, torch.tensor([[1, 1, 0]]))
    assert mean.tolist() == [[2.0, 4.0]]


def test_the_sizes_of_the_published_models():
    assert solve(bert.count_parameters, case=0)[1] == 109_482_240
    assert solve(bert.count_parameters, case=1)[1] == 335_141_888
