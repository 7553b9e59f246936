"""The question: a gradient that stops at the chunk."""

import torch

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    def case(T: int, D: int, chunk_size: int) -> Case:
        return Case((torch.randn(T, D), torch.randn(T, D), torch.randn(D, D) / 2, chunk_size))

    return [case(7, 2, 3), case(8, 3, 4), case(5, 4, 2), case(1, 3, 2)]


QUESTION = Question(
    name="truncated_gradient",
    cases=_cases,
    difficulty=4,
    minutes=12,
    tolerance=1e-5,
)
