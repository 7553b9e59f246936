"""The reference of ``rotate``."""

import torch
from jaxtyping import Float
from torch import Tensor


def rotate(x: Float[Tensor, "*B T K"], theta: float) -> Float[Tensor, "*B T K"]:
    """Turn the points (k, k + K / 2) of each vector, by its position times theta^(-2k / K).

    Args:
        x: Queries or keys of positions 0 to T - 1, (..., T, K), K even.
        theta: The larger, the more slowly the last points turn.
    """
    T, K = x.shape[-2:]
    speeds = theta ** (-2 * torch.arange(K // 2) / K)  # (K / 2,)
    angles = torch.arange(T)[:, None] * speeds  # (T, K / 2)
    cos, sin = angles.cos(), angles.sin()
    a, b = x.chunk(2, dim=-1)
    return torch.cat([a * cos - b * sin, b * cos + a * sin], dim=-1)
