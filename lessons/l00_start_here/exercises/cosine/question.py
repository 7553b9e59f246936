"""The question: one small exercise, to see how exercises answer."""

import torch

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    generator = torch.Generator().manual_seed(0)
    cases = [Case(tuple(torch.randn(2, size, generator=generator))) for size in (3, 5, 8)]
    return [*cases, Case((torch.tensor([3.0, 4.0]), torch.tensor([-6.0, -8.0])))]


QUESTION = Question(
    name="cosine",
    cases=_cases,
    difficulty=1,
    minutes=5,
)
