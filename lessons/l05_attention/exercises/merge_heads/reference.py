"""The reference of ``merge_heads``."""

from torch import Tensor


def merge_heads(x: Tensor) -> Tensor:
    """Put the heads' numbers of each word side by side: (B, H, T, d) becomes (B, T, D)."""
    return x.transpose(1, 2).flatten(2)
