"""The question: which texts do several models label, and how?"""

import torch

from workbook.exercises import Case, Question


def _case(M: int, N: int, C: int, threshold: float, size: float = 2.0, shift: float = 0.0) -> Case:
    generator = torch.Generator().manual_seed(100 * M + 10 * N + C)
    scores = size * torch.randn(M, N, C, generator=generator, dtype=torch.float64)
    return Case((scores + shift, threshold))


def _cases() -> list[Case]:
    sure, even, other = [0.0, -900.0], [0.0, 0.0], [-900.0, 0.0]
    pair = torch.tensor([[sure, even, other, sure, sure], [even, even, even, sure, other]])
    exact = pair.double().repeat(2, 1, 1)  # four models
    return [
        _case(3, 8, 2, 0.7, shift=-4.0),
        _case(2, 9, 3, 0.6),
        Case((exact, 0.75)),  # means of 0.75, 0.5, 0.75, 1 and 0.5
        _case(4, 12, 2, 0.65, size=3.0, shift=-2.0),
        _case(5, 11, 3, 0.5, size=4.0),
        _case(1, 6, 4, 0.55),
        _case(2, 7, 3, 0.999),  # no text
        _case(4, 1, 3, 0.2),  # one text
        _case(3, 7, 2, 0.0, shift=1.0),  # all texts
    ]


QUESTION = Question(name="pseudo_labels", cases=_cases, difficulty=3, minutes=8)
