"""The question, with its cases.

Return the probability of a word: the product of the turns on its path, 0 left, 1 right.
"""

import torch
from torch import Tensor

from workbook.exercises import Case, Question


def _tree_cases() -> list[Case]:
    random = torch.Generator().manual_seed(1)

    def tensors(num_nodes: int, size: int) -> tuple[Tensor, Tensor]:
        numbers = torch.randn(num_nodes + 1, size, generator=random, dtype=torch.float64)
        return numbers[0], numbers[1:]

    hidden, nodes = tensors(5, 4)
    return [
        Case((*tensors(5, 3), [4, 2, 1], [0, 1, 1])),
        Case((*tensors(6, 4), [5, 3], [1, 0])),
        Case((*tensors(7, 2), [6, 5, 2, 0], [1, 1, 0, 1])),
        Case((*tensors(4, 3), [3], [1])),
        Case((*tensors(3, 1), [1, 0], [0, 0])),  # left alone
        Case((6 * hidden, nodes, [0, 4, 2], [1, 1, 1])),  # scores far from 0
    ]


QUESTION = Question(
    name="hierarchical_probability",
    cases=_tree_cases,
    difficulty=2,
    minutes=8,
    exact_types=True,
)
