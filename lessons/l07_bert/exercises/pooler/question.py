"""The question: pass the vector of the first token, [CLS], through a dense layer and tanh."""

import torch

from workbook.exercises import Case, Question


def _pooler_cases() -> list[Case]:
    generator = torch.Generator().manual_seed(0)
    cases = []
    for batch, tokens, size in ((2, 5, 3), (3, 2, 4), (1, 4, 3), (4, 1, 5)):
        shapes = (batch, tokens, size), (size, size), (size,)
        tensors = (torch.randn(s, generator=generator, dtype=torch.float64) for s in shapes)
        cases.append(Case(tuple(tensors)))
    hidden, weight, bias = cases[0].args
    large = Case((1000 * hidden, weight, bias))  # exp would overflow, tanh does not
    return [*cases, large]


QUESTION = Question(
    name="pooler",
    cases=_pooler_cases,
    difficulty=1,
    minutes=2,
    exact_types=True,
)
