"""The question: what [CLS] gets, with two bugs to be found. It is not graded."""

from lessons.l11_attention_seen.exercises.cases import padded_mask, padded_weights

import torch

from workbook.exercises import Case, Question


def _case(lengths: tuple[int, ...], heads: int, tokens: int) -> Case:
    weights = padded_weights(lengths, heads, tokens, torch.float64)
    return Case((weights, padded_mask(lengths, tokens)))


def _cases() -> list[Case]:
    return [_case((6, 3), 3, 6), _case((4, 7, 2), 5, 7), _case((5, 5, 5), 2, 5)]


QUESTION = Question(name="weight_on_cls", cases=_cases, difficulty=2, minutes=5, graded=False)
