"""The question: vectors turned by angles that grow with the position."""

import torch

from workbook.exercises import Case, Question


def _case(theta: float, *shape: int) -> Case:
    generator = torch.Generator().manual_seed(sum(shape))
    return Case((torch.randn(shape, generator=generator, dtype=torch.float64), theta))


def _cases() -> list[Case]:
    single = [_case(100, 4, 1, 9, 2), _case(100, 1, 6)]  # a single point, a single position
    return [_case(100, 3, 4), _case(1e4, 2, 7, 6), _case(50, 5, 8), *single, _case(20, 3, 2, 5, 10)]


def _fits(x: torch.Tensor, theta: float) -> bool:
    return x.shape[-1] % 2 == 0


QUESTION = Question(
    name="rotate", cases=_cases, difficulty=3, minutes=13, tolerance=1e-5, allows=_fits
)
