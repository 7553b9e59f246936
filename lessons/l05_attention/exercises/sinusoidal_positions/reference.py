"""The reference of ``sinusoidal_positions``: it stands in until the student is right."""

import torch
from jaxtyping import Float
from torch import Tensor


def sinusoidal_positions(num_positions: int, size: int) -> Float[Tensor, "T D"]:
    """Give each position its own vector of sines and cosines.

    Args:
        num_positions: T; the first position is 0.
        size: D, an even number.

    Returns:
        float32 vectors, (T, D): element 2i is sin(p / 10000^(2i / D)), element 2i + 1 the cosine of
        the same angle.

    Source: Vaswani et al. 2017, section 3.5.
    """
    positions = torch.arange(num_positions)[:, None]  # (T, 1)
    angles = positions / 10000 ** (torch.arange(0, size, 2) / size)  # (T, D / 2)
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)
