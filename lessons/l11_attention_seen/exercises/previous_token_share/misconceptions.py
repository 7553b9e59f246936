"""The misconceptions about ``previous_token_share``, each a wrong function with advice."""

from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor

from workbook.exercises import Misconception


def _beside(weights: Tensor, length: int, step: int) -> Tensor:
    """Return the weights on the token ``step`` away, of all tokens that have one."""
    return weights[:, :length, :length].diagonal(step, dim1=1, dim2=2)


def _share(
    weights: Tensor, length: int, *, pick: Callable[[Tensor, int], Tensor], divide: Callable
) -> Tensor:
    picked = pick(weights, length)
    return picked.sum(dim=1) / divide(weights.shape[-1], length)


def _before(weights: Tensor, length: int) -> Tensor:
    return _beside(weights, length, -1)


def _is_largest(weights: Tensor, length: int) -> Tensor:
    rows = weights[:, 1:length]
    return (rows.argmax(dim=-1) == torch.arange(length - 1)).to(weights.dtype)


def _around(weights: Tensor, length: int) -> Tensor:
    places = torch.arange(length)
    return weights[:, places, places - 1]


def _around_text(weights: Tensor, length: int) -> Tensor:
    places = torch.arange(length)
    return weights[:, places, (places - 1) % length]


def _largest(weights: Tensor, length: int) -> Tensor:
    return _before(weights, length).amax(dim=1)


MISCONCEPTIONS = (
    Misconception(
        "the weight is that on the next token",
        "The row looks, the column is seen: token i sees the one before in weights[:, i, "
        "i - 1], which is the diagonal -1 and not +1.",
        partial(
            _share,
            pick=lambda weights, length: _beside(weights, length, 1),
            divide=lambda size, length: length - 1,
        ),
    ),
    Misconception(
        "the weight is that on the token itself",
        "The main diagonal is what tokens give to themselves. The token before is one to the "
        "left of it: diagonal(-1).",
        partial(
            _share,
            pick=lambda weights, length: _beside(weights, length, 0),
            divide=lambda size, length: length,
        ),
    ),
    Misconception(
        "the first token counts, although it has none before it",
        "Divide by length - 1. With length, a head that always sees the token before would "
        "have a share below 1.",
        partial(_share, pick=_before, divide=lambda size, length: length),
    ),
    Misconception(
        "the first token looks round to the end",
        "Index -1 is the last column in Python, so token 0 would have the end of the text (or "
        "padding) before it. Begin with token 1.",
        partial(_share, pick=_around, divide=lambda size, length: length),
        variants=(partial(_share, pick=_around_text, divide=lambda size, length: length),),
    ),
    Misconception(
        "the rows of padding count",
        "Stop at length: rows behind it belong to padding, which has nothing to say about the "
        "text.",
        partial(
            _share,
            pick=lambda weights, length: _before(weights, weights.shape[-1]),
            divide=lambda size, length: size - 1,
        ),
    ),
    Misconception(
        "the sum is divided by the number of all rows",
        "Divide by the tokens that have one before them, length - 1, and not by T or T - 1: "
        "the share must not depend on padding.",
        partial(_share, pick=_before, divide=lambda size, length: size),
        variants=(partial(_share, pick=_before, divide=lambda size, length: size - 1),),
    ),
    Misconception(
        "it counts the tokens whose largest weight is on the one before",
        "Average the weights themselves. A count of the largest ones treats a weight of 0.3 "
        "like one of 1.",
        partial(_share, pick=_is_largest, divide=lambda size, length: length - 1),
    ),
    Misconception(
        "the largest weight is taken, not the mean",
        "Take the mean over tokens: one token that looks back does not make the role of a head.",
        _largest,
    ),
    Misconception(
        "the weights are added up, not averaged",
        "Divide by length - 1: a share lies between 0 and 1 for every text.",
        partial(_share, pick=_before, divide=lambda size, length: 1),
    ),
)
