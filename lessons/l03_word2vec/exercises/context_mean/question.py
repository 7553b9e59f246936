"""The question: return the mean vector of the words of each context; -1 is no word."""

import torch

from workbook.exercises import Case, Question


def _context_cases() -> list[Case]:
    random = torch.Generator().manual_seed(0)
    return [
        Case(
            (
                torch.randn(7, 4, generator=random),
                torch.tensor([[0, 3, -1], [6, 6, 2], [-1, -1, 5], [1, -1, -1], [2, 4, 0]]),
            )
        ),
        Case((torch.randn(5, 3, generator=random), torch.tensor([[4, -1, 1, 1], [0, 2, 3, 3]]))),
        Case((torch.randn(4, 2, generator=random).double(), torch.tensor([[1, -1, 3]]))),
    ]


QUESTION = Question(
    name="context_mean",
    cases=_context_cases,
    difficulty=2,
    minutes=7,
)
