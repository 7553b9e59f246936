"""The question: does a difference hold for other draws of the labels?"""

import torch
from torch import Tensor

from workbook.exercises import Case, Question


def _drawn(D: int, N: int, rates: tuple[float, float], spread: float) -> Tensor:
    """Draw differences whose rates differ from row to row."""
    generator = torch.Generator().manual_seed(100 * D + N)
    moved = spread * torch.randn(2, D, 1, generator=generator)
    chances = (torch.tensor(rates)[:, None, None] + moved).expand(2, D, N)
    first, second = (torch.rand(2, D, N, generator=generator) < chances).long()
    return first - second


def _cases() -> list[Case]:
    return [
        Case((torch.tensor([[1, 0, 1, -1], [0, 1, 1, 0], [1, 0, 0, 0]]),)),
        Case((torch.tensor([[-1, 0, -1], [0, 1, -1]]),)),
        Case((_drawn(5, 40, (0.8, 0.6), 0.1),)),
        Case((_drawn(4, 9, (0.5, 0.7), 0.2),)),
        Case((_drawn(7, 25, (0.7, 0.65), 0.05),)),
        Case((torch.ones(3, 5, dtype=torch.long),)),  # the same in all draws
        Case((torch.tensor([[1], [-1], [0], [1]]),)),  # one text
        Case((torch.tensor([[1, 0, 1, 1, -1]]),)),  # one draw
        Case((torch.zeros(0, 4, dtype=torch.long),)),
    ]


QUESTION = Question(name="interval", cases=_cases, difficulty=2, minutes=8, tolerance=1e-5)
