"""The reference of ``measure``."""

from typing import Any

import torch
from torch import Tensor


def measure(model: Any, ids: Tensor, mask: Tensor, they: int, first: int, second: int) -> Tensor:
    """Return p, the first noun's part of the pronoun's weight on both, by layer and head."""
    model(ids, mask)
    looks = torch.stack([layer.attention.weights[0, :, they] for layer in model.layers])
    return looks[..., first] / (looks[..., first] + looks[..., second])
