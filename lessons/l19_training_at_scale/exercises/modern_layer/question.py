"""The question: a whole layer of ModernBERT."""

from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor, nn

from bertlab.model.modern import ModernLayer
from bertlab.model.modern_config import ModernConfig
from workbook.exercises import Case, Question


def tried(
    function: Any,
    x: Float[Tensor, "B T D"],
    F: int,
    number: int,
    H: int,
    theta: int | float,
    window: int | None = None,
) -> Any:
    """Return what a function makes with a layer of a number, if gradients can pass it."""
    config = ModernConfig(hidden_size=x.shape[-1], num_heads=H, intermediate_size=F)
    layer = ModernLayer(config, number).double()
    generator = torch.Generator().manual_seed(F)
    for parameter in layer.parameters():
        nn.init.normal_(parameter, std=0.8, generator=generator)
    y = function(x, layer, H, theta, window)
    if not isinstance(y, Tensor):
        return y
    return y.detach() if y.requires_grad else "a result without gradients"


def _case(shape: tuple[int, int, int], *others: Any) -> Case:
    """Draw x; the others are F, the layer's number, H, theta, and a window or none."""
    generator = torch.Generator().manual_seed(shape[1])
    return Case((torch.randn(shape, generator=generator, dtype=torch.float64), *others))


def _cases() -> list[Case]:
    return [
        _case((2, 5, 12), 7, 1, 3, 100),
        _case((3, 7, 8), 5, 2, 2, 30.0, 4),
        _case((2, 6, 8), 3, 0, 4, 50),  # layer 0, whose first norm is an Identity
        _case((1, 9, 6), 4, 4, 1, 20, 3),
        _case((3, 1, 4), 5, 1, 2, 100, 2),
    ]


QUESTION = Question(
    name="modern_layer", tried=tried, cases=_cases, difficulty=4, minutes=17, tolerance=1e-5
)
