"""The question: which outputs change with which token."""

from collections.abc import Callable

import torch
from jaxtyping import Int
from torch import Tensor

from workbook.exercises import Case, Question

IDS = 30


def _network(sees: Tensor, seed: int, V: int) -> Callable[[Tensor], Tensor]:
    """Return a network that adds up what each token sees, V numbers of it.

    The numbers are whole, so that none changes by a rounding; an id changes one of them by 1e-8,
    half of them, or all.
    """
    generator = torch.Generator().manual_seed(seed)
    table = torch.randint(1, 9, (IDS, V), generator=generator).double()

    def answer(ids: Int[Tensor, "1 T"]) -> Tensor:
        seen = sees[: ids.shape[1], : ids.shape[1]].double()
        return seen @ table[ids]

    return answer


def _balanced(ids: Int[Tensor, "1 T"]) -> Tensor:
    """Return two numbers for each token, which always add up to 0, and a third, always largest."""
    sums = ids.cumsum(dim=1).double()
    return torch.stack([sums / 1e9, -sums / 1e9, ids.flip(1) * 0.0 + 9], dim=-1)


def _evenness(ids: Int[Tensor, "1 T"]) -> Tensor:
    """Return for each token whether it is even, and how many after it are."""
    even = (ids % 2 == 0).long()
    return torch.stack([even, even.flip(1).cumsum(dim=1).flip(1)], dim=-1)


def _product(ids: Int[Tensor, "1 T"]) -> Tensor:
    """Return the products up to each token: behind a 0 nothing changes any more."""
    return ids.cumprod(dim=1)[..., None]


def _cases() -> list[Case]:
    generator = torch.Generator().manual_seed(0)
    cases = []
    for T, V in ((4, 3), (6, 2), (5, 4), (3, 1), (1, 2)):
        sees = torch.rand(T, T, generator=generator) < 0.5
        ids, others = torch.randint(IDS, (2, 1, T), generator=generator)
        others = torch.where(others == ids, (others + 1) % IDS, others)
        cases.append(Case((_network(sees, T, V), ids, others)))
    return [
        *cases,
        Case((_balanced, torch.tensor([[3, 1, 4, 1, 5]]), torch.tensor([[9, 2, 6, 5, 3]]))),
        Case((_evenness, torch.tensor([[4, 7, 2, 9]]), torch.tensor([[8, 6, 3, 1]]))),
        Case((_product, torch.tensor([[2, 0, 3, 5]]), torch.tensor([[7, 4, 3, 1]]))),
    ]


def _allows(answer: object, ids: Tensor, others: Tensor) -> bool:
    return ids.shape == others.shape and ids.dim() == 2 and len(ids) == 1


QUESTION = Question(
    name="reach", cases=_cases, difficulty=3, minutes=10, exact_types=True, allows=_allows
)
