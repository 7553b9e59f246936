"""The masked-word read-out: what is free is what is shipped, and the change makes a full folder."""

import pytest
import torch

from bertlab.model.bert import BertModel
from bertlab.model.checkpoint import read_tensors
from bertlab.model.config import BertConfig
from bertlab.model.tasks import BertForMaskedLM
from bertlab.pretraining import readout
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer
from bertlab.training import changes
from bertlab.training.low_rank import LowRankUpdate, merge_low_rank

IDS = torch.tensor([[2, 5, 4, 6, 3]])


@pytest.fixture
def small_minilm(tmp_path, monkeypatch):
    """A tiny encoder without head, in the place of minilm."""
    torch.manual_seed(1)
    config = BertConfig(
        vocab_size=9,
        hidden_size=8,
        num_layers=3,
        num_heads=2,
        intermediate_size=12,
        max_positions=8,
    )
    folder = tmp_path / "minilm"
    BertModel(config).save_pretrained(folder)
    WordPieceTokenizer([*SPECIALS, *"abcd"]).save(folder)
    found = {"minilm": folder}
    for module in ("pretraining.readout", "training.changes", "model.pretrained"):
        monkeypatch.setattr(
            f"bertlab.{module}.find_folder", lambda name: found.get(str(name), tmp_path / str(name))
        )
    return tmp_path


def trained(model):
    return {name for name, p in model.named_parameters() if p.requires_grad}


def disturb(model):
    """Stand in for training."""
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.requires_grad:
                parameter += torch.randn_like(parameter)
    return model


@pytest.mark.usefixtures("small_minilm")
def test_fewer_layers_are_the_first_ones():
    whole = BertModel.from_pretrained("minilm")
    model = readout.with_fresh_head(2)
    assert len(model.bert.encoder.layers) == model.config.num_layers == 2
    expected = whole.inspect(IDS).hidden_states[2]
    torch.testing.assert_close(model.bert(IDS).last_hidden_state, expected)
    with pytest.raises(ValueError, match=r"num_layers must be in \[1, 3\], got 4"):
        readout.with_fresh_head(4)


@pytest.mark.usefixtures("small_minilm")
@pytest.mark.parametrize("number", [0, 1, 3])
def test_the_top_layers_are_free(number):
    model = readout.free_top_layers(readout.with_fresh_head(3), number)
    layers = {name.split(".")[3] for name in trained(model) if "layers" in name}
    assert layers == {str(i) for i in range(3 - number, 3)}
    assert {name for name in trained(model) if "layers" not in name} == {
        "masked_lm.bias",
        *(f"masked_lm.{part}.{kind}" for part in ("dense", "norm") for kind in ("weight", "bias")),
    }


@pytest.mark.usefixtures("small_minilm")
def test_more_layers_than_there_are():
    with pytest.raises(ValueError, match=r"number must be in \[0, 3\], got 4"):
        readout.free_top_layers(readout.with_fresh_head(3), 4)


@pytest.mark.parametrize("way", ["top layer", "low rank"])
def test_a_change_makes_a_full_folder(small_minilm, way):
    transformers = pytest.importorskip("transformers")
    model = readout.with_fresh_head(3)
    model = (
        readout.free_top_layers(model, 1) if way == "top layer" else readout.free_low_rank(model, 2)
    )
    disturb(model)
    changes.save_change(model, small_minilm / "change")
    stored = read_tensors(small_minilm / "change" / changes.CHANGE)
    assert all(tensor.dtype == torch.float16 for tensor in stored.values())
    assert sum(t.numel() for t in stored.values()) == sum(
        p.numel() for p in model.parameters() if p.requires_grad
    )
    folder = readout.full_folder("change", small_minilm / "full")
    ours = BertForMaskedLM.from_pretrained(folder)
    theirs = transformers.BertForMaskedLM.from_pretrained(folder)
    with torch.no_grad():
        expected = merge_low_rank(model)(IDS)
        torch.testing.assert_close(ours(IDS), expected, rtol=2e-2, atol=2e-2)  # half precision
        torch.testing.assert_close(theirs(IDS).logits, ours(IDS), rtol=0, atol=1e-5)
    assert WordPieceTokenizer.from_folder(folder).vocabulary[-1] == "d"


@pytest.mark.usefixtures("small_minilm")
def test_low_rank_leaves_the_table_and_norms_alone():
    model = readout.free_low_rank(readout.with_fresh_head(3), 2)
    updates = [module for module in model.modules() if isinstance(module, LowRankUpdate)]
    assert len(updates) == 3 * 6  # query, key, value, output, expand, contract of three layers
    assert not any("embeddings" in name or "attention_norm" in name for name in trained(model))
    assert "masked_lm.dense.weight" in trained(model)


@pytest.mark.usefixtures("small_minilm")
def test_changes_that_do_not_fit():
    model = readout.with_fresh_head(3)
    name = "bert.encoder.layers.0.feed_forward.expand.weight"
    with pytest.raises(ValueError, match="the change has whole:nothing, which the model lacks"):
        changes.apply_change(model, {"whole:nothing": torch.zeros(1)})
    with pytest.raises(ValueError, match="which the model lacks"):
        changes.apply_change(model, {f"other:{name}": torch.zeros(12, 8)})
    with pytest.raises(ValueError, match=r"expected the shape \(12, 8\), got \(8, 12\)"):
        changes.apply_change(model, {f"whole:{name}": torch.zeros(8, 12)})
    with pytest.raises(ValueError, match="but no down:"):
        changes.apply_change(model, {f"up:{name}": torch.zeros(12, 2)})


def test_a_frozen_model_has_no_change(small_minilm):
    model = readout.with_fresh_head(3).requires_grad_(False)
    with pytest.raises(ValueError, match="got one that is frozen"):
        changes.save_change(model, small_minilm / "change")
