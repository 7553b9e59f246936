"""The reference of ``modern_layer``."""

from lessons.l19_training_at_scale.exercises.gated.reference import gated
from lessons.l19_training_at_scale.exercises.rotate.reference import rotate
from lessons.l19_training_at_scale.exercises.window_mask.reference import window_mask

import math
from typing import Any

from jaxtyping import Float
from torch import Tensor


def modern_layer(
    x: Float[Tensor, "B T D"], layer: Any, H: int, theta: float, window: int | None = None
) -> Float[Tensor, "B T D"]:
    """Return what a layer of ModernBERT makes of vectors, norms before its two parts.

    Args:
        x: The vectors of all tokens.
        layer: Modules, named as in ``transformers``.
        H: Heads.
        theta: Of the positions.
        window: As ``window_mask`` takes it.
    """
    B, T, D = x.shape
    qkv = layer.attn.Wqkv(layer.attn_norm(x))  # (B, T, 3D)
    q, k, v = qkv.view(B, T, 3, H, -1).permute(2, 0, 3, 1, 4)  # (B, H, T, K) each
    scores = rotate(q, theta) @ rotate(k, theta).mT / math.sqrt(D / H)
    weights = scores.masked_fill(~window_mask(T, window), -math.inf).softmax(dim=-1)
    context = (weights @ v).transpose(1, 2).reshape(B, T, D)
    x = x + layer.attn.Wo(context)
    return x + gated(layer.mlp_norm(x), layer.mlp.Wi.weight, layer.mlp.Wo.weight)
