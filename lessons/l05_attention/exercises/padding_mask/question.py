"""The question: BERT's mask."""

import torch
from torch import Tensor

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    def mask(tokens: int, *lengths: int) -> Tensor:
        return (torch.arange(tokens) < torch.tensor(lengths)[:, None]).long()

    masks = [mask(4, 3, 4), mask(5, 1, 3).flip(1), mask(3, 2), mask(1, 1, 0)]
    masks.append(torch.tensor([[0, 1, 1, 0, 0]]))
    return [Case((each,)) for each in masks]


QUESTION = Question(name="padding_mask", cases=_cases, difficulty=1, minutes=2, exact_types=True)
