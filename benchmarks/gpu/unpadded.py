"""Texts without padding: laid end to end, so that no layer computes a vector that nobody reads.

Only attention has to know where a text ends: on a GPU torch's ``varlen_attn`` is told, which takes
16 bits and drops no weights; a processor goes text by text.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, cast

import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.nn.functional import scaled_dot_product_attention

from bertlab.model.attention import MultiHeadAttention
from bertlab.model.bert import BertModel
from bertlab.model.encoder import EncoderLayer


class EndToEnd(NamedTuple):
    """Texts laid end to end.

    Attributes:
        input_ids: (N,), the pieces of all texts.
        positions: (N,), each piece's position in its text.
        borders: (B + 1,), where texts begin, and N.
        longest: Pieces of the longest one.
    """

    input_ids: Int[Tensor, " N"]
    positions: Int[Tensor, " N"]
    borders: Int[Tensor, " B1"]
    longest: int

    def to(self, device: torch.device | str) -> "EndToEnd":
        """Move all tensors to a device."""
        ids, positions, borders = (tensor.to(device) for tensor in self[:3])
        return EndToEnd(ids, positions, borders, self.longest)


def lay_end_to_end(ids: Int[Tensor, "B T"], lengths: Sequence[int]) -> EndToEnd:
    """Leave the padding out of a batch whose texts stand at the beginning of their rows."""
    parts = [row[:length] for row, length in zip(ids, lengths, strict=True)]
    borders = torch.tensor([0, *lengths]).cumsum(0, dtype=torch.int32)
    positions = torch.cat([torch.arange(length) for length in lengths])
    return EndToEnd(torch.cat(parts), positions, borders, max(lengths))


def encode(bert: BertModel, texts: EndToEnd, positions: Int[Tensor, " M"]) -> Float[Tensor, "M D"]:
    """Return the vectors of some pieces after the last layer, as ``BertModel.read`` does.

    Args:
        bert: The encoder.
        texts: All of the first segment.
        positions: Which pieces, counted through all texts.
    """
    tables = bert.embeddings
    total = tables.word(texts.input_ids) + tables.position(texts.positions)
    hidden = tables.dropout(tables.norm(total + tables.token_type.weight[0]))
    *lower, last = cast(Iterable[EncoderLayer], bert.encoder.layers)
    for layer in lower:
        hidden = layer._finish(hidden, attend(layer.attention, hidden, texts))
    attended = attend(last.attention, hidden, texts)
    return last._finish(hidden[positions], attended[positions])


def attend(
    block: MultiHeadAttention, hidden: Float[Tensor, "N D"], texts: EndToEnd
) -> Float[Tensor, "N D"]:
    """Let each piece look at those of its own text."""
    maps = (block.query, block.key, block.value)
    query, key, value = (each(hidden).unflatten(1, (block.num_heads, -1)) for each in maps)
    if hidden.device.type == "cuda":
        from torch.nn.attention.varlen import varlen_attn  # here: torch 2.10 is the first with it

        ends = texts.borders, texts.borders, texts.longest, texts.longest
        return block.output(cast(Tensor, varlen_attn(query, key, value, *ends)).flatten(1))
    rows = texts.borders.diff().tolist()
    parts = [heads.transpose(0, 1).split(rows, dim=1) for heads in (query, key, value)]
    apart = [scaled_dot_product_attention(*one) for one in zip(*parts, strict=True)]
    context = torch.cat(apart, dim=1)  # (H, N, K)
    return block.output(context.transpose(0, 1).flatten(1))
