"""The question: how far a student's answers are from its teacher's."""

from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor

from workbook.exercises import Case, Question


def tried(
    function: Any, student: Float[Tensor, "B C"], teacher: Float[Tensor, "B C"], T: int | float
) -> Any:
    """Return the loss, if a student can learn from it."""
    loss = function(student.clone().requires_grad_(), teacher, T)
    return loss if getattr(loss, "requires_grad", True) else "a loss without gradients"


def _case(B: int, C: int, T: int | float, size: float = 2.0) -> Case:
    generator = torch.Generator().manual_seed(10 * B + C)
    student, teacher = size * torch.randn(2, B, C, generator=generator, dtype=torch.float64)
    return Case((student, teacher, T))


def _cases() -> list[Case]:
    equal = torch.tensor([[2.0, -1.0, 0.5], [0.0, 3.0, 1.0]], dtype=torch.float64)
    return [
        _case(4, 2, T=2),
        _case(5, 3, T=1),
        _case(2, 3, T=4),
        _case(1, 3, T=0.5),
        _case(6, 2, T=1, size=2000.0),  # no softmax holds such numbers
        Case((equal, equal + torch.tensor([[1.0], [-7.0]]), 3)),  # both say the same
        _case(3, 7, T=1.5),
    ]


QUESTION = Question(
    name="soft_loss", cases=_cases, difficulty=3, minutes=9, exact_types=True, tried=tried
)
