"""What the classes of the exercises are tried with: filled parameters, and masks."""

from typing import TypeVar

import torch
from torch import Tensor, nn

M = TypeVar("M", bound=nn.Module)


def filled(module: M, seed: int) -> M:
    """Fill a module's parameters by name, in float64, large enough for a mistake to show."""
    module.double().requires_grad_(False)
    generator = torch.Generator().manual_seed(seed)
    for name, parameter in sorted(module.named_parameters()):
        drawn = torch.randn(parameter.shape, generator=generator, dtype=torch.float64)
        is_gain = "norm" in name and name.endswith("weight")
        parameter.copy_(drawn * 0.4 + is_gain)
    return module


def padding(tokens: int, *lengths: int) -> Tensor:
    """Return a padding mask (B, 1, T) for texts of some lengths."""
    return (torch.arange(tokens) < torch.tensor(lengths)[:, None])[:, None, :]
