"""The reference of ``prune``."""

import torch
from torch import Tensor


def prune(weights: list[Tensor], rate: int | float) -> list[Tensor]:
    """Set the weights with the smallest absolute values to zero, over all tensors together.

    Args:
        weights: Tensors of any shapes, at least one.
        rate: The proportion that becomes zero, from 0 to 1, rounded down to a number of weights.

    Returns:
        New tensors of the same shapes.
    """
    sizes = torch.cat([weight.abs().flatten() for weight in weights])
    number = int(rate * len(sizes))
    keep = torch.ones_like(sizes)
    keep[sizes.argsort()[:number]] = 0
    parts = keep.split([weight.numel() for weight in weights])
    return [w * part.view_as(w) for w, part in zip(weights, parts, strict=True)]
