"""The question: return y = b + W x + U tanh(d + H x) for each row x of the features."""

import torch

from workbook.exercises import Case, Question


def _score_cases() -> list[Case]:
    def case(B: int, N: int, D: int, V: int) -> Case:
        shapes = (B, N), (D, N), (D,), (V, D), (V,), (V, N)
        return Case(tuple(torch.randn(shape) / 2 for shape in shapes))

    smallest = case(3, 1, 1, 1)  # matrices of one number, whichever way round
    return [case(2, 6, 3, 5), case(4, 3, 5, 7), case(1, 4, 2, 3), smallest]


QUESTION = Question(
    name="next_word_scores",
    cases=_score_cases,
    difficulty=2,
    minutes=8,
    tolerance=1e-5,
)
