"""The question: hide each vector as much as it is suspected."""

import torch

from workbook.exercises import Case, Question


def _case(T: int, D: int, seed: int) -> Case:
    generator = torch.Generator().manual_seed(seed)
    words = torch.randn(T, D, generator=generator)
    mask = torch.randn(D, generator=generator)
    return Case((words, mask, torch.rand(T, generator=generator)))


def _cases() -> list[Case]:
    words = torch.tensor([[1.0, 0.0], [0.0, 1.0], [2.0, 2.0]])
    mask = torch.tensor([-1.0, 4.0])
    return [
        Case((words, mask, torch.tensor([0.0, 1.0, 0.25]))),
        Case((words, mask, torch.tensor([0.6, 0.6, 0.9]))),
        _case(5, 3, 0),
        _case(4, 7, 1),
        _case(1, 6, 2),
        _case(6, 4, 3),
    ]


QUESTION = Question(name="soft_mask", cases=_cases, difficulty=2, minutes=5)
