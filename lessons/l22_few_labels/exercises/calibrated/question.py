"""The question: what is left of a score without what the model says anyway?"""

import torch

from workbook.exercises import Case, Question


def _case(N: int, K: int, C: int, size: float = 2.0) -> Case:
    generator = torch.Generator().manual_seed(100 * N + 10 * K + C)
    scores = size * torch.randn(N, C, generator=generator, dtype=torch.float64)
    return Case((scores, torch.randn(K, C, generator=generator, dtype=torch.float64) - 3))


def _cases() -> list[Case]:
    return [
        _case(4, 3, 2),
        _case(5, 2, 3),
        _case(3, 1, 2),
        _case(1, 4, 3),
        _case(2, 5, 4),
        _case(6, 3, 2, size=2200.0),  # most probabilities are 0
    ]


QUESTION = Question(name="calibrated", cases=_cases, difficulty=2, minutes=7)
