"""The question, with its cases.

Give both states of each token side by side, (B, T, 2D), and zeros at the padding.
"""

import torch

from workbook.exercises import Case, Question


def _join_cases() -> list[Case]:
    def case(D: int, *lengths: int, more: int = 0) -> Case:
        shape = (len(lengths), max(lengths) + more, D)
        return Case((torch.randn(shape), torch.randn(shape), torch.tensor(lengths)))

    cases = [case(2, 3, 5, 4), case(3, 6, 2), case(5, 2, 7, 4, 3), case(2, 4), case(3, 1, 1)]
    return [*cases, case(4, 5, 3, 5, more=2)]  # padding in every row, equal lengths


QUESTION = Question(
    name="join_directions",
    cases=_join_cases,
    difficulty=3,
    minutes=12,
    exact_types=True,
)
