"""The question: the way back from the axis of the heads."""

from lessons.l05_attention.exercises.split_heads.question import SHAPES

import torch

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    shapes = [(B, H, T, D // H) for B, T, D, H in SHAPES]
    return [Case((torch.arange(1.0 * B * H * T * d).view(B, H, T, d),)) for B, H, T, d in shapes]


QUESTION = Question(name="merge_heads", cases=_cases, difficulty=2, minutes=2)
