"""The reference of ``all_right``: it stands in until the student is right."""

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor


def all_right(right: Bool[Tensor, " N"], group: Int[Tensor, " N"]) -> Float[Tensor, ""]:
    """Return the proportion of groups that have every answer right.

    Args:
        right: Whether each answer is right, (N,).
        group: To which group it belongs, (N,); in any order, any numbers.
    """
    names = group.unique()
    whole = torch.stack([right[group == name].all() for name in names])
    return whole.float().mean()
