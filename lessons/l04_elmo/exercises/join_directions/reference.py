"""The reference of ``join_directions``: it stands in until the student is right."""

import torch
from jaxtyping import Float, Int
from torch import Tensor


def join_directions(
    from_left: Float[Tensor, "B T D"],
    from_right: Float[Tensor, "B T D"],
    lengths: Int[Tensor, " B"],
) -> Tensor:
    """Give both states of each token side by side, (B, T, 2D), and zeros at the padding."""
    B, T, D = from_left.shape
    joined = torch.zeros(B, T, 2 * D)
    for row, length in enumerate(lengths):
        ahead, behind = from_left[row, :length], from_right[row, :length].flip(0)
        joined[row, :length] = torch.cat([ahead, behind], dim=1)
    return joined
