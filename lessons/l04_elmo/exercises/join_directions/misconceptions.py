"""The misconceptions about ``join_directions``, each a wrong function with advice."""

import torch
from torch import Tensor

from workbook.exercises import Misconception


def _kept(values: Tensor, lengths: Tensor) -> Tensor:
    """Set the padding to zero."""
    return values * (torch.arange(values.shape[1]) < lengths[:, None])[..., None]


def _turned(values: Tensor, lengths: Tensor) -> Tensor:
    """Reverse each row within its length."""
    rows = zip(values, lengths.tolist(), strict=True)
    return torch.stack([torch.cat([row[:n].flip(0), row[n:]]) for row, n in rows])


MISCONCEPTIONS = (
    Misconception(
        "the backward states are not turned back",
        "Turn them round before you join them: the first state that the backward model wrote "
        "belongs to the last token.",
        lambda a, b, n: _kept(torch.cat([a, b], -1), n),
    ),
    Misconception(
        "the whole row is turned round, padding included",
        "Reverse each row within its own length: else a short sentence gets the states of its "
        "padding.",
        lambda a, b, n: _kept(torch.cat([a, b.flip(1)], -1), n),
    ),
    Misconception(
        "the two states are added",
        "Lay them end to end: the result has 2D components, and a task can weigh what came "
        "from the left and what came from the right differently.",
        lambda a, b, n: _kept(a + _turned(b, n), n),
    ),
    Misconception(
        "the backward half stands first",
        "Put the forward state first: a trained layer on top expects each half in its place.",
        lambda a, b, n: _kept(torch.cat([_turned(b, n), a], -1), n),
    ),
    Misconception(
        "the forward states are turned round as well",
        "Leave the forward states alone: they were written in the order of the text.",
        lambda a, b, n: _kept(torch.cat([_turned(a, n), _turned(b, n)], -1), n),
    ),
    Misconception(
        "the padding is not set to zero",
        "Set the places behind each length to 0: what stands there is of no sentence, and the "
        "next step could count it.",
        lambda a, b, n: torch.cat([a, _turned(b, n)], -1),
    ),
    Misconception(
        "the two are joined along the tokens, not the components",
        "Concatenate along the last axis: the number of tokens stays the same, each gets 2D "
        "components.",
        lambda a, b, n: torch.cat([_kept(a, n), _kept(_turned(b, n), n)], 1),
    ),
)
