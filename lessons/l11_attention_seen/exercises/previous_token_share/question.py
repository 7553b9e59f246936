"""The question: how much a head sees of the token before."""

from lessons.l11_attention_seen.exercises.cases import padded_weights, sharp_weights

import torch

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    sizes = (7, 3, 7), (6, 4, 10), (2, 5, 9)
    usual = [
        Case((padded_weights([length], heads, tokens)[0], length))
        for length, heads, tokens in sizes
    ]
    return [
        *usual,
        Case((padded_weights([4], 2, 6, torch.float64)[0], 4)),
        Case((padded_weights([5], 1, 8)[0], 5)),  # one head
        Case((sharp_weights([7], 4, 9)[0], 7)),  # weights of 0 on tokens
    ]


QUESTION = Question(
    name="previous_token_share",
    cases=_cases,
    difficulty=2,
    minutes=6,
    tolerance=1e-5,
    exact_types=True,
)
