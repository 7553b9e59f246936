"""The question: the entropy of heads, padding left out."""

from lessons.l11_attention_seen.exercises.cases import padded_mask, padded_weights, sharp_weights

import torch

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    sizes = [([7, 4], 3, 7), ([5, 9, 2], 4, 9), ([6, 3, 1, 8], 2, 11)]
    sizes += [([4], 2, 5)]  # one text
    usual = [
        Case((padded_weights(lengths, heads, tokens), padded_mask(lengths, tokens)))
        for lengths, heads, tokens in sizes
    ]
    return [
        *usual,
        Case((padded_weights([3, 5], 4, 6, torch.float64), padded_mask([3, 5], 6))),
        Case((padded_weights([6, 3], 1, 8), padded_mask([6, 3], 8))),  # one head
        Case((sharp_weights([7, 5], 3, 8), padded_mask([7, 5], 8))),  # weights of 0 on tokens
    ]


QUESTION = Question(
    name="attention_entropy",
    cases=_cases,
    difficulty=2,
    minutes=7,
    tolerance=1e-5,
    exact_types=True,
)
