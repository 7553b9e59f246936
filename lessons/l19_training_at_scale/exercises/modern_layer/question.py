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
    sizes = {"hidden_size": x.shape[-1], "num_heads": H, "intermediate_size": F}
    layer = ModernLayer(ModernConfig(**sizes), number).double()
    generator = torch.Generator().manual_seed(F)
    for parameter in layer.parameters():
        nn.init.normal_(parameter, std=0.8, generator=generator)
    y = function(x, layer, H, theta, window)
    return y if getattr(y, "requires_grad", True) else "a result without gradients"


def _case(
    B: int, T: int, K: int, F: int, number: int, H: int, theta: float, window: int | None
) -> Case:
    generator = torch.Generator().manual_seed(T)
    x = torch.randn(B, T, H * K, generator=generator, dtype=torch.float64)
    return Case((x, F, number, H, theta, window))


def _cases() -> list[Case]:
    return [
        _case(2, 5, K=4, F=7, number=1, H=3, theta=100, window=None),
        _case(3, 7, K=4, F=5, number=2, H=2, theta=30.0, window=4),
        _case(2, 6, K=2, F=3, number=0, H=4, theta=50, window=None),  # whose first norm is Identity
        _case(1, 9, K=6, F=4, number=4, H=1, theta=20, window=3),
    ]


QUESTION = Question(
    name="modern_layer", tried=tried, cases=_cases, difficulty=4, minutes=17, tolerance=1e-5
)
