"""A linear layer that multiplies by the fastest way of this machine."""

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn.functional import gelu
from torch.nn.functional import linear as torch_linear

from bertlab.products import ways
from bertlab.products.choice import chosen


def linear(
    x: Float[Tensor, "*M K"],
    weight: Float[Tensor, "N K"],
    bias: Float[Tensor, " N"] | None = None,
    with_gelu: bool = False,
    laid_out: Tensor | None = None,
) -> Float[Tensor, "*M N"]:
    """Return x Wᵀ + b, as ``torch.nn.functional.linear`` does; rounding may differ.

    Args:
        x: Vectors, (..., K).
        weight: (N, K).
        bias: (N,), or None.
        with_gelu: Apply the exact GELU to the result.
        laid_out: The weight as ``ways.laid_out`` has it, if it was laid out before.
    """
    way = way_for(x, weight, bias)
    if way == "torch":
        made = torch_linear(x, weight, bias)
        return gelu(made) if with_gelu else made
    rows, read = x.reshape(-1, x.shape[-1]), weight
    if way == "onednn" and laid_out is not None:
        read = laid_out
    if way == "onednn" and with_gelu:
        made, with_gelu = ways.by_onednn_with_gelu(rows, read, bias), False
    else:
        made = ways.INFERENCE[way](rows, read, bias)
    made = made.view(*x.shape[:-1], len(weight))
    return gelu(made) if with_gelu else made


def way_for(x: Tensor, weight: Tensor, bias: Tensor | None = None) -> str:
    """Return the way for a product: torch's for all but float32 on a processor."""
    usual = x.dtype is weight.dtype is torch.float32 and x.device.type == "cpu"
    if not usual or torch.is_autocast_enabled("cpu") or torch.compiler.is_compiling():
        return "torch"
    given = x, weight, bias
    needs = torch.is_grad_enabled() and any(g is not None and g.requires_grad for g in given)
    rows = x.numel() // max(1, x.shape[-1])
    return chosen().way(rows, needs)


class Linear(nn.Linear):
    """``torch.nn.Linear``, the same weights by the same names, multiplied as ``linear`` does."""

    laid_out: Tensor | None = None  # the weight, while ``packed`` holds

    def forward(self, x: Float[Tensor, "*M K"]) -> Float[Tensor, "*M N"]:
        """Return x Wᵀ + b."""
        return linear(x, self.weight, self.bias, laid_out=self.laid_out)

    def with_gelu(self, x: Float[Tensor, "*M K"]) -> Float[Tensor, "*M N"]:
        """Return GELU(x Wᵀ + b), the exact GELU with the error function."""
        return linear(x, self.weight, self.bias, True, self.laid_out)
