"""The question: the loss that trains the rows of new tokens. It is not graded."""

import torch
from torch.nn.functional import normalize

from workbook.exercises import Case, Question


def _case(N: int, D: int) -> Case:
    generator = torch.Generator().manual_seed(N)
    vectors = torch.randn(2, N, 2, D, generator=generator, dtype=torch.float64)
    return Case(tuple(normalize(vectors, dim=-1)))


def _cases() -> list[Case]:
    return [_case(3, 5), _case(1, 4), _case(5, 3), _case(4, 7)]


QUESTION = Question(name="reply_loss", cases=_cases, difficulty=3, minutes=5, graded=False)
