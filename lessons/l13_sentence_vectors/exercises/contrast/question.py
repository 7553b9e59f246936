"""The question: the loss of finding each sentence's other vector in the batch."""

import torch

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    generator = torch.Generator().manual_seed(0)
    cases = []
    sizes = (3, 4, 0.5), (2, 3, 0.2), (5, 2, 2.0), (4, 6, 0.05)
    for number, size, temperature in sizes:
        anchors = torch.randn(number, size, generator=generator, dtype=torch.float64)
        noise = torch.randn(number, size, generator=generator, dtype=torch.float64)
        scale = torch.linspace(0.5, 3, number, dtype=torch.float64)[:, None]
        cases.append(Case((anchors * scale, anchors + 0.8 * noise, temperature)))
    return cases


QUESTION = Question(
    name="contrast",
    cases=_cases,
    difficulty=3,
    minutes=7,
    exact_types=True,
    allows=lambda first, second, temperature: len(first) > 1,
)
