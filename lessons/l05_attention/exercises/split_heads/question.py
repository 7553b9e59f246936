"""The question: the axis of the heads."""

import torch

from workbook.exercises import Case, Question

SHAPES = ((2, 4, 6, 3), (3, 5, 8, 2), (1, 6, 4, 4), (2, 3, 10, 5), (3, 1, 8, 4))  # B, T, D and H


def _cases() -> list[Case]:
    return [Case((torch.arange(1.0 * B * T * D).view(B, T, D), H)) for B, T, D, H in SHAPES]


QUESTION = Question(name="split_heads", cases=_cases, difficulty=3, minutes=4)
