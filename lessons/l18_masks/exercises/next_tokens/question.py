"""The question: each token is asked for the next one."""

from collections.abc import Sequence

import torch
from torch import Tensor

from workbook.exercises import Case, Question


def _case(rows: Sequence[str], seed: int) -> Case:
    """Draw ids for texts, of which each token is asked (1) or not (0)."""
    generator = torch.Generator().manual_seed(seed)
    asked = torch.tensor([[int(digit) for digit in row] for row in rows])
    return Case((torch.randint(90, asked.shape, generator=generator), asked))


def _cases() -> list[Case]:
    return [
        Case((torch.tensor([[1, 8, 2, 40, 2]]), torch.tensor([[0, 0, 0, 1, 1]]))),
        _case(["0001111", "0111111", "0000011"], seed=1),
        _case(["1111", "1111"], seed=2),  # as GPT is asked
        _case(["110110", "010010", "101101", "111000"], seed=3),
        _case(["11111", "11100"], seed=4),  # the second one ends with padding
        _case(["000", "100"], seed=5),  # nothing is asked
        _case(["1", "0"], seed=6),
        _case(["01", "10", "11"], seed=7),
        Case((torch.tensor([[0, 0, 1, 0, 0, 3]]), torch.tensor([[1, 1, 1, 1, 0, 1]]))),
    ]


def _allows(ids: Tensor, asked: Tensor) -> bool:
    return ids.shape == asked.shape and ids.dim() == 2


QUESTION = Question(
    name="next_tokens", cases=_cases, difficulty=2, minutes=6, exact_types=True, allows=_allows
)
