"""The misconceptions about ``previous_token_share``, each a wrong function with advice."""

from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor

from workbook.exercises import Misconception

Pick = Callable[[Tensor, int], Tensor]  # (weights, length) -> (H, number)
Divide = Callable[[int, int, int], int]  # (T, length, how many were picked)


def _beside(weights: Tensor, length: int, step: int) -> Tensor:
    """Return the weights on the token ``step`` away, of all tokens that have one."""
    return weights[:, :length, :length].diagonal(step, dim1=1, dim2=2)


def _before(weights: Tensor, length: int) -> Tensor:
    return _beside(weights, length, -1)


def _behind(weights: Tensor, length: int) -> Tensor:
    return _beside(weights, length, 1)


def _itself(weights: Tensor, length: int) -> Tensor:
    return _beside(weights, length, 0)


def _all_rows(weights: Tensor, length: int) -> Tensor:
    return _beside(weights, weights.shape[-1], -1)


def _one_row_more(weights: Tensor, length: int) -> Tensor:
    return _all_rows(weights, length)[:, :length]


def _cut(first: int | None, last: int | None, pick: Pick = _before) -> Pick:
    return lambda weights, length: pick(weights, length)[:, first:last]


def _is_largest(weights: Tensor, length: int) -> Tensor:
    rows = weights[:, 1:length]
    return (rows.argmax(dim=-1) == torch.arange(length - 1)).to(weights.dtype)


def _around(weights: Tensor, length: int) -> Tensor:
    places = torch.arange(length)
    return weights[:, places, places - 1]


def _around_text(weights: Tensor, length: int) -> Tensor:
    places = torch.arange(length)
    return weights[:, places, (places - 1) % length]


def _around_everywhere(weights: Tensor, length: int) -> Tensor:
    return _around(weights, weights.shape[-1])


def _all_before(weights: Tensor, length: int) -> Tensor:
    return weights[:, 1:length].tril(0).sum(dim=-1)


def _number(size: int, length: int, picked: int) -> int:
    if picked == 0:
        raise ZeroDivisionError("there is nothing to average")
    return picked


def _tokens(size: int, length: int, picked: int) -> int:
    return length


def _with_one_before(size: int, length: int, picked: int) -> int:
    return length - 1


def _share(
    weights: Tensor,
    length: int,
    *,
    pick: Pick = _before,
    divide: Divide = _number,
) -> Tensor:
    picked = pick(weights, length)
    return picked.sum(dim=1) / divide(weights.shape[-1], length, picked.shape[1])


def _largest(weights: Tensor, length: int) -> Tensor:
    return _before(weights, length).amax(dim=1)


def _square(weights: Tensor, length: int) -> Tensor:
    return weights[:, 1:length, : length - 1].flatten(1)


def _across_heads(weights: Tensor, length: int) -> Tensor:
    return weights.diagonal(-1)[:, : length - 1].mean(dim=1)


MISCONCEPTIONS = (
    Misconception(
        "the weight is that on the next token",
        "The row looks, the column is seen: token i sees the one before in weights[:, i, "
        "i - 1], which is the diagonal -1 and not +1.",
        partial(_share, pick=_behind),
    ),
    Misconception(
        "the weight is that on the token itself",
        "The main diagonal is what tokens give to themselves. The token before is one to the "
        "left of it: diagonal(-1).",
        partial(_share, pick=_itself),
        variants=(
            partial(_share, pick=_cut(None, -1, _itself)),
            partial(_share, pick=_cut(1, None, _itself)),
            partial(_share, pick=_itself, divide=_with_one_before),
        ),
    ),
    Misconception(
        "the weights on all tokens before are added",
        "Take one weight a row, that on the token right before, weights[:, i, i - 1]. What a "
        "token gives to all earlier ones together is another question.",
        partial(_share, pick=_all_before),
        variants=(partial(_share, pick=_all_before, divide=_tokens),),
    ),
    Misconception(
        "a whole square is averaged, not its diagonal",
        "Rows from 1 and columns up to length - 1 are all pairs of them. Only those with "
        "column = row - 1 count, the diagonal.",
        partial(_share, pick=_square),
        variants=(
            lambda weights, length: weights[:, 1:, :-1].mean(dim=(1, 2)),
            lambda weights, length: weights[:, 1:length, :-1].mean(dim=(1, 2)),
            partial(_share, pick=_square, divide=_with_one_before),
        ),
    ),
    Misconception(
        "the diagonal runs through heads and tokens",
        "diagonal takes the first two axes unless you say which: here those are the heads and "
        "the rows. Give it dim1=1, dim2=2.",
        _across_heads,
        variants=(
            lambda weights, length: weights[:, :length, :length].diagonal(-1).mean(dim=-1),
            lambda weights, length: weights.diagonal(-1).mean(dim=-1),
        ),
    ),
    Misconception(
        "the sum is divided by `length`, although the first token has none before it",
        "Divide by length - 1. With length, a head that always sees the token before would "
        "have a share below 1.",
        partial(_share, divide=_tokens),
    ),
    Misconception(
        "the first token looks round to the end",
        "Index -1 is the last column in Python, so token 0 would have the end of the text (or "
        "padding) before it. Begin with token 1.",
        partial(_share, pick=_around),
        variants=(
            partial(_share, pick=_around_text),
            partial(_share, pick=_around, divide=_with_one_before),
            partial(_share, pick=_around_text, divide=_with_one_before),
            partial(_share, pick=_around_everywhere),
        ),
    ),
    Misconception(
        "the last token is left out",
        "The rows go up to length, the last one included: cut only what lies behind it. Row i "
        "is element i - 1 of the diagonal, so its first length - 1 elements count.",
        partial(_share, pick=_cut(None, -1)),
        variants=(
            partial(_share, pick=_cut(None, -1), divide=_with_one_before),
            partial(_share, pick=_cut(None, -1), divide=_tokens),
        ),
    ),
    Misconception(
        "the token in row 1 is left out, although it has one before it",
        "Only token 0 has none. The diagonal -1 leaves it out already: its element 0 is "
        "weights[:, 1, 0], so begin there.",
        partial(_share, pick=_cut(1, None)),
        variants=(
            partial(_share, pick=_cut(1, None), divide=_with_one_before),
            partial(_share, pick=_cut(1, None, _one_row_more)),
            partial(_share, pick=_cut(1, None, _all_rows)),
        ),
    ),
    Misconception(
        "the rows of padding count",
        "Stop at length: rows behind it belong to padding, which has nothing to say about the "
        "text. Row i is element i - 1 of the diagonal: only length - 1 of them belong to tokens.",
        partial(_share, pick=_all_rows),
        variants=(
            partial(_share, pick=_all_rows, divide=_with_one_before),
            partial(_share, pick=_all_rows, divide=_tokens),  # or: the one row behind the text
            partial(_share, pick=_one_row_more),
            partial(_share, pick=_all_rows, divide=lambda size, length, picked: size),
        ),
    ),
    Misconception(
        "the sum is divided by the number of all rows",
        "Divide by the tokens that have one before them, length - 1, and not by T or T - 1: "
        "the share must not depend on padding.",
        partial(_share, divide=lambda size, length, picked: size),
        variants=(partial(_share, divide=lambda size, length, picked: size - 1),),
    ),
    Misconception(
        "it counts the tokens whose largest weight is on the one before",
        "Average the weights themselves. A count of the largest ones treats a weight of 0.3 "
        "like one of 1.",
        partial(_share, pick=_is_largest),
    ),
    Misconception(
        "the largest weight is taken, not the mean",
        "Take the mean over tokens: one token that looks back does not make the role of a head.",
        _largest,
    ),
    Misconception(
        "the weights are added up, not averaged",
        "Divide by length - 1: a share lies between 0 and 1 for every text.",
        partial(_share, divide=lambda size, length, picked: 1),
        variants=(partial(_share, pick=_all_rows, divide=lambda size, length, picked: 1),),
    ),
    Misconception(
        "the heads are averaged, too or instead",
        "Average over tokens alone, the last axis of the diagonal, mean(dim=1): each head "
        "keeps a number of its own, (H,).",
        lambda weights, length: _before(weights, length).mean(),
        variants=(lambda weights, length: _before(weights, length).mean(dim=0),),
    ),
)
