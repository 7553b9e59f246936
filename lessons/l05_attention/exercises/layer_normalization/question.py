"""The question: layer normalization."""

import torch

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    generator = torch.Generator().manual_seed(0)
    cases = []
    for shape, eps in (((2, 3, 5), 0.1), ((4, 2, 3), 0.02)):
        x = torch.randn(shape, generator=generator, dtype=torch.float64) + 1
        gain, bias = torch.randn(2, shape[-1], generator=generator, dtype=torch.float64)
        cases.append(Case((x, gain + 1, bias, eps)))
    return [*cases, Case(cases[0].args[:3])]


QUESTION = Question(
    name="layer_normalization",
    cases=_cases,
    difficulty=2,
    minutes=5,
)
