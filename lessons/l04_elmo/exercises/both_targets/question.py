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

    # Other ids for the ends, <unk>, words that come again, and an id over 16 bits.
    rare = torch.tensor([[7, 0, 4, 4, 0, 9], [7, 1, 2, 1, 40_000, 9]])
    return [case(1, 5), case(3, 7), case(2, 4), Case((rare,))]


QUESTION = Question(
    name="both_targets",
    cases=_target_cases,
    difficulty=2,
    minutes=7,
    exact_types=True,
    allows=lambda tokens: tokens.shape[1] > 1,  # <s> and </s> at least
)
