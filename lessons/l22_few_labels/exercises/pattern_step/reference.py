"""The reference of ``pattern_step``."""

import torch
from jaxtyping import Int
from torch import Tensor, nn
from torch.nn.functional import cross_entropy


def pattern_step(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    inputs: tuple[Tensor, ...],
    labels: Int[Tensor, " B"],
) -> float:
    """Make one step towards the labels, and return the loss before it, in nats.

    Args:
        model: Is trained; keeps its mode.
        optimizer: Of the model's parameters.
        inputs: What the model is called with; it returns class scores (B, C).
        labels: The class of each text.

    Source:
        Schick and Schütze 2021, arXiv 2001.07676 (PET), section 3.1.
    """
    loss = cross_entropy(model(*inputs), labels)
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    return loss.item()
