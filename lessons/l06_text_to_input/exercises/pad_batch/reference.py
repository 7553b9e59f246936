"""The reference of ``pad_batch``: it stands in until the student is right."""

from collections.abc import Sequence

import torch
from torch import Tensor


def pad_batch(rows: Sequence[list[int]], pad_id: int) -> tuple[Tensor, Tensor]:
    """Return ids (B, T), padded at the end to the longest row, and the mask (B, T) of tokens."""
    T = max(len(row) for row in rows)
    ids = [row + [pad_id] * (T - len(row)) for row in rows]
    mask = [[1] * len(row) + [0] * (T - len(row)) for row in rows]
    return torch.tensor(ids), torch.tensor(mask)
