"""Where a small translator looks: the Marian network of lesson 12, with ``transformers``."""

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.utils.hooks import RemovableHandle
from transformers import MarianConfig, MarianMTModel

from bertlab.files import read_json
from bertlab.model.checkpoint import read_tensors
from bertlab.model.pretrained import find_folder

PAD, END = 0, 1
LONGEST = 24  # words of a text, with the end


class Translated(NamedTuple):
    """A translation, and where each layer and head looked while it was written.

    Attributes:
        source: The N words that the encoder read.
        written: The M words that the decoder wrote.
        encoder: Attention of the encoder, for each layer (1, H, N, N).
        decoder: Attention of the decoder, for each layer (1, H, M, M).
        cross: From the decoder to the encoder, for each layer (1, H, M, N).
    """

    source: list[str]
    written: list[str]
    encoder: Sequence[Tensor]
    decoder: Sequence[Tensor]
    cross: Sequence[Tensor]


def load_translator(name: str = "number-translator") -> tuple[MarianMTModel, list[str]]:
    """Load the network, in double precision, and the words that its ids stand for."""
    folder = find_folder(name)
    sizes = read_json(folder / "config.json")
    layers = dict.fromkeys(("encoder_layers", "decoder_layers"), sizes["num_layers"])
    heads = ("encoder_attention_heads", "decoder_attention_heads")
    inner = dict.fromkeys(("encoder_ffn_dim", "decoder_ffn_dim"), 2 * sizes["hidden_size"])
    config = MarianConfig(
        vocab_size=len(sizes["words"]),
        d_model=sizes["hidden_size"],
        max_position_embeddings=LONGEST + 1,
        scale_embedding=True,
        pad_token_id=PAD,
        eos_token_id=END,
        decoder_start_token_id=PAD,
        **layers,
        **dict.fromkeys(heads, sizes["num_heads"]),
        **inner,
    )
    network = MarianMTModel(config)
    network.set_attn_implementation("eager")  # the fast ways keep no weights
    tensors = read_tensors(folder / "model.safetensors")
    state = network.state_dict() | {name: table.float() for name, table in tensors.items()}
    network.load_state_dict(state)
    return network.double().eval(), sizes["words"]


def _silenced(network: MarianMTModel, layer: int, head: int) -> RemovableHandle:
    """Put zeros in place of a head's context between both texts, until the hook is removed."""
    block = network.model.decoder.layers[layer].encoder_attn

    def hook(_matrix: nn.Module, arguments: tuple[Tensor]) -> tuple[Tensor]:
        merged = arguments[0].clone()  # (1, M, D)
        merged.unflatten(-1, (block.num_heads, block.head_dim))[:, :, head] = 0.0
        return (merged,)

    return block.out_proj.register_forward_pre_hook(hook)


@torch.no_grad()
def translate(text: str, silent: tuple[int, int] | None = None) -> Translated:
    """Translate a number, always with the likeliest word, and keep where the network looked.

    The decoder reads the words before, from its start on; row m is the step that writes word m.

    Args:
        text: The number in English words.
        silent: A layer and a head of the cross-attention whose context becomes 0.

    Raises:
        ValueError: If a word is unknown.
    """
    network, words = load_translator()
    if silent is not None:
        _silenced(network, *silent)
    source = [*text.replace("-", " ").split(), words[END]]
    if unknown := set(source) - set(words):
        raise ValueError(f"expected a number in English words, got {sorted(unknown)}")
    ids = torch.tensor([[words.index(word) for word in source]])
    rows = torch.full((1, 1), PAD)
    while rows[0, -1] != END and rows.shape[1] < LONGEST:
        logits = network(ids, decoder_input_ids=rows).logits
        rows = torch.cat([rows, logits[:, -1:].argmax(dim=-1)], dim=1)
    seen = network(ids, decoder_input_ids=rows[:, :-1], output_attentions=True)
    written = [words[place] for place in rows[0, 1:].tolist()]
    attention = seen.encoder_attentions, seen.decoder_attentions, seen.cross_attentions
    return Translated(source, written, *attention)
