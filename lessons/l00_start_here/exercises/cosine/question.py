"""The question: one small exercise, to see how exercises answer."""

import torch

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    generator = torch.Generator().manual_seed(0)
    cases = [Case(tuple(torch.randn(2, size, generator=generator))) for size in (3, 5, 8)]
    pairs = [([3.0, 4.0], [-6.0, -8.0])]
    pairs += [([0.12, -0.16], [0.05, 0.12]), ([0.5], [2.0])]  # short ones; only one number each
    return [*cases, *(Case((torch.tensor(a), torch.tensor(b))) for a, b in pairs)]


QUESTION = Question(
    name="cosine",
    cases=_cases,
    difficulty=1,
    minutes=2,
    exact_types=True,
)
