"""The reference of ``hierarchical_probability``: it stands in until the student is right."""

from collections.abc import Sequence

import torch
from jaxtyping import Float
from torch import Tensor


def hierarchical_probability(
    hidden: Float[Tensor, " D"],
    nodes: Float[Tensor, "R D"],
    path: Sequence[int],
    code: Sequence[int],
) -> float:
    """Return the probability of a word: the product of the turns on its path, 0 left, 1 right."""
    left = (nodes[list(path)] @ hidden).sigmoid()  # the probability of left at each node
    turns = torch.where(torch.tensor(code) == 0, left, 1 - left)
    return float(turns.prod())
