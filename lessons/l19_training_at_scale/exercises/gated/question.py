"""The question: a feed-forward network with a gate."""

import torch

from workbook.exercises import Case, Question


def _case(D: int, F: int, *before: int) -> Case:
    generator = torch.Generator().manual_seed(10 * D + F)
    shapes = (*before, D), (2 * F, D), (D, F)
    return Case(tuple(torch.randn(s, generator=generator).double() / 2 for s in shapes))


def _cases() -> list[Case]:
    return [_case(2, 3, 5), _case(4, 5, 2, 7), _case(6, 1, 3), _case(1, 4, 5, 2), _case(3, 5)]


QUESTION = Question(name="gated", cases=_cases, difficulty=2, minutes=6)
