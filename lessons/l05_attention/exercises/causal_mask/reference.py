"""The reference of ``causal_mask``: it stands in until the student is right."""

import torch
from jaxtyping import Bool, Int
from torch import Tensor


def causal_mask(attention_mask: Int[Tensor, "B T"]) -> Bool[Tensor, "B T T"]:
    """Mark what each token may see: itself and the tokens before it, but no padding.

    Args:
        attention_mask: 1 for a token, 0 for padding, also in front, (B, T), int64.

    Returns:
        True at (b, i, j) where place i of text b may see place j, (B, T, T); i may be padding.
    """
    T = attention_mask.shape[1]
    before = torch.arange(T)[None, :] <= torch.arange(T)[:, None]  # (T, T): j <= i
    return before & (attention_mask == 1)[:, None, :]
