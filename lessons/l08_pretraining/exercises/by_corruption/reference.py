"""The reference of ``by_corruption``."""

import torch
from jaxtyping import Float, Int
from torch import Tensor


def by_corruption(
    shown: Int[Tensor, " M"],
    answers: Int[Tensor, " M"],
    mask_id: int,
    surprisals: Float[Tensor, " M"],
) -> Float[Tensor, " 3"]:
    """Return the mean surprisals of the hidden, the exchanged and the kept positions."""
    hidden, kept = shown == mask_id, shown == answers
    return torch.stack([surprisals[kind].mean() for kind in (hidden, ~hidden & ~kept, kept)])
