"""The reference of ``join_directions``: it stands in until the student is right."""

import torch
from jaxtyping import Float, Int
from torch import Tensor


def join_directions(
    ahead: Float[Tensor, "B T D"], behind: Float[Tensor, "B T D"], lengths: Int[Tensor, " B"]
) -> Tensor:
    """Give both states of each token side by side, (B, T, 2D), and zeros at the padding."""
    joined = torch.zeros(*ahead.shape[:2], 2 * ahead.shape[2])
    for row, length in enumerate(lengths):
        joined[row, :length] = torch.cat([ahead[row, :length], behind[row, :length].flip(0)], 1)
    return joined
