"""What an exercise returns, and the gradient that flows back through it."""

from typing import Any

import torch
from torch import Tensor


def and_gradient(result: Any, source: Tensor) -> Any:
    """Return a result, and the gradient of a sum of it in what it was made of.

    Args:
        result: What a student's function returned; differentiated if it can be.
        source: What the gradient has to reach.
    """
    if not getattr(result, "requires_grad", True):
        return result, "no gradient"
    numbers = torch.arange(result.numel(), dtype=result.dtype).reshape(result.shape)
    (result * numbers.cos()).sum().backward()
    return result.detach().clone(), source.grad
