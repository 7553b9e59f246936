"""The question: what the classification objective reads of a pair of vectors."""

import torch

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    generator = torch.Generator().manual_seed(0)
    cases = []
    for shape in ((3, 4), (1, 2), (2, 5), (4, 1), (5, 3)):
        u, v = torch.randn(2, *shape, generator=generator, dtype=torch.float64)
        cases.append(Case((u, v)))
    return cases


QUESTION = Question(name="pair_features", cases=_cases, difficulty=1, minutes=3)
