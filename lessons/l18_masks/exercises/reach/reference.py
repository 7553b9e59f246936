"""The reference of ``reach``."""

from collections.abc import Callable

import torch
from jaxtyping import Bool, Int
from torch import Tensor


def reach(
    answer: Callable[[Tensor], Tensor], ids: Int[Tensor, "1 T"], others: Int[Tensor, "1 T"]
) -> Bool[Tensor, "T T"]:
    """Find out which outputs change if one token is exchanged.

    Args:
        answer: From ids (1, T) to an output for each token, (1, T, V).
        ids: A text, (1, T), int64.
        others: What stands in the place of each token while it is exchanged, (1, T), int64.

    Returns:
        True at (i, j) where a number of output i changes with token j, (T, T).
    """
    before = answer(ids)
    columns = []
    for j in range(ids.shape[1]):
        changed = ids.clone()
        changed[0, j] = others[0, j]
        columns.append((answer(changed) != before)[0].any(dim=1))
    return torch.stack(columns, dim=1)
