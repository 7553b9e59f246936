"""The question: one query, without a mask."""

import torch

from workbook.exercises import Case, Question


def _case(tokens: int, size: int) -> Case:
    generator = torch.Generator().manual_seed(tokens)
    vectors = torch.randn(2 * tokens + 1, size, generator=generator, dtype=torch.float64)
    return Case((vectors[0], vectors[1 : tokens + 1], vectors[tokens + 1 :]))


def _cases() -> list[Case]:
    query, keys, values = _case(5, 4).args
    return [_case(5, 3), _case(6, 2), _case(4, 5), _case(1, 3), Case((30 * query, keys, values))]


QUESTION = Question(name="attend_one", cases=_cases, difficulty=1, minutes=5)
