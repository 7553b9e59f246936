"""What weights bring, against sums worked out token by token."""

import pytest
import torch
from torch import nn

from bertlab.model.bert import BertModel
from bertlab.model.config import BertConfig
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer
from lessons.l11_attention_seen.contributions import shares_of_kinds

TOKENIZER = WordPieceTokenizer([*SPECIALS, "the", "cat", "sat"])
CONFIG = BertConfig(len(TOKENIZER.vocabulary), 15, 2, 3, 22, 32)
TEXTS, PAIRS = ["the cat sat", "cat"], ["the cat", "sat the cat sat"]


@pytest.fixture
def model():
    torch.manual_seed(1)
    fresh = BertModel(CONFIG).double().eval()
    with torch.no_grad():
        for layer in fresh.encoder.layers:
            for part in (layer.attention.query, layer.attention.key, layer.attention.value):
                part.weight *= 25
    return fresh


@torch.no_grad()
def by_loop(model, texts, pairs):
    """The same in loops over texts, layers, heads and tokens."""
    totals = torch.zeros(2, 2, 3, dtype=torch.float64)
    for text, second in zip(texts, pairs or [None] * len(texts), strict=True):
        batch = TOKENIZER.pad([TOKENIZER.encode(text, second)])
        ids, states = batch.input_ids[0].tolist(), model.inspect(*batch).hidden_states
        for number, layer in enumerate(model.encoder.layers):
            details = layer.attention.inspect(states[number])
            for head in range(3):
                rows = layer.attention.output.weight[:, 5 * head : 5 * (head + 1)]
                for i in range(len(ids)):
                    for j, token in enumerate(ids):
                        kind = {TOKENIZER.cls_id: 0, TOKENIZER.sep_id: 1}.get(token, 2)
                        weight = details.weights[0, head, i, j]
                        brought = weight * (rows @ details.values[0, head, j])
                        totals[0, number, kind] += weight
                        totals[1, number, kind] += brought.norm()
    return totals / totals.sum(dim=-1, keepdim=True)


@pytest.mark.parametrize("pairs", [None, PAIRS])
def test_shares_are_those_of_a_loop(model, pairs):
    found = shares_of_kinds(model, TOKENIZER, TEXTS, pairs)
    expected = by_loop(model, TEXTS, pairs)
    torch.testing.assert_close(torch.stack(found), expected)
    assert (found.weight - found.brought).abs().max() > 0.01
    torch.testing.assert_close(found.brought.sum(dim=1), torch.ones(2).double())


def test_a_value_of_zero_brings_nothing(model):
    """[CLS] whose values are 0 gets weight and brings nothing, in the first layer."""
    with torch.no_grad():
        value = model.encoder.layers[0].attention.value
        value.weight.copy_(torch.randn(15, 15, dtype=torch.float64))
        value.bias.zero_()
        model.embeddings.norm = nn.Identity()
        model.embeddings.position.weight.zero_()
        model.embeddings.token_type.weight.zero_()
        model.embeddings.word.weight[TOKENIZER.cls_id] = 0.0
    found = shares_of_kinds(model, TOKENIZER, TEXTS)
    assert found.weight[0, 0] > 0.05
    assert found.brought[0, 0] == pytest.approx(0.0, abs=1e-9)


def test_dropout_is_off_and_the_model_left_as_it_was(model):
    expected = shares_of_kinds(model, TOKENIZER, TEXTS)
    found = shares_of_kinds(model.train(), TOKENIZER, TEXTS)
    assert torch.equal(torch.stack(found), torch.stack(expected)) and model.training


def test_what_has_no_shares(model):
    with pytest.raises(ValueError, match="expected at least one text, got none"):
        shares_of_kinds(model, TOKENIZER, [])
    with pytest.raises(ValueError, match="gives no attention weights"):
        shares_of_kinds(nn.Linear(2, 2), TOKENIZER, TEXTS)
