"""The question: return the probability of each word as noise: its count to a power, normalized."""

import torch

from workbook.exercises import Case, Question


def _noise_cases() -> list[Case]:
    return [
        Case((torch.tensor([81, 16, 1]), 0.75)),
        Case((torch.tensor([40, 25, 9, 4, 1]), 0.5)),
        Case((torch.tensor([3, 700, 20, 5]), 0.75)),
        Case((torch.tensor([6, 81, 6, 1, 6]), 0.75)),  # equal counts
        Case((torch.tensor([7]), 0.75)),
    ]


QUESTION = Question(
    name="noise_distribution",
    cases=_noise_cases,
    difficulty=1,
    minutes=3,
    tolerance=1e-9,  # float32 on the way is too coarse
    exact_types=True,
)
