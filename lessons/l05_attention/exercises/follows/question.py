"""The question: in how many pairs p falls."""

import torch

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    cases = []
    for N, L, H in ((12, 3, 4), (8, 6, 5), (5, 1, 3)):
        generator = torch.Generator().manual_seed(N)
        cases.append(Case((torch.rand(N, 2, L, H, generator=generator, dtype=torch.float64),)))
    falls = torch.tensor([0.1, 0.05, 0.2], dtype=torch.float64)  # 0.1 or more: 0.1 counts
    edge = torch.stack([falls.expand(4, 5, 3), torch.zeros(4, 5, 3).double()], dim=1)
    return [*cases, Case((edge,))]


QUESTION = Question(name="follows", cases=_cases, difficulty=2, minutes=2)
