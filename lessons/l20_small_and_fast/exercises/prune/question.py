"""The question: the smallest of all weights become zero."""

from typing import Any

import torch
from torch import Tensor

from workbook.exercises import Case, Question


def tried(function: Any, weights: list[Tensor], rate: int | float) -> Any:
    """Return the new weights: sorted ones, where it does not matter which of equals are zero."""
    sizes = torch.cat([weight.abs().flatten() for weight in weights]).sort().values
    number = int(rate * len(sizes))
    new = function(weights, rate)
    if 0 < number < len(sizes) and sizes[number - 1] == sizes[number]:
        return torch.cat([weight.flatten() for weight in new]).sort().values
    return new


def _case(rate: int | float, *shapes: tuple[int, ...]) -> Case:
    """Draw weights of which those of each tensor are larger than those of the one before."""
    generator = torch.Generator().manual_seed(len(shapes))
    drawn = [torch.randn(shape, generator=generator) for shape in shapes]
    return Case(([(place + 1) * weight for place, weight in enumerate(drawn)], rate))


def _cases() -> list[Case]:
    equal = [torch.tensor([[2.0, -1.0, -1.0], [3.0, -1.0, -1.0]]), torch.tensor([-1.0, 0.5])]
    return [
        Case(([torch.tensor([[0.3, -2.0, 0.9], [-0.1, 0.7, -0.4]])], 0.5)),
        _case(0.4, (2, 3), (4,), (2, 2, 5)),
        _case(0.26, (5, 4), (3,)),  # 5.98: 5
        _case(0.75, (3, 2), (6,)),
        _case(0, (3, 4)),
        _case(1, (2, 5), (1,)),
        Case((equal, 0.5)),  # 0.5 and three of five times -1
        Case(([torch.zeros(2, 3), torch.tensor([1.0, -4.0])], 0.25)),
        _case(0.1, (2,), (1, 3)),  # none
    ]


QUESTION = Question(
    name="prune", cases=_cases, difficulty=3, minutes=12, tried=tried, exact_types=True
)
