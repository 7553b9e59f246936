"""The question: one step of a batch that comes in parts."""

from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from workbook.exercises import Case, Question

D, C, NONE = 4, 3, -100  # width, classes, the label of what has no loss


class Stepped(NamedTuple):
    """What two steps leave behind; the order is that in which parts are read and go backward."""

    losses: list[Any]
    weights: dict[str, Tensor]
    order: list[str]


def tried(function: Any, parts: list[tuple[Tensor, Tensor]]) -> Stepped:
    """Make two steps with a model that has old gradients, and an optimizer that remembers."""
    generator, order = torch.Generator().manual_seed(1), []
    model = nn.Linear(D, C, dtype=torch.float64)
    for parameter in model.parameters():
        nn.init.normal_(parameter, generator=generator)
        parameter.grad = torch.ones_like(parameter)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.3, momentum=0.9)

    def loss_sum(model: nn.Module, part: tuple[Tensor, Tensor]) -> Tensor:
        order.append("read")
        loss = cross_entropy(model(part[0]), part[1], ignore_index=NONE, reduction="sum")
        if loss.requires_grad:
            loss.register_hook(lambda gradient: order.append("backward"))
        return loss

    def count(part: tuple[Tensor, Tensor]) -> int:
        return int((part[1] != NONE).sum())

    losses = [function(model, optimizer, parts, loss_sum, count) for _ in range(2)]
    weights = {name: p.detach().clone() for name, p in model.named_parameters()}
    return Stepped(losses, weights, order)


def _case(*counts: tuple[int, int]) -> Case:
    """Draw parts of so many rows, of which so many have a loss."""
    generator = torch.Generator().manual_seed(len(counts))
    parts = []
    for rows, seen in counts:
        labels = torch.randint(C, (rows,), generator=generator)
        labels[seen:] = NONE
        x = torch.randn(rows, D, generator=generator, dtype=torch.float64)
        parts.append((x, labels))
    return Case((parts,))


def _cases() -> list[Case]:
    return [
        _case((5, 2), (6, 5)),
        _case((2, 2), (7, 1), (5, 4)),
        _case((6, 3)),
        _case((5, 3), (2, 0), (3, 1), (8, 6)),  # a part without losses
    ]


QUESTION = Question(
    name="accumulated_step", tried=tried, cases=_cases, difficulty=3, minutes=13, exact_types=True
)
