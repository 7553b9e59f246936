"""The reference of ``accumulated_updates``: it stands in until the student is right."""

from collections.abc import Sequence

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn.functional import cross_entropy

Batch = tuple[Tensor, Tensor]  # vectors (B, D), labels (B,)


def accumulated_updates(
    weight: Float[Tensor, "C D"], micro_batches: Sequence[Batch], every: int, rate: float
) -> Float[Tensor, "C D"]:
    """Train a head by gradient descent, with an update after each group of micro-batches.

    Args:
        weight: Of the head, whose logits are vectors @ weight.T, (C, D). It stays as it is: work on
            a clone.
        micro_batches: One pair or more of vectors (B, D) and labels (B,), of different sizes B. No
            logit is beyond 50 or -50.
        every: Micro-batches in a group. The last group may have fewer, and gets its update too.
        rate: The learning rate.

    Returns:
        The weight after the last update. Each subtracts ``rate`` times the gradient of the mean
        cross-entropy of all examples of the group: what one large batch would give.
    """
    weight = weight.clone().requires_grad_()
    optimizer = torch.optim.SGD([weight], lr=rate)
    for start in range(0, len(micro_batches), every):
        group = micro_batches[start : start + every]
        examples = sum(len(labels) for _, labels in group)
        for vectors, labels in group:
            loss = cross_entropy(vectors @ weight.T, labels, reduction="sum") / examples
            loss.backward()  # adds to weight.grad; only this micro-batch was in memory
        optimizer.step()
        optimizer.zero_grad()
    return weight.detach()
