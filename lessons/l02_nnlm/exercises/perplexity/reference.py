"""The reference of ``perplexity``: it stands in until the student is right."""

import math
from collections.abc import Sequence

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

Batches = Sequence[Tensor]


def perplexity(score_batches: Batches, target_batches: Batches) -> float:
    """Return exp of the mean loss over all tokens of all batches."""
    return math.exp(losses(score_batches, target_batches).mean())


def losses(score_batches: Batches, target_batches: Batches) -> Tensor:
    return torch.cat(
        [
            cross_entropy(scores, targets, reduction="none")
            for scores, targets in zip(score_batches, target_batches, strict=True)
        ]
    )
