"""The reference of ``prefix_mask``."""

import torch
from jaxtyping import Bool, Int
from torch import Tensor


def prefix_mask(types: Int[Tensor, "B T"]) -> Bool[Tensor, "B T T"]:
    """Mark what each token may see: the first part both ways, the second from left to right.

    Args:
        types: 0 for the first part, 1 for the second, (B, T), int64; no padding.

    Returns:
        True at (b, i, j) where token i of text b may see token j, (B, T, T).
    """
    T = types.shape[1]
    before = torch.ones(T, T, dtype=torch.bool).tril()  # (T, T): j <= i
    first = (types == 0)[:, None, :]  # (B, 1, T): for everybody
    return first | before
