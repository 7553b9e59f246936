"""The reference of ``layer_normalization``: it stands in until the student is right."""

import torch
from jaxtyping import Float
from torch import Tensor


def layer_normalization(
    x: Float[Tensor, "B T D"],
    gain: Float[Tensor, " D"],
    bias: Float[Tensor, " D"],
    eps: float = 1e-12,
) -> Float[Tensor, "B T D"]:
    """Shift and scale each token's vector by itself, then by the learned gain and bias.

    Args:
        x: One vector per token, (B, T, D).
        gain: gamma, (D,).
        bias: beta, (D,).
        eps: Added to the variance, inside the root.

    Returns:
        Vectors of the same shape.

    Source: Ba et al. 2016, equation 4.
    """
    centered = x - x.mean(dim=-1, keepdim=True)
    variance = (centered**2).mean(dim=-1, keepdim=True)
    return gain * centered / torch.sqrt(variance + eps) + bias
