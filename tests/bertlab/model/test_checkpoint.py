"""Broken, foreign and incomplete checkpoints are refused, and say why."""

import json
import pickle

import pytest
import torch
from safetensors.torch import load_file, save_file

from bertlab import files
from bertlab.model import pretrained
from bertlab.model.bert import BertModel
from bertlab.model.config import BertConfig
from bertlab.model.tasks import BertForMaskedLM, BertForPreTraining, BertForSequenceClassification

TINY = BertConfig(
    vocab_size=31, hidden_size=12, num_layers=2, num_heads=3, intermediate_size=20, max_positions=9
)


@pytest.fixture
def folder(tmp_path):
    torch.manual_seed(0)
    BertModel(TINY).save_pretrained(tmp_path)
    return tmp_path


def change(folder, edit):
    """Apply ``edit`` to the tensors of a saved model."""
    path = folder / "model.safetensors"
    tensors = load_file(path)
    edit(tensors)
    save_file(tensors, path)


def test_truncated_by_one_byte(folder):
    path = folder / "model.safetensors"
    content = path.read_bytes()
    path.write_bytes(content[:-1])
    message = rf"expected {len(content)} bytes, got {len(content) - 1}"
    with pytest.raises(ValueError, match=message):
        BertModel.from_pretrained(folder)


@pytest.mark.parametrize("size", [0, 5, 60])
def test_truncated_in_the_header(folder, size):
    path = folder / "model.safetensors"
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(ValueError, match=f"whole header, got a file of {size} bytes"):
        BertModel.from_pretrained(folder)


@pytest.mark.parametrize("protocol", [2, 3, 4, 5, "torch"])
def test_a_pickle_is_never_loaded(folder, protocol):
    path = folder / "model.safetensors"
    if protocol == "torch":
        torch.save({"a": torch.ones(2)}, path)
    else:
        path.write_bytes(pickle.dumps({"a": list(range(99))}, protocol=protocol))
    with pytest.raises(ValueError, match="got a pickle; pickles can run code"):
        BertModel.from_pretrained(folder)


@pytest.mark.parametrize(
    "header", ["[]", '{"a": 1}', '{"a": {"dtype": "F32", "shape": [1], "data_offsets": []}}', "{}x"]
)
def test_a_header_that_makes_no_sense(folder, header):
    content = len(header).to_bytes(8, "little") + header.encode()
    (folder / "model.safetensors").write_bytes(content)
    with pytest.raises(ValueError, match="expected safetensors, got something else"):
        BertModel.from_pretrained(folder)


def test_only_a_pickle_in_the_folder(folder):
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")
    with pytest.raises(FileNotFoundError, match=r"pytorch_model.bin is a pickle; .* never loaded"):
        BertModel.from_pretrained(folder)


WORDS, LAYER = "embeddings.word_embeddings.weight", "encoder.layer"


@pytest.mark.parametrize(
    ("gone", "new", "message"),
    [
        (f"{LAYER}.1.output.dense.bias", {}, rf"lacks 1 tensors: {LAYER}.1.output.dense.bias$"),
        ("", {f"{LAYER}.2.extra": (1,)}, f"no table row names: {LAYER}.2.extra"),
        ("", {WORDS: (30, 12)}, rf"{WORDS}: expected shape \(31, 12\), got \(30, 12\)"),
        ("", {"bert.pooler.dense.bias": (12,)}, "has pooler.dense.bias twice"),
        ("", {"embeddings.position_ids": (1, 3)}, "must count up from 0"),
    ],
)
def test_tensors_that_do_not_fit_are_named(folder, gone, new, message):
    ones = {name: torch.ones(shape) for name, shape in new.items()}
    change(folder, lambda tensors: (tensors.pop(gone, None), tensors.update(ones)))
    with pytest.raises(ValueError, match=message):
        BertModel.from_pretrained(folder)


def test_a_layer_more_than_the_configuration_says(folder):
    entries = json.loads((folder / "config.json").read_text()) | {"num_hidden_layers": 1}
    (folder / "config.json").write_text(json.dumps(entries))
    with pytest.raises(ValueError, match=rf"no table row names: {LAYER}.1.*and 12 more"):
        BertModel.from_pretrained(folder)


def test_untied_output_is_refused(tmp_path):
    BertForPreTraining(TINY).save_pretrained(tmp_path)
    name = "cls.predictions.decoder.weight"
    change(tmp_path, lambda tensors: tensors.update({name: torch.ones(31, 12)}))
    with pytest.raises(ValueError, match=r"must equal embeddings.word_embeddings.weight"):
        BertForMaskedLM.from_pretrained(tmp_path)


def test_a_head_that_is_not_there_must_be_asked_for(folder):
    with pytest.raises(ValueError, match=r"lacks 2 tensors: classifier.*new_heads=True"):
        BertForSequenceClassification.from_pretrained(folder)
    model = BertForSequenceClassification.from_pretrained(
        folder, new_heads=True, labels=("a", "b", "c")
    )
    assert model.classifier.dense.weight.shape == (3, 12)
    body = BertModel.from_pretrained(folder)
    assert torch.equal(model.bert.pooler.dense.weight, body.pooler.dense.weight)


def test_a_head_of_another_size_is_replaced_whole_if_asked_for(tmp_path):
    BertForSequenceClassification(TINY, labels=("a", "b")).save_pretrained(tmp_path)
    with pytest.raises(ValueError, match=r"expected shape \(3,.*new_heads=True"):
        BertForSequenceClassification.from_pretrained(tmp_path, labels=["x", "y", "z"])
    model = BertForSequenceClassification.from_pretrained(
        tmp_path, labels=["x", "y", "z"], new_heads=True
    )
    assert model.classifier.dense.bias.shape == (3,)


def test_half_a_head_is_no_head(tmp_path):
    saved = BertForSequenceClassification(TINY)
    saved.save_pretrained(tmp_path)
    change(tmp_path, lambda tensors: tensors.pop("classifier.bias"))
    with pytest.raises(ValueError, match=r"lacks 1 tensors: classifier.bias"):
        BertForSequenceClassification.from_pretrained(tmp_path)
    model = BertForSequenceClassification.from_pretrained(tmp_path, new_heads=True)
    assert not torch.equal(model.classifier.dense.weight, saved.classifier.dense.weight)
    assert torch.equal(model.bert.pooler.dense.weight, saved.bert.pooler.dense.weight)


def test_classes_without_names_stay_without(tmp_path):
    BertForSequenceClassification(TINY).save_pretrained(tmp_path)
    entries = json.loads((tmp_path / "config.json").read_text())
    del entries["id2label"], entries["label2id"]
    (tmp_path / "config.json").write_text(json.dumps(entries))
    loaded = BertForSequenceClassification.from_pretrained(tmp_path)
    assert loaded.labels == ("LABEL_0", "LABEL_1")


def test_a_bias_that_only_its_copy_holds(tmp_path):
    saved = BertForPreTraining(TINY)
    torch.nn.init.normal_(saved.masked_lm.bias)
    saved.save_pretrained(tmp_path)

    def edit(tensors):
        tensors["cls.predictions.decoder.bias"] = tensors.pop("cls.predictions.bias")

    change(tmp_path, edit)
    loaded = BertForPreTraining.from_pretrained(tmp_path)
    assert torch.equal(loaded.masked_lm.bias, saved.masked_lm.bias)


def test_new_heads_do_not_excuse_a_hole_in_the_body(folder):
    change(folder, lambda tensors: tensors.pop("embeddings.LayerNorm.bias"))
    with pytest.raises(ValueError, match=r"lacks 1 tensors: embeddings.LayerNorm.bias"):
        BertForSequenceClassification.from_pretrained(folder, new_heads=True)


def test_the_body_of_a_model_with_a_head_loads(tmp_path):
    model = BertForSequenceClassification(TINY)
    model.save_pretrained(tmp_path)
    body = BertModel.from_pretrained(tmp_path)
    assert torch.equal(body.pooler.dense.weight, model.bert.pooler.dense.weight)


@pytest.mark.parametrize(
    ("text", "message"), [("{", "is no JSON"), ("[]", "expected a JSON object, got list")]
)
def test_config_that_is_no_json(folder, text, message):
    (folder / "config.json").write_text(text)
    with pytest.raises(ValueError, match=message):
        BertModel.from_pretrained(folder)


def test_no_config(folder):
    (folder / "config.json").unlink()
    with pytest.raises(FileNotFoundError, match=r"no config.json"):
        BertModel.from_pretrained(folder)


def test_a_file_where_a_folder_is_expected(folder):
    with pytest.raises(ValueError, match="expected a folder"):
        BertModel.from_pretrained(folder / "config.json")


def test_a_name_that_leads_nowhere(monkeypatch):
    def refuse(*args, **kwargs):
        raise OSError("no network\nmore")

    monkeypatch.setattr("huggingface_hub.snapshot_download", refuse)
    with pytest.raises(FileNotFoundError, match=r"no checkpoint 'some/bert'.*minilm.*no network$"):
        BertModel.from_pretrained("some/bert")


def test_a_hub_name_fetches_json_vocabulary_and_safetensors_only(folder, monkeypatch):
    asked = {}

    def download(name, allow_patterns):
        asked.update(name=name, patterns=allow_patterns)
        return str(folder)

    monkeypatch.setattr("huggingface_hub.snapshot_download", download)
    model = BertModel.from_pretrained("bert-base-uncased")
    assert model.config == TINY
    assert asked["name"] == "bert-base-uncased"
    assert not [pattern for pattern in asked["patterns"] if "bin" in pattern or "*" in pattern]


def test_a_checkpoint_of_ours_by_name(folder, monkeypatch):
    monkeypatch.setattr(pretrained, "CHECKPOINTS", folder.parent)
    assert BertModel.from_pretrained(folder.name).config == TINY


def test_the_record_of_a_checkpoint(folder):
    with pytest.raises(FileNotFoundError, match=r"no run\.json in"):
        pretrained.run_record(folder)
    (folder / "run.json").write_text('{"steps": 7}')
    assert pretrained.run_record(folder) == {"steps": 7}


def test_a_failed_write_keeps_the_old_file(folder, monkeypatch):
    before = (folder / "model.safetensors").read_bytes()

    def full(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        BertModel(TINY).save_pretrained(folder)
    assert (folder / "model.safetensors").read_bytes() == before
    assert sorted(path.name for path in folder.iterdir()) == ["config.json", "model.safetensors"]
