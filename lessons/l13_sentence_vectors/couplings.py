"""A task without a grade: the way back through a coupling, and its log-determinant."""

from collections.abc import Callable

import torch
from jaxtyping import Float
from torch import Tensor

from workbook.exercises.tasks import task

Half = Float[Tensor, "N K"]
Undo = Callable[[Half, Half, Half], tuple[Half, Float[Tensor, " N"]]]


def undo(y2: Half, s: Half, t: Half) -> tuple[Half, Float[Tensor, " N"]]:
    """Return x2, and the logarithm of the absolute determinant of the way there."""
    return (y2 - t) * (-s).exp(), s.sum(dim=1)


def slip(function: Undo) -> str:
    """Say what is wrong with a way back; nothing if it is right."""
    generator = torch.Generator().manual_seed(0)
    x2, s, t = torch.randn(3, 4, 3, generator=generator, dtype=torch.float64)
    result = function(x2 * s.exp() + t, s, t)
    if not isinstance(result, tuple) or len(result) != 2:
        return "Return two tensors: x2, and the logarithm of the determinant."
    back, log_det = result
    if back.shape != x2.shape or not torch.allclose(back, x2):
        return "What comes back is not x2. What was done last has to be undone first."
    expected = s.sum(dim=1)
    if log_det.shape != expected.shape:
        return f"The logarithm must be {tuple(expected.shape)}: one number for each vector."
    if torch.allclose(log_det, -expected):
        return "That is the logarithm for the way back; the formula needs the way there."
    if torch.allclose(log_det, expected.exp()):
        return "That is the determinant; return its logarithm."
    if not torch.allclose(log_det, expected):
        return "The determinant of a triangular matrix is the product of its diagonal."
    return ""


def checked(function: Undo) -> Undo:
    """Say whether a way back is right; return it, or ours."""
    return task(__name__, "undo", function, undo, slip, "there and back, and the log-determinant.")
