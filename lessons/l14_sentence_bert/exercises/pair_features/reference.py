"""The reference of ``pair_features``: it stands in until the student is right."""

import torch
from jaxtyping import Float
from torch import Tensor


def pair_features(u: Float[Tensor, "B D"], v: Float[Tensor, "B D"]) -> Float[Tensor, "B 3*D"]:
    """Return u, v and the size of their difference side by side.

    Args:
        u: Vectors of the first texts, (B, D).
        v: Vectors of the second texts, (B, D).

    Returns:
        (u, v, |u - v|), (B, 3 D).
    """
    return torch.cat([u, v, (u - v).abs()], dim=1)
