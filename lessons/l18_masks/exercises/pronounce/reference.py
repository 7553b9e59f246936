"""The reference of ``pronounce``."""

from lessons.l18_masks.exercises.prefix_mask.reference import prefix_mask

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor


def pronounce(model: Any, scores: Callable[..., Tensor], first: list[int], end: int) -> list[int]:
    """Write the second part of a text token by token, always the best one.

    Args:
        model: What writes.
        scores: From model, ids, types and mask to scores (1, T, V).
        first: The ids of the first part.
        end: The id that ends the second part.

    Returns:
        The ids that were written, without ``end``; at most 16.
    """
    written: list[int] = []
    for _ in range(16):
        ids = torch.tensor([first + written])
        types = torch.tensor([[0] * len(first) + [1] * len(written)])
        best = int(scores(model, ids, types, prefix_mask(types))[0, -1].argmax())
        if best == end:
            break
        written.append(best)
    return written
