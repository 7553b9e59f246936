"""The question: the loss of a step, at the chosen positions."""

from collections.abc import Sequence
from typing import Any

import torch
from jaxtyping import Bool, Int
from torch import Tensor

from bertlab.model import BertForMaskedLM
from bertlab.model.config import BertConfig
from workbook.exercises import Case, Question

PIECES, MASK = 13, 4


def tried(
    function: Any, shown: Int[Tensor, "B T"], ids: Int[Tensor, "B T"], chosen: Bool[Tensor, "B T"]
) -> Any:
    """Return the loss of a small model, the same one each time."""
    with torch.random.fork_rng():
        torch.manual_seed(0)
        model = BertForMaskedLM(
            BertConfig(PIECES, 8, 1, 2, 16, 12, 2, 0.0, 0.0, initializer_range=0.4)
        )
    return function(model, shown, ids, chosen)


def _case(lengths: Sequence[int], chosen: Sequence[Sequence[int]], seed: int) -> Case:
    """Draw texts; of the chosen positions most show [MASK], the last of each text its piece."""
    generator = torch.Generator().manual_seed(seed)
    B, T = len(lengths), max(lengths)
    there = torch.arange(T) < torch.tensor(lengths)[:, None]
    ids = torch.randint(5, PIECES, (B, T), generator=generator) * there
    where = torch.zeros(B, T, dtype=torch.bool)
    shown = ids.clone()
    for row, positions in enumerate(chosen):
        where[row, list(positions)] = True
        shown[row, list(positions[:-1])] = MASK
    return Case((shown, ids, where))


def _cases() -> list[Case]:
    return [
        _case((7, 4, 5), ((1, 3, 5), (0, 2), (3,)), seed=1),
        _case((6, 9), ((2, 4, 5), (0, 1, 6, 7)), seed=2),
        _case((5,), ((1, 3),), seed=3),  # one text without padding
        _case((3, 8), ((), (2, 5, 6)), seed=4),  # nothing is chosen in the first
        _case((1, 1, 1), ((0,), (), (0,)), seed=5),  # texts of one piece
    ]


QUESTION = Question(
    name="masked_loss", tried=tried, cases=_cases, difficulty=3, minutes=9, exact_types=True
)
