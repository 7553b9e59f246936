"""The question: return the vectors of each window's words, laid end to end."""

import torch

from workbook.exercises import Case, Question


def _feature_cases() -> list[Case]:
    return [
        Case((torch.tensor([[1, 4, 2], [4, 0, 5]]), torch.randn(7, 4))),
        Case((torch.randint(0, 9, (5, 2)), torch.randn(9, 3))),
        Case((torch.tensor([[3, 0, 3]]), torch.randn(4, 2))),  # one window, the last id
        Case((torch.tensor([[4], [1]]), torch.randn(6, 3))),  # windows of one word
    ]


QUESTION = Question(
    name="window_features",
    cases=_feature_cases,
    difficulty=1,
    minutes=5,
)
