"""The question: one update, whatever the task."""

from collections.abc import Sequence
from typing import Any

import torch
from jaxtyping import Int
from torch import Tensor, nn

from workbook.exercises import Case, Question

V, D = 9, 6


class Small(nn.Module):
    """A model whose scores depend on the places, and on all ids and types that the mask shows.

    Args:
        size: Of the weights: the larger, the longer the gradient.
    """

    def __init__(self, size: float) -> None:
        super().__init__()
        generator = torch.Generator().manual_seed(V)
        self.word, self.position, self.part, self.head = (
            nn.Parameter(size * torch.randn(shape, generator=generator, dtype=torch.float64))
            for shape in ((V, D), (12, D), (2, D), (D, V))
        )

    def forward(self, ids: Tensor, types: Tensor, mask: Tensor) -> Tensor:
        """Return scores (B, T, V)."""
        B, T = ids.shape
        if types.shape != (B, T) or mask.shape != (B, T, T) or mask.dtype != torch.bool:
            raise ValueError(
                f"expected types {(B, T)} and a mask {(B, T, T)} of bools, got {tuple(types.shape)}"
                f" and {tuple(mask.shape)} of {mask.dtype}"
            )
        x = self.word[ids] + self.position[:T] + self.part[types]
        seen = mask.double() / (1 + mask.sum(dim=-1, keepdim=True))
        return (x + seen @ x).tanh() @ self.head


def scores(model: Small, ids: Tensor, types: Tensor, mask: Tensor) -> Tensor:
    """Return scores (B, T, V), as the notebook's function of this name does."""
    return model(ids, types, mask)


def tried(
    function: Any, types: Int[Tensor, "B T"], task: tuple[Tensor, ...], kind: str, size: float
) -> tuple[list[Any], dict[str, Tensor]]:
    """Return the losses of three updates, and the parameters after them."""
    model = Small(size)
    optimizer = getattr(torch.optim, kind)(model.parameters(), lr=0.1)
    losses = [function(model, optimizer, scores, types, task) for _ in range(3)]
    return losses, {name: p.detach().clone() for name, p in model.named_parameters()}


def _case(firsts: Sequence[int], T: int, kind: str, size: float) -> Case:
    """Draw a task: what is seen is not what is asked, and about half of the places are asked."""
    generator = torch.Generator().manual_seed(T)
    B = len(firsts)
    types = (torch.arange(T) >= torch.tensor(firsts)[:, None]).long()
    ids, answers = torch.randint(V, (2, B, T), generator=generator)
    asked = torch.rand(B, T, generator=generator) < 0.5
    asked[:, 1], asked[:, 0] = True, False
    mask = torch.rand(B, T, T, generator=generator) < 0.5
    return Case((types, (ids, mask, answers.masked_fill(~asked, -100)), kind, size))


def _cases() -> list[Case]:
    return [
        _case((2, 3), 5, "SGD", 0.3),  # short gradients
        _case((4, 2, 3), 7, "SGD", 2.5),  # long ones
        _case((1, 4, 2, 3), 6, "AdamW", 1.5),
        _case((3,), 4, "SGD", 1.0),
    ]


QUESTION = Question(
    name="update", tried=tried, cases=_cases, difficulty=3, minutes=11, exact_types=True
)
