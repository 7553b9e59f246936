"""The reference of ``window_mask``."""

import torch
from jaxtyping import Bool
from torch import Tensor


def window_mask(T: int, window: int | None = None) -> Bool[Tensor, "T T"]:
    """Say for each token which tokens it may see: those at most half a window away.

    Args:
        T: Tokens.
        window: Tokens that are seen, half of them on each side; None for all.
    """
    if window is None:
        return torch.ones(T, T, dtype=torch.bool)
    positions = torch.arange(T)
    return (positions[:, None] - positions).abs() <= window // 2
