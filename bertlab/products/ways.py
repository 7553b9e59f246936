"""Ways to the same product: x Wᵀ + b for all rows of x."""

from collections.abc import Callable
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn.functional import conv2d, gelu
from torch.nn.functional import linear as torch_linear

Product = Callable[[Tensor, Tensor, Tensor | None], Tensor]
NEAR = 1e-4  # by how much two ways may differ, for rows of normal numbers


def by_torch(
    rows: Float[Tensor, "M K"], weight: Float[Tensor, "N K"], bias: Float[Tensor, " N"] | None
) -> Float[Tensor, "M N"]:
    """Multiply as torch does by itself: by MKL on Intel and AMD, by Accelerate on a Mac."""
    return torch_linear(rows, weight, bias)


def by_convolution(
    rows: Float[Tensor, "M K"], weight: Float[Tensor, "N K"], bias: Float[Tensor, " N"] | None
) -> Float[Tensor, "M N"]:
    """Multiply by a convolution whose window is one pixel: the rows are pixels, K their channels.

    The same sums; but torch hands convolutions to oneDNN, their gradients too.
    """
    image = rows[None, None].permute(0, 3, 1, 2)  # (1, K, 1, M), the channels lie last in memory
    return conv2d(image, weight[:, :, None, None], bias)[0, :, 0].T


def by_onednn(
    rows: Float[Tensor, "M K"], weight: Float[Tensor, "N K"], bias: Float[Tensor, " N"] | None
) -> Float[Tensor, "M N"]:
    """Multiply by oneDNN itself, with less ado for few rows; torch has no gradient for it."""
    return torch.ops.mkldnn._linear_pointwise(rows, weight, bias, "none", [], "")


def by_onednn_with_gelu(
    rows: Float[Tensor, "M K"], weight: Float[Tensor, "N K"], bias: Float[Tensor, " N"] | None
) -> Float[Tensor, "M N"]:
    """Multiply and apply the exact GELU before the result leaves the processor's cache."""
    return torch.ops.mkldnn._linear_pointwise(rows, weight, bias, "gelu", [], "none")


def laid_out(weight: Float[Tensor, "N K"]) -> Tensor:
    """Lay a weight out as oneDNN reads it, which ``by_onednn`` would else do at each product."""
    return torch.ops.mkldnn._reorder_linear_weight(weight.detach())


# What may be chosen; the first is torch's own.
TRAINING: dict[str, Product] = {"torch": by_torch, "convolution": by_convolution}
INFERENCE: dict[str, Product] = {**TRAINING, "onednn": by_onednn}


def works(product: Product, gelu_too: bool = False) -> bool:
    """Tell whether a product exists here and gives what torch's gives.

    ``by_onednn`` calls an operator that torch does not document: it may be missing, or change.
    """
    generator = torch.Generator().manual_seed(0)
    usual: dict[str, Any] = {"generator": generator, "dtype": torch.float32, "device": "cpu"}
    rows, weight = (torch.randn(n, 48, **usual) for n in (5, 32))
    bias = torch.randn(32, **usual)
    try:
        with torch.inference_mode(), torch.autocast("cpu", enabled=False):
            expected = torch_linear(rows, weight, bias)
            found = product(rows, weight, bias)
    except (RuntimeError, AttributeError, TypeError, ValueError):
        return False
    expected = gelu(expected) if gelu_too else expected
    return found.shape == expected.shape and bool((found - expected).abs().max() <= NEAR)
