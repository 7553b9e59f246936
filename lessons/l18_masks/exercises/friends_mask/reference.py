"""The reference of ``friends_mask``: the friend's code without its leak."""

import torch
from jaxtyping import Bool, Int
from torch import Tensor


def friends_mask(types: Int[Tensor, "B T"]) -> Bool[Tensor, "B T T"]:
    """Return a mask in which everybody may see the letters, and nobody a phoneme that follows.

    Args:
        types: 0 for letters, 1 for phonemes, (B, T), int64.
    """
    T = types.shape[1]
    before = torch.ones(T, T, dtype=torch.bool).tril()
    letters = (types == 0)[:, None, :]  # everybody may see them
    return letters | before
