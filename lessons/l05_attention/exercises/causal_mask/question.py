"""The question: who may see whom, from left to right."""

import torch
from torch import Tensor

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    def mask(tokens: int, *lengths: int) -> Tensor:
        return (torch.arange(tokens) < torch.tensor(lengths)[:, None]).long()

    masks = [mask(4, 3, 4), mask(6, 2, 5, 6), mask(5, 1, 3).flip(1), mask(3, 2), mask(1, 1, 0)]
    masks.append(torch.tensor([[0, 1, 1, 1, 0], [0, 0, 0, 0, 0]]))
    return [Case((each,)) for each in masks]


QUESTION = Question(
    name="causal_mask",
    cases=_cases,
    difficulty=2,
    minutes=5,
    exact_types=True,
)
