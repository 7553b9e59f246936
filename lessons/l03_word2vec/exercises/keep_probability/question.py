"""The question, with its cases.

Return the probability of keeping one occurrence of each word: sqrt(t/f) + t/f, at most 1.
"""

import torch

from workbook.exercises import Case, Question


def _count_cases() -> list[Case]:
    return [
        Case((torch.tensor([700, 200, 90, 9, 1]), 0.01)),
        Case((torch.tensor([5, 50, 500, 2000, 12, 3, 80]), 1e-3)),
        Case((torch.tensor([3, 1]), 0.3)),
    ]


QUESTION = Question(
    name="keep_probability",
    cases=_count_cases,
    difficulty=2,
    minutes=4,
    exact_types=True,
)
