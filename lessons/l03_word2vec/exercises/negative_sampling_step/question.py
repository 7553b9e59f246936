"""The question: one step of negative sampling."""

import torch
from torch import Tensor

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    random = torch.Generator().manual_seed(2)

    def tables(num_words: int, size: int) -> tuple[Tensor, Tensor]:
        shape = 2, num_words, size
        both = torch.randn(shape, generator=random, dtype=torch.float64)
        return both[0], both[1]

    return [
        Case((*tables(7, 4), 2, 5, [0, 6, 1], 0.1)),
        Case((*tables(6, 3), 1, 4, [3, 4, 3, 1], 0.5)),
        Case((*tables(8, 5), 0, 7, [7, 7, 2, 0, 5, 2], 0.2)),
        Case((*tables(5, 2), 3, 1, [], 0.3)),  # no noise
        Case((*tables(4, 3), 2, 0, [1], 0.4)),
        Case((*tables(6, 3), 2, 2, [4, 2, 4, 4, 2], 1.5)),  # a word beside itself
        Case((*tables(5, 2), 1, 3, [3, 3], 0.2)),  # all of the noise is skipped
        Case((*(3 * table for table in tables(4, 5)), 1, 3, [0, 2], 0.1)),  # scores far from 0
    ]


QUESTION = Question(
    name="negative_sampling_step",
    cases=_cases,
    difficulty=4,
    minutes=10,
)
