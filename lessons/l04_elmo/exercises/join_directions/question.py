"""The question, with its cases.

Give both states of each token side by side, (B, T, 2D), and zeros at the padding.
"""

import torch

from workbook.exercises import Case, Question


def _join_cases() -> list[Case]:
    def case(D: int, *lengths: int) -> Case:
        shape = (len(lengths), max(lengths), D)
        return Case((torch.randn(shape), torch.randn(shape), torch.tensor(lengths)))

    return [case(2, 3, 5, 4), case(3, 6, 2), case(5, 2, 7, 4, 3), case(2, 4), case(3, 1, 1)]


QUESTION = Question(
    name="join_directions",
    cases=_join_cases,
    difficulty=3,
    minutes=12,
)
