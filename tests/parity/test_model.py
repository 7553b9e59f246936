"""Our BERT beside the one in transformers: component by component, in float64, with padding."""

import json

import pytest
import torch
import transformers
from safetensors.torch import load_file, save_file
from torch.testing import assert_close

from bertlab.model.bert import BertModel
from bertlab.model.config import BertConfig
from bertlab.model.tasks import (
    BertForMaskedLM,
    BertForNextSentencePrediction,
    BertForPreTraining,
    BertForQuestionAnswering,
    BertForSequenceClassification,
    BertForTokenClassification,
)

TINY = BertConfig(
    vocab_size=61,
    hidden_size=24,
    num_layers=3,
    num_heads=4,
    intermediate_size=40,
    max_positions=17,
)
LABELS = ("O", "B-PER", "I-PER")
HEADS = {
    BertForPreTraining: {},
    BertForMaskedLM: {},
    BertForNextSentencePrediction: {},
    BertForSequenceClassification: {"labels": LABELS},
    BertForTokenClassification: {"labels": LABELS},
    BertForQuestionAnswering: {},
}


@pytest.fixture
def batch():
    generator = torch.Generator().manual_seed(7)
    ids = torch.randint(1, TINY.vocab_size, (5, 11), generator=generator)
    types = torch.zeros_like(ids)
    mask = torch.ones_like(ids)
    for row, length in enumerate((11, 9, 7, 3, 1)):
        ids[row, length:] = 0
        mask[row, length:] = 0
        types[row, length // 2 : length] = 1
    return {"input_ids": ids, "token_type_ids": types, "attention_mask": mask}


def spread_weights(model):
    """Random weights of ordinary size: fresh ones are so small that mistakes hide in them."""
    generator = torch.Generator().manual_seed(3)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(0.3 * torch.randn(parameter.shape, generator=generator))


def theirs(tmp_path, name, **options):
    """A model of transformers with random weights, saved; returned in float64 for comparison."""
    entries = TINY.to_hub() | options
    config = transformers.BertConfig(**entries, attn_implementation="eager")
    model = getattr(transformers, name)(config).eval()
    spread_weights(model)
    model.save_pretrained(tmp_path)
    return model.double()


def label_options(ours):
    return {"num_labels": len(LABELS)} if "labels" in HEADS.get(ours, {}) else {}


def close(ours, expected, tolerance=1e-10):
    assert ours.shape == expected.shape
    assert ours.dtype == expected.dtype
    assert (ours - expected).abs().max() <= tolerance


def test_every_hidden_state_weight_and_pooled_vector(tmp_path, batch):
    reference = theirs(tmp_path, "BertModel")
    ours = BertModel.from_pretrained(tmp_path).double()
    expected = reference(**batch, output_hidden_states=True, output_attentions=True)
    seen = ours.inspect(**batch)
    assert len(seen.hidden_states) == len(expected.hidden_states) == 4
    for a, b in zip(seen.hidden_states, expected.hidden_states, strict=True):
        close(a, b)
    for layer, b in zip(seen.layers, expected.attentions, strict=True):
        close(layer.weights, b)
    close(seen.pooled, expected.pooler_output)


def test_forward_and_inspect_agree(tmp_path, batch):
    theirs(tmp_path, "BertModel")
    ours = BertModel.from_pretrained(tmp_path).double()
    output, seen = ours(**batch), ours.inspect(**batch)
    close(output.last_hidden_state, seen.hidden_states[-1])
    close(output.pooled, seen.pooled)


def test_components(tmp_path, batch):
    reference = theirs(tmp_path, "BertModel")
    ours = BertModel.from_pretrained(tmp_path).double()
    ids, types = batch["input_ids"], batch["token_type_ids"]
    close(ours.embeddings(ids, types), reference.embeddings(ids, types))

    hidden = torch.randn(5, 11, 24, dtype=torch.float64, generator=torch.Generator().manual_seed(1))
    visible = batch["attention_mask"].bool()[:, None, None, :]
    their_mask = torch.zeros(5, 1, 1, 11, dtype=torch.float64)
    their_mask.masked_fill_(~visible, torch.finfo(torch.float64).min)
    our_layer, their_layer = ours.encoder.layers[1], reference.encoder.layer[1]
    close(
        our_layer.attention(hidden, visible),
        their_layer.attention.output.dense(their_layer.attention.self(hidden, their_mask)[0]),
    )
    close(
        our_layer.feed_forward(hidden),
        their_layer.output.dense(their_layer.intermediate(hidden)),
    )
    output = their_layer(hidden, their_mask)
    close(our_layer(hidden, visible), output[0] if isinstance(output, tuple) else output)
    close(ours.pooler(hidden), reference.pooler(hidden))


@pytest.mark.parametrize("ours", HEADS, ids=lambda c: c.__name__)
def test_heads(tmp_path, batch, ours):
    reference = theirs(tmp_path, ours.architecture, **label_options(ours))
    options = {} if ours is not BertForTokenClassification else {"labels": LABELS}
    model = ours.from_pretrained(tmp_path, **options).double()
    output, expected = model(**batch), reference(**batch).to_tuple()
    for a, b in zip(output if isinstance(output, tuple) else (output,), expected, strict=True):
        close(a, b)


@pytest.mark.parametrize("ours", HEADS, ids=lambda c: c.__name__)
def test_gradients(tmp_path, batch, ours):
    reference = theirs(tmp_path, ours.architecture, **label_options(ours))
    model = ours.from_pretrained(tmp_path).double()
    for outputs in (model(**batch), reference(**batch).to_tuple()):
        parts = outputs if isinstance(outputs, tuple) else (outputs,)
        sum((part.sin() * (1 + i)).sum() for i, part in enumerate(parts)).backward()
    from bertlab.model.checkpoint import to_hub

    gradients = to_hub(
        {name: parameter.grad for name, parameter in model.named_parameters()}, TINY.num_layers
    )
    expected = {
        name: p.grad for name, p in reference.named_parameters() if "decoder.weight" not in name
    }
    assert gradients.keys() == expected.keys() - {"cls.predictions.decoder.bias"}
    for name, gradient in gradients.items():
        scale = max(1.0, expected[name].abs().max().item())
        assert (gradient - expected[name]).abs().max() <= 1e-10 * scale, name


@pytest.mark.parametrize("ours", [BertModel, *HEADS], ids=lambda c: c.__name__)
def test_round_trip_is_bit_exact(tmp_path, ours):
    torch.manual_seed(0)
    model = ours(TINY, **HEADS.get(ours, {}))
    model.save_pretrained(tmp_path / "a")
    reference, report = getattr(transformers, ours.architecture).from_pretrained(
        tmp_path / "a", output_loading_info=True
    )
    assert not report["missing_keys"]
    assert not report["unexpected_keys"]
    reference.save_pretrained(tmp_path / "b")
    again = ours.from_pretrained(tmp_path / "b")
    assert again.config == model.config
    for (name, a), (_, b) in zip(
        model.state_dict().items(), again.state_dict().items(), strict=True
    ):
        assert torch.equal(a, b), name
    a, b = (load_file(tmp_path / x / "model.safetensors") for x in "ab")
    assert a.keys() == b.keys()
    assert all(torch.equal(a[name], b[name]) for name in a)


def test_labels_travel(tmp_path):
    BertForTokenClassification(TINY, labels=LABELS).save_pretrained(tmp_path)
    reference = transformers.BertForTokenClassification.from_pretrained(tmp_path)
    assert reference.config.id2label == dict(enumerate(LABELS))
    assert BertForTokenClassification.from_pretrained(tmp_path).labels == LABELS


def test_a_file_written_as_the_hub_writes_them(tmp_path, batch):
    """The first BERT checkpoints: bert. prefix, gamma and beta, cls.*, position_ids."""
    reference = theirs(tmp_path / "new", "BertForPreTraining")
    tensors = load_file(tmp_path / "new" / "model.safetensors")
    old = {
        name.replace("LayerNorm.weight", "LayerNorm.gamma").replace(
            "LayerNorm.bias", "LayerNorm.beta"
        ): tensor
        for name, tensor in tensors.items()
    }
    old["bert.embeddings.position_ids"] = torch.arange(TINY.max_positions)[None]
    old["cls.predictions.decoder.weight"] = old["bert.embeddings.word_embeddings.weight"].clone()
    (tmp_path / "old").mkdir()
    save_file(old, tmp_path / "old" / "model.safetensors")
    entries = json.loads((tmp_path / "new" / "config.json").read_text())
    (tmp_path / "old" / "config.json").write_text(json.dumps(entries))
    expected = reference(**batch, output_hidden_states=True)
    body = BertModel.from_pretrained(tmp_path / "old").double()
    close(body(**batch).last_hidden_state, expected.hidden_states[-1])
    full = BertForPreTraining.from_pretrained(tmp_path / "old").double()
    close(full(**batch).masked_lm, expected.prediction_logits)


def test_halves_on_disk_are_floats_when_loaded(tmp_path):
    torch.manual_seed(0)
    model = BertModel(TINY)
    model.save_pretrained(tmp_path, dtype=torch.float16)
    assert load_file(tmp_path / "model.safetensors")["pooler.dense.bias"].dtype == torch.float16
    again = BertModel.from_pretrained(tmp_path)
    assert {p.dtype for p in again.parameters()} == {torch.float32}
    assert_close(again.pooler.dense.weight, model.pooler.dense.weight, atol=1e-4, rtol=1e-3)
    assert transformers.BertModel.from_pretrained(tmp_path).dtype == torch.float32
