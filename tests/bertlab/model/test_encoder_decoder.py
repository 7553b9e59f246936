"""The encoder-decoder beside ``transformers``' BART, in float64 with padding."""

import pytest
import torch
from transformers import BartConfig, BartForConditionalGeneration

from bertlab.model import BertConfig
from bertlab.model.encoder_decoder import EncoderDecoder

D, V = 16, 23
RENAMES = {
    "self_attn.": "attention.",
    "self_attn_layer_norm": "attention_norm",
    "encoder_attn.": "cross_attention.",
    "encoder_attn_layer_norm": "cross_attention_norm",
    "final_layer_norm": "output_norm",
    "fc1": "feed_forward.expand",
    "fc2": "feed_forward.contract",
    "q_proj": "query",
    "k_proj": "key",
    "v_proj": "value",
    "out_proj": "output",
    "model.encoder.layers": "encoder.layers",
    "model.decoder.layers": "decoder",
    "model.encoder.layernorm_embedding": "embeddings.norm",
    "model.decoder.layernorm_embedding": "decoder_embeddings.norm",
    "model.encoder.embed_positions": "embeddings.position",
    "model.decoder.embed_positions": "decoder_embeddings.position",
    "model.shared": "embeddings.word",
}


def pair() -> tuple[EncoderDecoder, BartForConditionalGeneration]:
    """Return both libraries' networks with the same weights, none of them zero."""
    torch.manual_seed(0)
    sizes = {"vocab_size": V, "d_model": D, "encoder_layers": 2, "decoder_layers": 3}
    sizes |= {"encoder_attention_heads": 2, "decoder_attention_heads": 2, "encoder_ffn_dim": 32}
    ends = {"pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2, "decoder_start_token_id": 1}
    ends |= {"forced_eos_token_id": None, "decoder_ffn_dim": 32, "max_position_embeddings": 12}
    theirs = BartForConditionalGeneration(BartConfig(**sizes, **ends)).double().eval()
    for tensor in [*theirs.parameters(), theirs.final_logits_bias]:
        is_gain = bool((tensor == 1).all())
        torch.nn.init.normal_(tensor, mean=float(is_gain), std=0.7 if tensor.dim() == 2 else 0.2)
    config = BertConfig(V, D, 2, 2, 32, 12, 1, layer_norm_eps=1e-5)
    ours = EncoderDecoder(config, decoder_layers=3).double().eval()
    state = {"bias": theirs.final_logits_bias[0]}
    for name, tensor in theirs.named_parameters():
        for old, new in RENAMES.items():
            name = name.replace(old, new)
        state[name] = tensor[2:] if "position" in name else tensor  # two rows are not used
    state["decoder_embeddings.word.weight"] = state["embeddings.word.weight"]
    for side in ("embeddings", "decoder_embeddings"):  # BART has no token types
        state[f"{side}.token_type.weight"] = torch.zeros(1, D, dtype=torch.float64)
    ours.load_state_dict(state)
    return ours, theirs


READ = torch.tensor([[1, 5, 6, 7, 2], [1, 8, 2, 0, 0]])
SEEN = (READ != 0).long()
WRITTEN = torch.tensor([[1, 9, 10, 11], [1, 12, 13, 14]])


@torch.no_grad()
def test_scores_are_those_of_bart() -> None:
    ours, theirs = pair()
    wanted = theirs(READ, SEEN, decoder_input_ids=WRITTEN).logits
    found = ours(READ, SEEN, WRITTEN)
    assert found.shape == (2, 4, V) and wanted.std() > 0.5
    assert (found - wanted).abs().max() < 1e-10


@torch.no_grad()
def test_what_the_heads_see_is_what_bart_sees() -> None:
    ours, theirs = pair()
    theirs.set_attn_implementation("eager")
    wanted = theirs(READ[:1], decoder_input_ids=WRITTEN[:1], output_attentions=True)
    hidden = ours.embed_written(WRITTEN[:1])
    mask = torch.ones(4, 4, dtype=torch.bool).tril()[None, None]
    own, cross = ours.decoder[0].look(hidden, mask, ours.encoder(ours.embed(READ[:1])))
    assert (own.weights - wanted.decoder_attentions[0]).abs().max() < 1e-10
    assert (cross.weights - wanted.cross_attentions[0]).abs().max() < 1e-10


def test_a_decoder_needs_a_layer() -> None:
    with pytest.raises(ValueError, match="expected at least 1 decoder layer, got 0"):
        EncoderDecoder(BertConfig(V, D, 1, 2, 32, 12), decoder_layers=0)


def test_fresh_weights() -> None:
    torch.manual_seed(0)
    model = EncoderDecoder(BertConfig(V, 64, 1, 2, 128, 12, initializer_range=0.05), 1)
    weight = model.decoder[0].cross_attention.query.weight
    assert 0.04 < weight.std() < 0.06 and not model.bias.any()
    assert model.decoder_embeddings.word is model.embeddings.word
