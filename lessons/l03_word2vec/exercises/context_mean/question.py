"""The question: return the mean vector of the words of each context; -1 is no word."""

import torch

from workbook.exercises import Case, Question


def _context_cases() -> list[Case]:
    random = torch.Generator().manual_seed(0)
    zeros = torch.randn(6, 3, generator=random)
    zeros[2] = 0  # a word's vector may be all zeros
    few = [  # zeros; contexts of one word; vectors of one number
        Case((zeros, torch.tensor([[2, 0], [5, -1], [2, 2], [-1, 2]]))),
        Case((torch.randn(5, 2, generator=random), torch.tensor([[3], [1], [4]]))),
        Case((torch.randn(5, 1, generator=random), torch.tensor([[0, -1, 4], [2, 3, 2]]))),
    ]
    return [
        Case(
            (
                torch.randn(7, 4, generator=random),
                torch.tensor([[0, 3, -1], [6, 6, 2], [-1, -1, 5], [1, -1, -1], [2, 4, 0]]),
            )
        ),
        Case((torch.randn(5, 3, generator=random), torch.tensor([[4, -1, 1, 1], [0, 2, 3, 3]]))),
        Case((torch.randn(4, 2, generator=random).double(), torch.tensor([[1, -1, 3]]))),
        *few,
    ]


QUESTION = Question(
    name="context_mean",
    cases=_context_cases,
    difficulty=2,
    minutes=6,
    exact_types=True,
)
