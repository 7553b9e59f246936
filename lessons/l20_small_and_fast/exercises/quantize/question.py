"""The question: a matrix in whole numbers of few bits, with a scale for each row."""

import torch
from torch import Tensor

from workbook.exercises import Case, Question


def _drawn(N: int, M: int, zeros: tuple[int, ...] = ()) -> Tensor:
    """Draw weights, of which some rows are 0, and rows differ in size."""
    generator = torch.Generator().manual_seed(10 * N + M)
    weight = torch.randn(N, M, generator=generator) * torch.arange(2, N + 2)[:, None]
    weight[list(zeros)] = 0.0
    return weight


def _cases() -> list[Case]:
    return [
        Case((torch.tensor([[0.5, -2.0, 1.3], [6.0, 0.7, -0.1]]),)),
        Case((_drawn(4, 7),)),
        Case((_drawn(4, 9), 3)),
        Case((_drawn(2, 8), 2)),
        Case((_drawn(5, 3, zeros=(1, 4)),)),
        Case((_drawn(3, 5, zeros=(2,)), 4)),
        Case((-_drawn(3, 6).abs(),)),  # all are negative
        Case((torch.zeros(2, 4),)),
        Case((_drawn(1, 8),)),
        Case((_drawn(6, 1),)),
        Case((torch.tensor([[127.0, -64.0, 3.0, 0.0, 1.0], [0.0, 0.0, -127.0, 90.0, 0.0]]),)),
    ]


QUESTION = Question(name="quantize", cases=_cases, difficulty=2, minutes=8, exact_types=True)
