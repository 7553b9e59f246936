"""The question: vectors turned by angles that grow with the position."""

import torch

from workbook.exercises import Case, Question


def _case(theta: float, *shape: int) -> Case:
    generator = torch.Generator().manual_seed(sum(shape))
    return Case((torch.randn(shape, generator=generator, dtype=torch.float64), theta))


def _cases() -> list[Case]:
    return [
        _case(100, 3, 4),
        _case(10_000.0, 2, 7, 6),
        _case(50, 5, 8),
        _case(100, 9, 2),  # a single point
        _case(100, 1, 6),  # a single position
        _case(20.0, 3, 2, 5, 10),
    ]


QUESTION = Question(name="rotate", cases=_cases, difficulty=3, minutes=13, tolerance=1e-5)
