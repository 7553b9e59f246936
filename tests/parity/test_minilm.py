"""Real published weights: our model and the one in transformers give the same numbers."""

import pytest
import torch
import transformers

from bertlab.datasets import minilm_folder
from bertlab.model.bert import BertModel
from bertlab.text.wordpiece import WordPieceTokenizer

FIRST = ["The bank raised its rates.", "They sat on the bank of the river, fishing until dusk."]
SECOND = ["Loans became dearer.", "Nothing bit."]


@pytest.fixture(scope="module")
def models():
    folder = minilm_folder()
    reference = transformers.BertModel.from_pretrained(folder, attn_implementation="eager").eval()
    return BertModel.from_pretrained("minilm"), reference


@pytest.fixture(scope="module")
def batch():
    return WordPieceTokenizer.from_folder("minilm").batch(FIRST, SECOND)._asdict()


def differences(ours, reference, batch):
    """Largest difference of each: hidden states, attention weights, pooled vector."""
    with torch.no_grad():
        seen = ours.inspect(**batch)
        expected = reference(**batch, output_hidden_states=True, output_attentions=True)
    states = zip(seen.hidden_states, expected.hidden_states, strict=True)
    weights = zip((layer.weights for layer in seen.layers), expected.attentions, strict=True)
    return {
        "hidden states": max((a - b).abs().max().item() for a, b in states),
        "weights": max((a - b).abs().max().item() for a, b in weights),
        "pooled": (seen.pooled - expected.pooler_output).abs().max().item(),
    }


def test_batch_has_padding_and_both_token_types(batch):
    assert batch["attention_mask"].min() == 0
    assert batch["token_type_ids"].max() == 1


def test_float32_to_1e_5(models, batch):
    for what, difference in differences(*models, batch).items():
        assert difference <= 1e-5, what


def test_float64_shows_that_the_rest_is_rounding(models, batch):
    ours, reference = models
    try:
        for what, difference in differences(ours.double(), reference.double(), batch).items():
            assert difference <= 1e-10, what
    finally:
        ours.float(), reference.float()


def test_fused_forward_gives_the_same(models, batch):
    ours, reference = models
    with torch.no_grad():
        output, expected = ours(**batch), reference(**batch)
    assert (output.last_hidden_state - expected.last_hidden_state).abs().max() <= 1e-5
    assert (output.pooled - expected.pooler_output).abs().max() <= 1e-5


def test_saved_it_is_the_same_file_again(models, tmp_path):
    from safetensors.torch import load_file

    ours, _ = models
    ours.save_pretrained(tmp_path)
    written = load_file(tmp_path / "model.safetensors")
    original = load_file(minilm_folder() / "model.safetensors")
    original.pop("embeddings.position_ids", None)
    assert written.keys() == original.keys()
    for name, tensor in written.items():
        assert torch.equal(tensor, original[name].float()), name
