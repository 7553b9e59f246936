"""Linear layers that multiply by oneDNN where it is faster than what torch takes by itself."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import TypeVar

import torch
from jaxtyping import Float
from torch import Tensor, nn

from bertlab.kernels.memory import keep_memory

VARIABLE = "BERTLAB_KERNELS"  # "torch": leave all products to torch; "auto" (or unset): the rule
# From so many rows on oneDNN is faster, by the processor's instructions; with few rows the weight
# is laid out anew for nothing. Measured with 384 x 1152 weights, one thread, ms torch / oneDNN:
# AVX512 8 rows 0.10 / 0.08, 128 1.04 / 0.53, 1024 8.09 / 3.87;
# AVX2 8 rows 0.12 / 0.14, 128 1.03 / 0.98, 1024 8.01 / 7.24.
LEAST_ROWS = {"AVX512": 8, "AVX2": 32}
NEAR = 1e-4  # by how much the two may differ, for rows of normal numbers

Model = TypeVar("Model", bound=nn.Module)


class Linear(nn.Linear):
    """``torch.nn.Linear`` with another kernel: the same weights by the same names."""

    laid_out: Tensor | None = None  # the weight as oneDNN reads it, while ``prepacked`` holds

    def forward(self, x: Float[Tensor, "*M K"]) -> Float[Tensor, "*M N"]:
        """Return x Wᵀ + b, as ``torch.nn.functional.linear`` does; rounding may differ."""
        if not self._pays(x):
            return super().forward(x)
        weight = self.weight if self.laid_out is None else self.laid_out
        made = by_onednn(x.reshape(-1, x.shape[-1]), weight, self.bias)
        return made.view(*x.shape[:-1], self.out_features)

    def _pays(self, x: Tensor) -> bool:
        """Tell whether oneDNN is faster: for float32 on a processor, and without gradients."""
        usual = x.dtype is self.weight.dtype is torch.float32 and x.device.type == "cpu"
        if not usual or torch.is_autocast_enabled("cpu") or torch.compiler.is_compiling():
            return False
        if torch.is_grad_enabled() and (x.requires_grad or self.weight.requires_grad):
            return False  # it has no gradient
        return self.laid_out is not None or x.numel() // max(1, x.shape[-1]) >= least_rows()


def by_onednn(
    rows: Float[Tensor, "M K"], weight: Float[Tensor, "N K"], bias: Float[Tensor, " N"] | None
) -> Float[Tensor, "M N"]:
    """Multiply by oneDNN itself."""
    return torch.ops.mkldnn._linear_pointwise(rows, weight, bias, "none", [], "")


def lay_out(weight: Float[Tensor, "N K"]) -> Tensor:
    """Lay a weight out as oneDNN reads it, which ``by_onednn`` would else do at each product."""
    return torch.ops.mkldnn._reorder_linear_weight(weight.detach())


def is_left_to_torch() -> bool:
    """Tell whether the environment leaves all products to torch.

    Raises:
        ValueError: If ``BERTLAB_KERNELS`` is set to something else than ``torch`` or ``auto``.
    """
    wanted = os.environ.get(VARIABLE) or "auto"
    if wanted not in ("torch", "auto"):
        raise ValueError(f'{VARIABLE}: expected "torch" or "auto", got {wanted!r}')
    return wanted == "torch"


@cache
def least_rows() -> int:
    """Return from how many rows on oneDNN is faster on this processor."""
    return LEAST_ROWS[torch.backends.cpu.get_cpu_capability()]


@cache
def works() -> bool:
    """Tell whether oneDNN is here, pays, and gives what torch gives.

    Its operators are not documented by torch: they may be missing, or change.
    """
    if torch.backends.cpu.get_cpu_capability() not in LEAST_ROWS:
        return False
    generator = torch.Generator().manual_seed(0)
    with torch.device("cpu"), torch.inference_mode(), torch.autocast("cpu", enabled=False):
        rows, weight = (
            torch.randn(n, 48, generator=generator, dtype=torch.float32) for n in (5, 32)
        )
        expected = rows @ weight.T + weight[:, 0]
        try:
            found = [by_onednn(rows, w, weight[:, 0].clone()) for w in (weight, lay_out(weight))]
        except (RuntimeError, AttributeError, TypeError, ValueError):
            return False
    return all(f.shape == expected.shape and (f - expected).abs().max() <= NEAR for f in found)


def install(model: Model) -> Model:
    """Let the linear layers of a model multiply by oneDNN where that is faster.

    Args:
        model: Each ``nn.Linear`` in it changes its class, not its weights or their names; layers of
            other classes stay as they are.

    Returns:
        The model.
    """
    if not is_left_to_torch() and works():
        keep_memory()
        for layer in model.modules():
            if type(layer) is nn.Linear:
                layer.__class__ = Linear
    return model


@contextmanager
def prepacked(model: nn.Module) -> Iterator[None]:
    """Install oneDNN, and lay out the weights once, for as long as a model only reads.

    Else each product lays its weight out anew: for the few tokens of a short text that is a third
    of its time. For as long as this holds there are two copies of the weights.

    Raises:
        ValueError: At the end, if a weight has changed: what was read came from the old one.
    """
    plain = [layer for layer in model.modules() if type(layer) is nn.Linear]
    layers = [m for m in install(model).modules() if isinstance(m, Linear) and _is_packable(m)]
    for layer in layers:
        layer.laid_out = lay_out(layer.weight)
    before = [layer.weight._version for layer in layers]
    try:
        yield
    finally:
        for layer in layers:
            del layer.laid_out
        for was in plain:
            was.__class__ = nn.Linear
    if before != [layer.weight._version for layer in layers]:
        raise ValueError("expected weights that stay as they are while prepacked; one changed")


def _is_packable(layer: Linear) -> bool:
    weight = layer.weight  # of one made in inference mode nobody can tell whether it has changed
    usual = weight.dtype is torch.float32 and weight.device.type == "cpu"
    return usual and not weight.is_inference()
