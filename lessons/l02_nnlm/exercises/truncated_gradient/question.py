"""The question: a gradient that stops at the chunk."""

import torch

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    def case(T: int, D: int, chunk_size: int) -> Case:
        return Case((torch.randn(T, D), torch.randn(T, D), torch.randn(D, D) / 2, chunk_size))

    cases = [case(7, 2, 3), case(8, 3, 4), case(5, 4, 2), case(1, 3, 2)]
    # A chunk of one word at the end; chunks of one word; a text shorter than a chunk.
    return [*cases, case(9, 2, 4), case(4, 3, 1), case(3, 1, 5)]


QUESTION = Question(
    name="truncated_gradient",
    cases=_cases,
    difficulty=4,
    minutes=15,
    tolerance=1e-5,
)
