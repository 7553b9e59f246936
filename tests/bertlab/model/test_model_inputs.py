"""What is wrong with an input is said with what was expected and what came."""

from dataclasses import replace
from functools import partial

import pytest
import torch

from bertlab.model.bert import BertModel
from bertlab.model.config import BertConfig
from bertlab.model.tasks import BertForSequenceClassification

TINY = BertConfig(
    vocab_size=31, hidden_size=12, num_layers=2, num_heads=3, intermediate_size=20, max_positions=9
)


@pytest.fixture(scope="module")
def model():
    torch.manual_seed(0)
    return BertModel(TINY).eval()


IDS = torch.ones(2, 5, dtype=torch.int64)


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ({"input_ids": IDS + 30}, r"input_ids must be in \[0, 31\), got values from 31 to 31"),
        ({"input_ids": IDS - 2}, r"got values from -1 to -1"),
        ({"input_ids": torch.ones(1, 10, dtype=torch.int64)}, r"up to 9 tokens, got 10"),
        ({"input_ids": IDS[:, :0]}, r"shape \(B, T\) with B, T >= 1, got \(2, 0\)"),
        ({"input_ids": IDS, "token_type_ids": IDS * 2}, r"token_type_ids must be in \[0, 2\)"),
        ({"input_ids": IDS, "token_type_ids": IDS[:, :4]}, r"shape \(2, 5\), got \(2, 4\)"),
        ({"input_ids": IDS, "attention_mask": IDS[:1]}, r"attention_mask .*\(2, 5\), got \(1, 5\)"),
        ({"input_ids": IDS, "attention_mask": IDS * 3}, r"attention_mask must be in \[0, 2\)"),
        ({"input_ids": IDS, "attention_mask": IDS * 0}, r"at least one token of each sequence"),
    ],
)
@pytest.mark.usefixtures("without_annotations")
def test_bad_input_is_named(model, inputs, message):
    calls = model, model.inspect, model.summarize, partial(model.read, torch.tensor([0]))
    for call in calls:
        with pytest.raises(ValueError, match=message):
            call(**inputs)


@pytest.mark.usefixtures("without_annotations")
def test_wrong_types_are_named(model):
    with pytest.raises(ValueError, match=r"must be integers .* got torch.float32"):
        model(IDS.float())
    with pytest.raises(ValueError, match=r"got \(5,\)"):
        model(IDS[0])


def test_padding_changes_nothing(model):
    short = torch.tensor([[3, 4, 5]])
    padded = torch.tensor([[3, 4, 5, 0, 0]])
    mask = torch.tensor([[1, 1, 1, 0, 0]])
    alone, beside = model(short), model(padded, attention_mask=mask)
    torch.testing.assert_close(alone.last_hidden_state, beside.last_hidden_state[:, :3])
    torch.testing.assert_close(alone.pooled, beside.pooled)
    without = model(padded)
    assert not torch.allclose(alone.pooled, without.pooled, atol=1e-4)


def test_dropout_is_off_in_evaluation_and_on_in_training():
    torch.manual_seed(0)
    model = BertForSequenceClassification(TINY).train()
    assert not torch.equal(model(IDS), model(IDS))
    model.eval()
    assert torch.equal(model(IDS), model(IDS))


def test_in_training_inspection_drops_weights_as_often_as_configured():
    torch.manual_seed(0)
    model = BertModel(replace(TINY, attention_dropout=0.25)).train()
    ids = torch.ones(200, 9, dtype=torch.int64)
    dropped = (model.inspect(ids).layers[0].weights == 0).float().mean().item()
    assert dropped == pytest.approx(0.25, abs=0.01)


def test_in_training_forward_passes_the_configured_dropout(monkeypatch):
    from bertlab.model import attention

    passed = []

    def kernel(query, key, value, attn_mask, dropout_p):
        passed.append(dropout_p)
        return value

    monkeypatch.setattr(attention, "scaled_dot_product_attention", kernel)
    model = BertModel(replace(TINY, attention_dropout=0.25)).train()
    model(IDS)
    model.eval()
    model(IDS)
    assert passed == [0.25, 0.25, 0.0, 0.0]


@pytest.mark.parametrize("labels", [(), ("one",), ("same", "same")])
def test_labels_must_tell_classes_apart(labels):
    with pytest.raises(ValueError, match="two or more different labels"):
        BertForSequenceClassification(TINY, labels=labels)


def test_fresh_weights():
    torch.manual_seed(0)
    model = BertModel(BertConfig.preset("mini"))
    word = model.embeddings.word.weight
    assert word[1:].std().item() == pytest.approx(0.02, rel=0.02)
    assert not word[0].any()
    assert not model.encoder.layers[0].attention.query.bias.any()
    assert (model.encoder.layers[0].output_norm.weight == 1).all()


def test_parameters_of_the_paper():
    """Table 1 of the paper rounds to 110 M and 340 M."""
    for name, parameters in {"base": 109_482_240, "large": 335_141_888}.items():
        with torch.device("meta"):
            model = BertModel(BertConfig.preset(name))
        assert sum(p.numel() for p in model.parameters()) == parameters


def test_reading_some_places_is_choosing_from_all(model):
    ids = torch.tensor([[3, 4, 5, 0, 0], [6, 7, 8, 9, 10]])
    mask, types = (ids != 0).long(), (ids > 6).long()
    places = torch.tensor([7, 0, 7, 2])  # in any order, and more than once
    whole = model(ids, types, mask)
    rows = [whole.last_hidden_state[place // 5, place % 5] for place in places.tolist()]
    torch.testing.assert_close(model.read(places, ids, types, mask), torch.stack(rows))
    torch.testing.assert_close(model.summarize(ids, types, mask), whole.pooled)
    assert model.read(places[:0], ids, types, mask).shape == (0, 12)


def test_reading_leaves_out_what_follows_attention_in_the_last_layer(model):
    seen = []
    handles = [
        layer.feed_forward.register_forward_hook(lambda *call: seen.append(call[-1].shape[:-1]))
        for layer in model.encoder.layers
    ]
    model.summarize(IDS)
    for handle in handles:
        handle.remove()
    assert seen == [(2, 5), (2,)]


@pytest.mark.parametrize(
    ("places", "message"),
    [
        (torch.tensor([0, 10]), r"positions must be in \[0, 10\), got values from 0 to 10"),
        (torch.tensor([-1]), r"got values from -1 to -1"),
        (torch.tensor([[0]]), r"int64 of shape \(M,\), got torch.int64 of \(1, 1\)"),
        (torch.tensor([0.0]), r"got torch.float32 of \(1,\)"),
        (torch.tensor([True] * 10), r"got torch.bool of \(10,\)"),
    ],
)
@pytest.mark.usefixtures("without_annotations")
def test_wrong_places_are_named(model, places, message):
    with pytest.raises(ValueError, match=message):
        model.read(places, IDS)


def test_without_a_pooler_there_is_no_summary():
    with pytest.raises(ValueError, match="expected a model with a pooler"):
        BertModel(TINY, with_pooler=False).summarize(IDS)
