"""The reference of ``masked_attention``."""

import torch
from jaxtyping import Float
from torch import Tensor


def masked_attention(
    q: Float[Tensor, "*B T K"], k: Float[Tensor, "*B T K"], v: Float[Tensor, "*B T K"], mask: Tensor
) -> Float[Tensor, "*B T K"]:
    """Return the weighted mean of the values that each token sees.

    Args:
        q: Queries.
        k: Keys.
        v: Values.
        mask: True where token i sees token j; (T, T), or (B, 1, T, T) for heads (B, H, T, K).

    Source:
        Liu et al. (2020), K-BERT, "Mask-Transformer".
    """
    scores = q @ k.transpose(-2, -1) / k.shape[-1] ** 0.5  # (..., T, T)
    scores = scores.masked_fill(~mask, -torch.inf)
    return scores.softmax(dim=-1) @ v
