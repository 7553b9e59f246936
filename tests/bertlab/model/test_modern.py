"""ModernBERT beside ``transformers``', BERT beside our own, and each kind of position by loops."""

import json
import math
from dataclasses import replace

import pytest
import torch
import transformers

from bertlab.model.config import BertConfig
from bertlab.model.modern import ModernConfig, ModernForMaskedLM, ModernModel, unpadded
from bertlab.model.modern_config import POSITIONS
from bertlab.model.relative_positions import attention_with_offsets, functional_positions
from bertlab.model.tasks import BertForMaskedLM

BERT_SIZES = {"vocab_size": 23, "hidden_size": 12, "num_layers": 4, "num_heads": 3}
BERT_SIZES |= {"intermediate_size": 10, "max_positions": 16}
SIZES = {**BERT_SIZES, "window": 4, "max_distance": 3}
HUB = {"vocab_size": 23, "hidden_size": 12, "num_hidden_layers": 4, "num_attention_heads": 3}
HUB |= {"intermediate_size": 10, "max_position_embeddings": 16, "local_attention": 4}
HUB |= dict.fromkeys((f"{name}_token_id" for name in ("pad", "bos", "cls", "eos", "sep")), 0)
FULL, LOCAL = "full_attention", "sliding_attention"
IDS = torch.tensor([[2, 5, 6, 3, 8, 9, 11, 4, 17, 5, 20, 3], [4, 7, 1, 12, 9, 3] + 6 * [0]])
SEEN = (IDS != 0).long()


def randomized(model):
    """Give all weights ordinary size, LayerNorms' and biases too; in float64, for use."""
    torch.manual_seed(0)
    for parameter in model.parameters():
        torch.nn.init.normal_(parameter, std=0.5)
    return model.double().eval()


def differ(found, wanted, mask=SEEN):
    """Return the largest difference where there are tokens."""
    seen = slice(None) if mask is None else mask.bool()
    assert wanted[seen].std() > 0.01
    return (found - wanted)[seen].abs().max().item()


@pytest.fixture
def all_float64(monkeypatch):
    """The library turns queries and keys in float32: what it calls so is float64 here."""
    monkeypatch.setattr(torch, "float", torch.float64)
    monkeypatch.setattr(torch.Tensor, "float", torch.Tensor.double)


@pytest.mark.parametrize("biases", [False, True])
@pytest.mark.parametrize("global_every", [1, 3])
@torch.no_grad()
def test_all_switches_on_is_modernbert(biases, global_every, all_float64):
    named = ("attention_bias", "norm_bias", "mlp_bias", "classifier_bias")
    entries = {**HUB, **dict.fromkeys(named, biases), "global_attn_every_n_layers": global_every}
    library = transformers.ModernBertForMaskedLM(transformers.ModernBertConfig(**entries))
    randomized(library)
    ours = ModernForMaskedLM(ModernConfig(**SIZES, biases=biases, global_every=global_every))
    ours.double().load_state_dict(library.state_dict())
    for mask in (SEEN, None):
        wanted = library.model(IDS, attention_mask=mask).last_hidden_state
        assert differ(ours.model(IDS, mask), wanted, mask) < 1e-10
        assert differ(ours(IDS, mask), library(IDS, attention_mask=mask).logits, mask) < 1e-10


def from_bert(bert):
    """Give the weights of a BERT for masked words our names; its first segment joins positions."""
    state = {name.removeprefix("bert."): tensor for name, tensor in bert.state_dict().items()}
    words = state["embeddings.word.weight"]
    places = state["embeddings.position.weight"] + state["embeddings.token_type.weight"][0]
    found = {"model.embeddings.positions.weight": places, "decoder.bias": state["masked_lm.bias"]}
    found |= {"decoder.weight": words, "model.embeddings.tok_embeddings.weight": words}
    names = {"model.embeddings.norm": "embeddings.norm"}
    names |= {f"head.{part}": f"masked_lm.{part}" for part in ("dense", "norm")}
    for i in range(bert.config.num_layers):
        layer, own = f"encoder.layers.{i}", f"model.layers.{i}"
        names |= {f"{own}.attn.Wo": f"{layer}.attention.output"}
        names |= {f"{own}.attn_norm": f"{layer}.attention_norm"}
        names |= {f"{own}.mlp_norm": f"{layer}.output_norm"}
        names |= {f"{own}.mlp.Wi": f"{layer}.feed_forward.expand"}
        names |= {f"{own}.mlp.Wo": f"{layer}.feed_forward.contract"}
        for kind in ("weight", "bias"):
            three = [state[f"{layer}.attention.{one}.{kind}"] for one in ("query", "key", "value")]
            found[f"{own}.attn.Wqkv.{kind}"] = torch.cat(three)
    kinds = ("weight", "bias")
    return found | {f"{a}.{kind}": state[f"{b}.{kind}"] for a, b in names.items() for kind in kinds}


@torch.no_grad()
def test_all_switches_off_is_bert():
    bert = randomized(BertForMaskedLM(BertConfig(**BERT_SIZES)))
    ours = ModernForMaskedLM(ModernConfig.bert_2018(**SIZES)).double()
    ours.load_state_dict(from_bert(bert))
    assert differ(ours(IDS, SEEN), bert(IDS, None, SEEN)) < 1e-10


def wave(distance, width):
    angles = [distance / 10000 ** (2 * k / width) for k in range(width // 2)]
    return [function(angle) for angle in angles for function in (math.sin, math.cos)]


@pytest.mark.parametrize("kind", ["learned relative", "functional"])
@torch.no_grad()
def test_offsets_are_added_to_keys_and_values(kind):
    model = randomized(ModernModel(ModernConfig(**SIZES, positions=kind)))
    query, key, value = torch.randn(3, 2, 3, 7, 4, dtype=torch.float64)
    table = torch.tensor([[wave(j - i, 4) for j in range(7)] for i in range(7)])
    assert (functional_positions(7, 4) - table).abs().max() < 1e-6
    found = attention_with_offsets(query, key, value, model.places(torch.arange(7)).offsets)

    def offset(i, j):
        if kind == "functional":
            return query.new_tensor(wave(j - i, 4))
        return model.relative.weight[min(max(j - i, -3), 3) + 3]

    for b, h, i in torch.cartesian_prod(torch.arange(2), torch.arange(3), torch.arange(7)).tolist():
        keys = torch.stack([key[b, h, j] + offset(i, j) for j in range(7)])
        values = torch.stack([value[b, h, j] + offset(i, j) for j in range(7)])
        wanted = (keys @ query[b, h, i] / math.sqrt(4)).softmax(dim=0) @ values
        assert (found[b, h, i] - wanted).abs().max() < 1e-12


@pytest.mark.parametrize("kind", POSITIONS)
@torch.no_grad()
def test_only_learned_positions_notice_that_a_text_moves(kind):
    model = randomized(ModernModel(ModernConfig(**SIZES, positions=kind)))
    left = torch.zeros(2, 4, dtype=torch.long)
    ids, seen = torch.cat([left, IDS], dim=1), torch.cat([left, SEEN], dim=1)
    moved = differ(model(ids, seen)[:, 4:], model(IDS, SEEN))
    assert moved > 0.1 if kind == "learned" else moved < 1e-10


@pytest.mark.parametrize("kind", POSITIONS)
@torch.no_grad()
def test_without_padding_the_vectors_are_the_same(kind):
    model = randomized(ModernModel(ModernConfig(**SIZES, positions=kind)))
    ids, seen = torch.cat([IDS, IDS.flip(1)]), torch.cat([SEEN, SEEN.flip(1)])
    wanted, shapes = model(ids, seen)[seen.bool()], []
    model.layers[1].mlp.register_forward_hook(lambda *hooked: shapes.append(hooked[2].shape))
    assert differ(unpadded(model, ids, seen), wanted, None) < 1e-10
    assert shapes == [(36, 12)] and seen.sum() == 36 and seen.numel() == 48


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"positions": "absolute"}, "positions must be one of"),
        ({"biases": 1}, "biases must be True or False, got 1"),
        ({"global_every": 0}, "global_every must be an integer of at least 1, got 0"),
        ({"window": 2.5}, "window must be an integer of at least 1, got 2.5"),
        ({"local_theta": -1.0}, "local_theta must be a number above 0, got -1.0"),
        ({"num_heads": 4}, "rotary positions need even heads, got 3"),
        ({"num_heads": 5}, "hidden_size must be a multiple of num_heads, got 12 and 5"),
    ],
)
@pytest.mark.usefixtures("without_annotations")
def test_a_wrong_configuration_is_refused(wrong, words):
    with pytest.raises(ValueError, match=words):
        ModernConfig(**{**SIZES, **wrong})


def test_wrong_inputs_are_refused():
    config, long = ModernConfig(**SIZES), torch.ones(1, 17, dtype=torch.long)
    assert ModernModel(config)(long).shape == (1, 17, 12)
    with pytest.raises(ValueError, match="expected up to 16 tokens, got 17"):
        ModernModel(replace(config, positions="learned"))(long)
    with pytest.raises(ValueError, match="must show at least one token of each text"):
        ModernModel(config)(IDS, torch.zeros_like(IDS))


@torch.no_grad()
def test_folders_of_transformers_are_read(tmp_path):
    older = {"global_attn_every_n_layers": 2, "global_rope_theta": 300.0, "local_rope_theta": 20.0}
    config = transformers.ModernBertConfig(**HUB, **older)
    library = randomized(transformers.ModernBertForMaskedLM(config)).float()
    library.save_pretrained(tmp_path)
    path = tmp_path / "config.json"
    entries = json.loads(path.read_text())
    older |= {k: v for k, v in entries.items() if k not in ("rope_parameters", "layer_types")}
    for written in (entries, older):
        path.write_text(json.dumps(written))
        ours = ModernForMaskedLM.from_pretrained(tmp_path)
        assert differ(ours(IDS, SEEN), library(IDS, attention_mask=SEEN).logits) < 1e-4
        assert ours.decoder.weight is ours.model.embeddings.tok_embeddings.weight
    for wrong, words in (
        ({"model_type": "bert"}, "model_type must be 'modernbert', got 'bert'"),
        ({"layer_types": [FULL, LOCAL, FULL, FULL]}, "layer_types must be"),
        ({"rope_parameters": {FULL: {"rope_theta": 1.0, "rope_type": "yarn"}}}, "rope_type must"),
        ({"hidden_size": 18}, "size mismatch for model.embeddings.tok_embeddings.weight"),
        ({"new_feature": 1}, "expected entries that are known, got 'new_feature'"),
    ):
        path.write_text(json.dumps({**entries, **wrong}))
        with pytest.raises(ValueError, match=words):
            ModernForMaskedLM.from_pretrained(tmp_path)
