"""The question: the gradient of U, without autograd. It is not graded."""

import torch

from workbook.exercises import Case, Question


def _case(B: int, V: int, D: int) -> Case:
    generator = torch.Generator().manual_seed(B)
    scores, hidden = (
        torch.randn(B, size, generator=generator, dtype=torch.float64) for size in (V, D)
    )
    return Case((scores, hidden, torch.randint(V, (B,), generator=generator)))


def _cases() -> list[Case]:
    return [_case(5, 4, 3), _case(2, 7, 3), _case(6, 3, 5), _case(1, 6, 2)]


QUESTION = Question(name="gradient_of_u", cases=_cases, difficulty=3, minutes=5, graded=False)
