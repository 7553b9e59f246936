"""The question: [CLS] as a learned mixture of the last four layers."""

import torch

from workbook.exercises import Case, Question


def _case(seed: int, layers: int, batch: int, tokens: int, hidden: int) -> Case:
    generator = torch.Generator().manual_seed(seed)
    shape = batch, tokens, hidden
    states = tuple(
        torch.randn(shape, generator=generator, dtype=torch.float64) for _ in range(layers + 1)
    )
    return Case((states, torch.randn(4, generator=generator, dtype=torch.float64) + 0.5))


def _cases() -> list[Case]:
    states = _case(3, layers=5, batch=2, tokens=4, hidden=3).args[0]
    return [
        _case(0, layers=6, batch=2, tokens=5, hidden=3),
        _case(1, layers=8, batch=3, tokens=7, hidden=6),
        _case(2, layers=4, batch=1, tokens=6, hidden=2),
        Case((states, torch.tensor([0, 3000.0, 2999, -5]).double())),  # exp would overflow
        Case((states, torch.tensor([-901, -900.5, -1200, -902]).double())),  # or give 0 / 0
    ]


QUESTION = Question(
    name="mixed_cls",
    cases=_cases,
    difficulty=2,
    minutes=6,
)
