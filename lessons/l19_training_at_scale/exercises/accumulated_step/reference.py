"""The reference of ``accumulated_step``."""

from collections.abc import Callable, Sequence
from typing import Any

from torch import Tensor, nn
from torch.optim import Optimizer


def accumulated_step(
    model: nn.Module,
    optimizer: Optimizer,
    parts: Sequence[Any],
    loss_sum: Callable[[nn.Module, Any], Tensor],
    count: Callable[[Any], int],
) -> float:
    """Make one step as if all parts were one batch, and return the mean loss before it.

    Args:
        model: Its old gradients are forgotten.
        optimizer: Of the model's parameters.
        parts: Of the batch. Each is read when the one before it needs no more memory.
        loss_sum: Returns the sum of the losses of a part.
        count: Returns how many losses a part has.
    """
    total = sum(count(part) for part in parts)
    optimizer.zero_grad()
    mean = 0.0
    for part in parts:
        loss = loss_sum(model, part) / total
        loss.backward()
        mean += loss.item()
    optimizer.step()
    return mean
