"""The question: what a block returns when a head is silent."""

import torch
from torch import Tensor

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    generator = torch.Generator().manual_seed(0)

    def draw(*shape: int) -> Tensor:
        return torch.randn(shape, generator=generator, dtype=torch.float64).float()

    sizes = ((2, 3, 4, 5, 1), (3, 4, 5, 2, 0), (1, 5, 6, 3, 3), (2, 3, 1, 4, 2))
    return [
        Case((draw(B, H, T, K), draw(H * K, H * K), draw(H * K), head))
        for B, H, T, K, head in sizes
    ]


QUESTION = Question(
    name="output_without_head",
    cases=_cases,
    difficulty=3,
    minutes=7,
    tolerance=1e-5,
)
