"""The question: one update of pre-training."""

from lessons.l08_pretraining.exercises.cases import SmallBert

from collections.abc import Sequence
from typing import Any

import torch
from jaxtyping import Bool, Int
from torch import Tensor

from workbook.exercises import Case, Question

PIECES, MASK = 11, 4


def tried(
    function: Any,
    batch: tuple[Int[Tensor, "B T"], Tensor, Tensor, Bool[Tensor, "B T"], Tensor],
    kind: str,
    size: float,
    rates: Sequence[float],
) -> tuple[list[Any], dict[str, Tensor]]:
    """Return the losses of a few updates at these rates, and the parameters after them."""
    model = SmallBert(PIECES, batch[0].shape[1], size)
    groups = [
        {"params": [p for p in model.parameters() if p.dim() > 1], "lr": 0.5},
        {"params": [model.bias], "lr": 0.3},
    ]
    optimizer = getattr(torch.optim, kind)(groups, lr=0.1, weight_decay=0.1)
    losses = [function(model, optimizer, batch, rate) for rate in rates]
    return losses, {name: p.detach().clone() for name, p in model.named_parameters()}


def batch_of(lengths: Sequence[int], seed: int) -> tuple[Tensor, ...]:
    """Draw a batch of texts of these lengths: of the chosen tokens some are [MASK], some kept."""
    generator = torch.Generator().manual_seed(seed)
    B, T = len(lengths), max(lengths) + 1
    there = torch.arange(T) < torch.tensor(lengths)[:, None]
    ids = torch.randint(5, PIECES, (B, T), generator=generator) * there
    types = (torch.arange(T) > T // 2).long().expand(B, T) * there
    chosen = torch.zeros(B, T, dtype=torch.bool)
    chosen[:, 1] = chosen[0, 2] = chosen[0, 3] = True
    shown = ids.masked_fill(chosen, MASK)
    shown[0, 2] = ids[0, 2]  # kept
    shown[0, 3] = 5 + (ids[0, 3] - 4) % (PIECES - 5)  # exchanged
    return shown, types, ids, chosen, torch.randint(2, (B,), generator=generator)


def _cases() -> list[Case]:
    return [
        Case((batch_of((5, 3), seed=1), "SGD", 0.1, (0.2, 0.7, 0.4))),  # short gradients
        Case((batch_of((6, 4, 5), seed=2), "SGD", 2.0, (0.6, 0.1, 0.9))),  # long ones
        Case((batch_of((7, 4), seed=3), "AdamW", 1.5, (0.05, 0.02, 0.08))),
    ]


QUESTION = Question(
    name="update", tried=tried, cases=_cases, difficulty=3, minutes=17, exact_types=True
)
