"""The reference of ``self_attention``: it stands in until the student is right."""

from lessons.l07_bert.exercises.cases import Tensors

import math

import torch
from jaxtyping import Float, Int
from torch import Tensor


def self_attention(
    hidden: Float[Tensor, "B T D"],
    attention_mask: Int[Tensor, "B T"],
    layer: Tensors,
    num_heads: int,
) -> Float[Tensor, "B T D"]:
    """Let each token attend, in several heads, to all tokens that are not padding.

    Args:
        hidden: One vector per token, (B, T, D).
        attention_mask: 1 for a token, 0 for padding, which may stand in front, (B, T), int64.
        layer: ``attention.self.query.weight`` (D, D) and ``attention.self.query.bias`` (D,), and
            the same for ``key`` and ``value``: the names of a published file behind
            ``encoder.layer.0.``. Weights are stored as torch's ``nn.Linear`` does: (out, in).
        num_heads: H; each head works on K = D / H features.

    Returns:
        The contexts of all heads side by side, (B, T, D), also where scores are large, a thousand,
        say.
    """
    B, T, D = hidden.shape
    heads = {}
    for name in ("query", "key", "value"):
        weight, bias = (layer[f"attention.self.{name}.{kind}"] for kind in ("weight", "bias"))
        projected = hidden @ weight.T + bias  # (B, T, D)
        heads[name] = projected.view(B, T, num_heads, D // num_heads).transpose(1, 2)
    scores = heads["query"] @ heads["key"].transpose(-2, -1)  # (B, H, T, T)
    scores = scores / math.sqrt(D // num_heads)
    is_padding = (attention_mask == 0)[:, None, None, :]  # (B, 1, 1, T): hides keys
    scores = scores.masked_fill(is_padding, torch.finfo(scores.dtype).min)
    context = scores.softmax(dim=-1) @ heads["value"]  # (B, H, T, K)
    return context.transpose(1, 2).reshape(B, T, D)
