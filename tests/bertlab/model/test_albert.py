"""ALBERT beside ``transformers``', in float64 with padding; counts; what both load."""

import json

import pytest
import torch
import transformers

from bertlab.model.albert import (
    AlbertConfig,
    AlbertForMaskedLM,
    AlbertForSequenceClassification,
    AlbertModel,
)
from bertlab.model.checkpoint import read_tensors
from bertlab.model.config import BertConfig
from bertlab.training import TrainConfig
from bertlab.training.state import STATE, RunState, restore_state, save_state

SIZES = {"vocab_size": 23, "hidden_size": 12, "num_layers": 5, "num_heads": 3}
SIZES |= {"intermediate_size": 20, "max_positions": 9}
CONFIG = AlbertConfig(**SIZES, embedding_size=7, num_groups=2, hidden_dropout=0.0)
IDS = torch.tensor([[2, 5, 6, 3, 8, 9], [4, 7, 1, 0, 0, 0]])
TYPES = torch.tensor([[0, 0, 0, 1, 1, 1], [0, 0, 0, 0, 0, 0]])
SEEN = (IDS != 0).long()


def theirs(name: str, folder):
    """Save a model of ``transformers`` with weights of ordinary size; return it in float64."""
    torch.manual_seed(0)
    entries = CONFIG.to_hub()
    library = getattr(transformers, name)(transformers.AlbertConfig(**entries))
    for parameter in library.parameters():
        torch.nn.init.normal_(parameter, std=0.4)
    library.save_pretrained(folder)
    return library.double().eval()


@torch.no_grad()
def test_vectors_are_those_of_transformers(tmp_path):
    library = theirs("AlbertModel", tmp_path)
    ours = AlbertModel.from_pretrained(tmp_path).double()
    assert ours.config == CONFIG
    wanted = library(IDS, attention_mask=SEEN, token_type_ids=TYPES)
    found = ours(IDS, TYPES, SEEN)
    assert wanted.last_hidden_state.std() > 0.3
    seen = SEEN.bool()
    assert (found.last_hidden_state - wanted.last_hidden_state)[seen].abs().max() < 1e-10
    assert (found.pooled - wanted.pooler_output).abs().max() < 1e-10


@pytest.mark.parametrize("ours", [AlbertForMaskedLM, AlbertForSequenceClassification])
@torch.no_grad()
def test_scores_are_those_of_transformers_both_ways(ours, tmp_path):
    library = theirs(ours.__name__, tmp_path / "theirs")
    model = ours.from_pretrained(tmp_path / "theirs")
    model.save_pretrained(tmp_path / "ours")
    again = getattr(transformers, ours.__name__).from_pretrained(tmp_path / "ours").double().eval()
    wanted = library(IDS, attention_mask=SEEN, token_type_ids=TYPES).logits
    assert wanted.std() > 0.2
    for found in (
        model.double()(IDS, TYPES, SEEN),
        again(IDS, attention_mask=SEEN, token_type_ids=TYPES).logits,
    ):
        seen = SEEN.bool() if wanted.dim() == 3 else slice(None)
        assert (found - wanted)[seen].abs().max() < 1e-10


def count(module: torch.nn.Module) -> int:
    return sum(parameter.numel() for parameter in module.parameters())


def test_counts_are_those_of_the_paper():
    with torch.device("meta"):
        base = AlbertModel(AlbertConfig(vocab_size=30000))
        own_layers = AlbertModel(AlbertConfig(vocab_size=30000, num_groups=12))
    table, widen = base.embeddings.word, base.embeddings.widen
    assert 30000 * 768 == 23_040_000
    assert table.weight.numel() + widen.weight.numel() == 3_938_304 == 30000 * 128 + 128 * 768
    assert widen.bias.numel() == 768  # beside what the paper counts
    assert round(count(base) / 1e6) == 12 and round(count(own_layers) / 1e6) == 90  # table 1: 12M
    layer = count(base.encoder)
    assert count(own_layers.encoder) == 12 * layer and len(base.encoder.layers) == 12


def test_layers_of_a_group_are_one_layer():
    layers = AlbertModel(CONFIG).encoder.layers
    assert [[*layers].index(layer) for layer in layers] == [0, 0, 0, 3, 3]
    whole = AlbertModel(AlbertConfig(**SIZES, num_groups=5))
    assert len({id(layer) for layer in whole.encoder.layers}) == 5


def test_another_albert_is_refused(tmp_path):
    theirs("AlbertModel", tmp_path)
    path = tmp_path / "config.json"
    entries = json.loads(path.read_text())
    path.write_text(json.dumps({**entries, "inner_group_num": 2}))
    with pytest.raises(ValueError, match="inner_group_num must be 1, got 2"):
        AlbertModel.from_pretrained(tmp_path)
    with pytest.raises(ValueError, match=r"num_groups must be in \[1, num_layers = 12\], got 13"):
        AlbertConfig(num_groups=13)
    with pytest.raises(ValueError, match="model_type must be"):
        BertConfig.from_hub({"model_type": "albert"})


def test_a_shared_layer_is_stored_once_with_a_run(tmp_path):
    models = [AlbertModel(CONFIG).eval() for _ in range(2)]
    first, second = (torch.optim.AdamW(model.parameters()) for model in models)
    models[0](IDS).pooled.sum().backward()
    first.step()
    run, config = RunState(1, [{"step": 1, "seconds": 0.0}], None, []), TrainConfig(1)
    save_state(tmp_path, run, models[0], first, config)
    restore_state(tmp_path, models[1], second, config)
    assert torch.equal(models[0](IDS).pooled, models[1](IDS).pooled)
    assert len(second.state) == len(first.state) == len(list(models[0].parameters()))
    stored = [name for name in read_tensors(tmp_path / STATE) if name.endswith("query.weight")]
    assert sorted(stored) == [f"model.encoder.layers.{i}.attention.query.weight" for i in (0, 3)]
