"""The question: how far two tables of weights lie from each other. It is not graded."""

import torch

from workbook.exercises import Case, Question


def _case(heads: int, tokens: int, sharp: float) -> Case:
    generator = torch.Generator().manual_seed(tokens)
    scores = torch.randn(2, heads, tokens, tokens, generator=generator, dtype=torch.float64)
    return Case((*(sharp * scores).softmax(dim=-1),))


def _cases() -> list[Case]:
    return [_case(3, 5, 1.0), _case(4, 6, 3.0), _case(1, 3, 0.5)]


QUESTION = Question(name="moved_weight", cases=_cases, difficulty=2, minutes=3, graded=False)
