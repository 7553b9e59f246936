"""The question: a row without its part along the mean of others. It is not graded."""

import torch

from workbook.exercises import Case, Question


def _case(n: int, m: int) -> Case:
    generator = torch.Generator().manual_seed(n)
    row, *others = torch.randn(n + 1, m, generator=generator, dtype=torch.float64)
    return Case((3 * row, torch.stack(others) + 1))


def _cases() -> list[Case]:
    return [_case(2, 3), _case(4, 5), _case(1, 2)]


QUESTION = Question(name="without_direction", cases=_cases, difficulty=3, minutes=4, graded=False)
