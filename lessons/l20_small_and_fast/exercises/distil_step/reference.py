"""The reference of ``distil_step``."""

from lessons.l20_small_and_fast.exercises.soft_loss.reference import soft_loss

import torch
from torch import Tensor, nn


def distil_step(
    student: nn.Module,
    teacher: nn.Module,
    optimizer: torch.optim.Optimizer,
    inputs: tuple[Tensor, ...],
    T: int | float,
) -> float:
    """Make one step towards what the teacher says, and return the loss before it.

    Args:
        student: Is taught; keeps its mode.
        teacher: Keeps its mode, and gets no gradients.
        optimizer: Of the student's parameters.
        inputs: What both are called with; they return logits (B, C).
        T: The temperature of the loss.
    """
    with torch.no_grad():
        wanted = teacher(*inputs)
    loss = soft_loss(student(*inputs), wanted, T)
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(student.parameters(), 1.0)
    optimizer.step()
    return loss.item()
