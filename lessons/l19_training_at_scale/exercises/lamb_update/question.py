"""The question: a step whose length is in proportion to the weights."""

import torch
from torch import Tensor

from workbook.exercises import Case, Question


def _case(rate: float, *shape: int, sizes: tuple[float, float] = (2.0, 0.7)) -> Case:
    """Draw weights and an update of two sizes."""
    generator = torch.Generator().manual_seed(10 * len(shape) + shape[0])

    def drawn(size: float) -> Tensor:
        return size * torch.randn(shape, generator=generator, dtype=torch.float64)

    return Case((drawn(sizes[0]), drawn(sizes[1]), rate))


def _cases() -> list[Case]:
    return [
        _case(0.1, 3, 4),
        _case(0.01, 5, 2, sizes=(0.3, 4.0)),
        _case(0.5, 6),
        _case(0.2, 2, 3, 5, sizes=(8.0, 0.1)),
        _case(0.3, 4, 2, sizes=(0.0, 1.5)),  # a bias begins at 0
        _case(0.4, 2, 7, sizes=(1.5, 0.0)),
        _case(0.4, 2, 5, sizes=(0.0, 0.0)),
    ]


QUESTION = Question(name="lamb_update", cases=_cases, difficulty=2, minutes=8, exact_types=True)
