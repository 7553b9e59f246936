"""The question, with its cases.

Give the forward and the backward target of each token, -100 where there is none.
"""

import torch

from workbook.exercises import Case, Question


def _target_cases() -> list[Case]:
    def case(rows: int, length: int) -> Case:
        words = torch.randint(3, 50, (rows, length))
        words[:, 0], words[:, -1] = 1, 2
        return Case((words,))

    return [case(1, 5), case(3, 7), case(2, 4)]


QUESTION = Question(
    name="both_targets",
    cases=_target_cases,
    difficulty=2,
    minutes=7,
)
