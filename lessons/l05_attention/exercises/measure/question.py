"""The question: where a pronoun looks, in all layers and heads."""

from collections.abc import Iterable
from typing import Any, cast

import torch
from jaxtyping import Float
from torch import Tensor, nn

from workbook.exercises import Case, Question


class Layer(nn.Module):
    """A layer whose attention has the weights of the last text that was read."""

    def __init__(self, weights: Float[Tensor, "H T T"]) -> None:
        super().__init__()
        self.attention = nn.Module()
        self.attention.weights = weights.roll(1, dims=0)[None]  # of an earlier text
        self.read = weights


class Model(nn.Module):
    """A model whose weights are given."""

    def __init__(self, weights: Float[Tensor, "L H T T"]) -> None:
        super().__init__()
        self.layers = nn.ModuleList(Layer(each) for each in weights)

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        """Keep the weights of this text."""
        if ids.dim() != 2 or mask.shape != (1, *ids.shape):
            raise ValueError(
                f"expected ids (1, T), a mask (1, 1, T), got {ids.shape}, {mask.shape}"
            )
        for layer in cast(Iterable[Layer], self.layers):
            layer.attention.weights = layer.read[None]
        return ids


def tried(function: Any, weights: Tensor, they: int, first: int, second: int) -> Any:
    """Let a function measure a model with given weights."""
    tokens = weights.shape[-1]
    mask = torch.ones(1, 1, tokens, dtype=torch.bool)
    return function(Model(weights), torch.zeros(1, tokens).long(), mask, they, first, second)


def _cases() -> list[Case]:
    places = ((2, 4, 7, (5, 1, 3)), (3, 2, 6, (1, 3, 5)), (4, 3, 5, (4, 0, 2)))
    cases = []
    for L, H, T, asked in places:
        generator = torch.Generator().manual_seed(T)
        drawn = torch.randn(L, H, T, T, generator=generator, dtype=torch.float64)
        cases.append(Case((drawn.softmax(dim=-1), *asked)))
    return cases


QUESTION = Question(name="measure", tried=tried, cases=_cases, difficulty=2, minutes=7)
