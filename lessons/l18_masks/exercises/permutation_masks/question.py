"""The question: XLNet's two masks."""

import torch
from torch import Tensor

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    def drawn(B: int, T: int) -> Case:
        generator = torch.Generator().manual_seed(T)
        return Case((torch.stack([torch.randperm(T, generator=generator) for _ in range(B)]),))

    by_hand = [Case((torch.tensor([[2, 0, 1]]),)), Case((torch.tensor([[0], [0]]),))]
    left_to_right = Case((torch.tensor([[0, 1, 2, 3], [3, 2, 1, 0]]),))
    return [*by_hand, drawn(3, 5), drawn(2, 6), drawn(5, 4), left_to_right]


def _allows(order: Tensor) -> bool:
    return order.dim() == 2 and bool(
        (order.sort(dim=1).values == torch.arange(order.shape[1])).all()
    )


QUESTION = Question(
    name="permutation_masks",
    cases=_cases,
    difficulty=3,
    minutes=8,
    exact_types=True,
    allows=_allows,
)
