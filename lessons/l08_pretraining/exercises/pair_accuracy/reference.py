"""The reference of ``pair_accuracy``."""

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor


def pair_accuracy(model: Any, batches: Sequence[tuple[Tensor, ...]]) -> float:
    """Return the proportion of pairs that a model tells, all batches together."""
    right = []
    for _, types, ids, _, labels in batches:
        _, scores = model(ids, types, (ids != 0).long())
        right.append(scores.argmax(dim=1) == labels)
    return torch.cat(right).double().mean().item()
