"""The reference of ``next_tokens``."""

import torch
from jaxtyping import Int
from torch import Tensor


def next_tokens(ids: Int[Tensor, "B T"], asked: Int[Tensor, "B T"]) -> Int[Tensor, "B T"]:
    """Return what each place has to answer: the next token, or -100 if that one is not asked.

    Args:
        ids: Of the tokens, (B, T), int64.
        asked: 1 for the tokens that have to be guessed, 0 for the others, (B, T), int64.

    Returns:
        The targets, (B, T), int64.
    """
    targets = torch.full_like(ids, -100)
    targets[:, :-1] = ids[:, 1:].masked_fill(asked[:, 1:] == 0, -100)
    return targets
