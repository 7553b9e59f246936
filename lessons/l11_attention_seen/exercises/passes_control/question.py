"""The question: a control for what a picture of a head suggests. It is not graded."""

import torch

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    cases = []
    for heads, tokens, i, j in ((60, 6, 4, 1), (40, 5, 0, 3), (30, 7, 2, 6)):
        generator = torch.Generator().manual_seed(tokens)
        scores = torch.randn(heads, tokens, tokens, generator=generator, dtype=torch.float64)
        scores[:, j, j] += 2.0  # many tokens look at themselves
        cases.append(Case((scores.softmax(dim=-1), i, j)))
    return cases


QUESTION = Question(
    name="passes_control", cases=_cases, difficulty=2, minutes=4, graded=False, exact_types=True
)
