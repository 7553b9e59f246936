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
    joined = torch.zeros(*from_left.shape[:2], 2 * from_left.shape[2])
    for row, length in enumerate(lengths):
        joined[row, :length] = torch.cat(
            [from_left[row, :length], from_right[row, :length].flip(0)], 1
        )
    return joined
