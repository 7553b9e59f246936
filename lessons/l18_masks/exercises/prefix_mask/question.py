"""The question: the first part both ways, the second from left to right."""

import torch
from torch import Tensor

from workbook.exercises import Case, Question


def _types_of(tokens: int, *firsts: int) -> Tensor:
    """Return types (B, T): 0 for the first part of each text, 1 for the rest."""
    return (torch.arange(tokens) >= torch.tensor(firsts)[:, None]).long()


def _cases() -> list[Case]:
    """Some texts have one part only, and one text is one token."""
    texts = [
        (4, 2, 1, 3),
        (6, 4, 2),
        (7, 5, 1, 3),
        (5, 2),
        (5, 5, 2),
        (3, 0, 2),
        (2, 2, 1, 0),
        (1, 1, 0),
    ]
    return [Case((_types_of(*each),)) for each in texts]


def _allows(types: Tensor) -> bool:
    """Tell whether no first part follows a second one."""
    return types.dim() == 2 and bool((types.diff(dim=1) >= 0).all())


QUESTION = Question(
    name="prefix_mask", cases=_cases, difficulty=2, minutes=7, exact_types=True, allows=_allows
)
