"""The question: attention with several heads, as a class."""

from lessons.l05_attention.exercises.cases import filled, padding

from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor

from workbook.exercises import Case, Question


def tried(cls: Any, x: Float[Tensor, "B T D"], mask: Tensor, H: int) -> tuple[Tensor, Tensor]:
    """Return the vectors and the weights that are kept."""
    block = filled(cls(x.shape[-1], H), seed=H)
    return block(x, mask), getattr(block, "weights", torch.empty(0))


def cases() -> list[Case]:
    """Return vectors (B, T, D), a mask and a number of heads."""
    found = []
    for lengths, T, D, H in (((4, 3), 4, 12, 3), ((5, 2, 6), 6, 8, 4), ((3, 2, 1), 4, 9, 3)):
        generator = torch.Generator().manual_seed(T + D)
        x = torch.randn(len(lengths), T, D, generator=generator, dtype=torch.float64)
        found.append(Case((x, padding(T, *lengths), H)))
    x, mask, H = found[0].args
    causal = torch.ones(4, 4, dtype=torch.bool).tril()
    return [*found, Case((x, mask & causal, H)), Case((x[:1, :3], mask[:1, :, :3], 4))]


QUESTION = Question(name="SelfAttention", tried=tried, cases=cases, difficulty=3, minutes=9)
