"""The reference of ``visible``."""

from collections.abc import Sequence

import torch
from jaxtyping import Bool
from torch import Tensor


def visible(branches: Sequence[int]) -> Bool[Tensor, "T T"]:
    """Say for each token which tokens it sees: its branch, and what this hangs on.

    Args:
        branches: The number of each token's branch, 0 for the sentence.

    Source:
        Liu et al. (2020), K-BERT, "Seeing layer".
    """
    numbers, indices = torch.tensor(branches), torch.arange(len(branches))
    words = torch.where(numbers == 0, indices, 0).cummax(dim=0).values  # (T,)
    hangs = words[:, None] == indices  # (T, T): i hangs on word j, or is it
    return (numbers[:, None] == numbers) | hangs | hangs.T
