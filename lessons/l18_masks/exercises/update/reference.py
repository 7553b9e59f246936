"""The reference of ``update``."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, optim
from torch.nn.functional import cross_entropy


def update(
    model: Any,
    optimizer: optim.Optimizer,
    scores: Callable[..., Tensor],
    types: Tensor,
    task: tuple[Tensor, ...],
) -> float:
    """Make one update on a task, and return the loss before it, in nats for each question.

    Args:
        model: What is taught.
        optimizer: Of its parameters.
        scores: From model, ids, types and mask to scores (B, T, V).
        types: 0 for the first part, 1 for the second, (B, T).
        task: What is seen, (B, T), the mask (B, T, T), and the targets (B, T), -100 for none.
    """
    ids, mask, targets = task
    logits = scores(model, ids, types, mask)
    loss = cross_entropy(logits.flatten(0, 1), targets.flatten())
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    return loss.item()
