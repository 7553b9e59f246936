"""The question: one training step for a model that returns scores of classes."""

from typing import Any, NamedTuple

import torch
from jaxtyping import Int
from torch import Tensor, nn

from workbook.exercises import Case, Question

V, D, C = 9, 5, 3


class Toy(nn.Module):
    """A model of ids and a mask, with weights of some size; it says twice as much in training."""

    def __init__(self, size: float) -> None:
        super().__init__()
        self.word, self.head = nn.Embedding(V, D), nn.Linear(D, C)
        generator = torch.Generator().manual_seed(1)
        for parameter in self.double().parameters():
            nn.init.normal_(parameter, std=size, generator=generator)

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        """Return scores (B, C): logarithms that do not add up to 1."""
        read = (self.word(ids) * mask[..., None]).sum(dim=1)
        return self.head(read.tanh()) * (2 if self.training else 1) - 4


class Trained(NamedTuple):
    """What three steps leave behind."""

    losses: list[Any]
    model: dict[str, Tensor]
    in_training: bool


def tried(
    function: Any,
    inputs: tuple[Tensor, ...],
    labels: Int[Tensor, " B"],
    kind: str,
    size: float,
    mode: bool,
) -> Trained:
    """Make three steps with a model that is in a mode."""
    model = Toy(size).train(mode)
    optimizer = getattr(torch.optim, kind)(model.parameters(), lr=0.1)
    losses = [function(model, optimizer, inputs, labels) for _ in range(3)]
    parameters = {name: p.detach().clone() for name, p in model.named_parameters()}
    return Trained(losses, parameters, model.training)


def _case(B: int, N: int, kind: str, size: float, mode: bool = True) -> Case:
    generator = torch.Generator().manual_seed(N)
    ids = torch.randint(V, (B, N), generator=generator)
    mask = (torch.rand(B, N, generator=generator) < 0.7).long()
    labels = torch.randint(C, (B,), generator=generator)
    return Case(((ids, mask), labels, kind, size, mode))


def _cases() -> list[Case]:
    return [
        _case(2, 6, "SGD", 2.0),  # long gradients
        _case(4, 7, "SGD", 0.05),  # short ones
        _case(5, 4, "AdamW", 1.0, mode=False),
        _case(1, 5, "SGD", 1.5, mode=False),
    ]


QUESTION = Question(
    name="pattern_step", tried=tried, cases=_cases, difficulty=3, minutes=9, exact_types=True
)
