"""The reference of ``pad_batch``: it stands in until the student is right."""

from collections.abc import Callable, Sequence

import torch
from torch import Tensor

Ids = list[int]


def pad_batch(rows: Sequence[Ids], pad_id: int) -> tuple[Tensor, Tensor]:
    """Return ids (B, T), padded at the end to the longest row, and the mask (B, T) of tokens."""
    return pad(rows, pad_id, max(map(len, rows)))


def pad(
    rows: Sequence[Ids],
    pad_id: int,
    T: int,
    mask_of: Callable[[Ids, int], Ids] = lambda row, missing: [1] * len(row) + [0] * missing,
    in_front: bool = False,
) -> tuple[Tensor, Tensor]:
    """Pad rows to T; a slip makes another mask, or puts the padding in front."""
    ids, mask = [], []
    for row in rows:
        missing = T - len(row)
        padding = [pad_id] * missing
        ids.append(padding + row if in_front else row + padding)
        mask.append(mask_of(row, missing))
    return torch.tensor(ids), torch.tensor(mask)
