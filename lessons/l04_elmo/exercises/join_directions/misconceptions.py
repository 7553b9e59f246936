"""The misconceptions about ``join_directions``, each a wrong function with advice."""

from collections.abc import Callable

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


def _at(values: Tensor, lengths: Tensor, place: Callable[[int, int, int], int]) -> Tensor:
    """Read for each token t of a row of n tokens and T places another place; below 0 wraps."""
    T = values.shape[1]
    rows = zip(values, lengths.tolist(), strict=True)
    return torch.stack([row[[place(t, n, T) % T for t in range(T)]] for row, n in rows])


def _read_at(place: Callable[[int, int, int], int]) -> Callable[..., Tensor]:
    return lambda a, b, n: _kept(torch.cat([a, _at(b, n, place)], -1), n)


def _up_to(ahead: int, behind: int, turned: int) -> Callable[..., Tensor]:
    """Keep so many states more than the length, of each direction; turn so many round."""

    def wrong(a: Tensor, b: Tensor, n: Tensor) -> Tensor:
        turning = (n + turned).clamp(max=b.shape[1])
        return torch.cat([_kept(a, n + ahead), _kept(_turned(b, turning), n + behind)], -1)

    return wrong


def _interleaved(a: Tensor, b: Tensor) -> Tensor:
    return torch.stack([a, b], -1).flatten(-2)


MISCONCEPTIONS = (
    Misconception(
        "the backward states are not turned back",
        "Turn them round before you join them: the first state that the backward model wrote "
        "belongs to the last token.",
        lambda a, b, n: _kept(torch.cat([a, b], -1), n),
        variants=(lambda a, b, n: torch.cat([a, b], -1),),
    ),
    Misconception(
        "the whole row is turned round, padding included",
        "Reverse each row within its own length: else a short sentence gets the states of its "
        "padding.",
        lambda a, b, n: _kept(torch.cat([a, b.flip(1)], -1), n),
        variants=(
            lambda a, b, n: torch.cat([a, b.flip(1)], -1),
            lambda a, b, n: torch.cat([_kept(a, n), b.flip(1)], -1),
            lambda a, b, n: torch.cat([_kept(a, n), _kept(b, n).flip(1)], -1),
            lambda a, b, n: torch.cat([a, _kept(b, n).flip(1)], -1),
        ),
    ),
    Misconception(
        "the two states are added",
        "Lay them end to end: the result has 2D components, and a task can weigh what came "
        "from the left and what came from the right differently.",
        lambda a, b, n: _kept(a + _turned(b, n), n),
        variants=(lambda a, b, n: a + _turned(b, n), lambda a, b, n: a + b.flip(1)),
    ),
    Misconception(
        "the backward half stands first",
        "Put the forward state first: a trained layer on top expects each half in its place.",
        lambda a, b, n: _kept(torch.cat([_turned(b, n), a], -1), n),
        variants=(lambda a, b, n: torch.cat([_turned(b, n), a], -1),),
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
        variants=(
            lambda a, b, n: torch.cat([a, _kept(_turned(b, n), n)], -1),
            lambda a, b, n: torch.cat([_kept(a, n), _turned(b, n)], -1),
            lambda a, b, n: torch.cat([a, _at(b, n, lambda t, n, T: n - 1 - t)], -1),
            lambda a, b, n: torch.cat([a, _at(b, n, lambda t, n, T: max(n - 1 - t, 0))], -1),
        ),
    ),
    Misconception(
        "the two are joined along the tokens, not the components",
        "Concatenate along the last axis: the number of tokens stays the same, each gets 2D "
        "components.",
        lambda a, b, n: torch.cat([_kept(a, n), _kept(_turned(b, n), n)], 1),
        variants=(
            lambda a, b, n: torch.cat([a, _turned(b, n)], 1),
            lambda a, b, n: torch.cat([a, b.flip(1)], 1),
        ),
    ),
    Misconception(
        "the backward states are read one place off",
        "Token t of a row has its backward state at place length - 1 - t: t = 0 is read last, and "
        "places begin with 0.",
        _read_at(lambda t, n, T: min(n - t, T - 1)),
        variants=(
            _read_at(lambda t, n, T: n - 2 - t),
            _read_at(lambda t, n, T: max(n - 2 - t, 0)),
            _read_at(lambda t, n, T: n - t),
            _read_at(lambda t, n, T: (n - t) % n),
            _up_to(0, 0, 1),
        ),
    ),
    Misconception(
        "only length - 1 of the states are turned round or kept",
        "Turn all states of the row round and keep them all: a slice [:length] leaves out its end.",
        _up_to(-1, -1, -1),
        variants=(
            _up_to(0, -1, -1),
            _up_to(-1, -1, 0),
            _up_to(0, 0, -1),
        ),
    ),
    Misconception(
        "one place of the padding is kept",
        "The tokens stand at places 0 to length - 1, so place length is padding: compare with <, "
        "not with <=.",
        _up_to(1, 1, 0),
        variants=(_up_to(1, 1, 1), _up_to(1, 0, 0), _up_to(0, 1, 0)),
    ),
    Misconception(
        "another axis than the tokens is flipped",
        "The tokens are axis 1 of (B, T, D), and axis 0 of one row's slice: flip that axis alone.",
        lambda a, b, n: _kept(torch.cat([a, b.flip(2)], -1), n),
        variants=(
            lambda a, b, n: _kept(torch.cat([a, _turned(b, n).flip(2)], -1), n),
            lambda a, b, n: _kept(torch.cat([a, b.flip(0)], -1), n),
            lambda a, b, n: _kept(torch.cat([a, b.flip(1, 2)], -1), n),
            lambda a, b, n: _kept(torch.cat([a, b.flip(0, 1)], -1), n),
            lambda a, b, n: _kept(torch.cat([a, b.flip(0, 1, 2)], -1), n),
            lambda a, b, n: _kept(torch.cat([a, b], -1).flip(2), n),
            lambda a, b, n: torch.cat([a, b.flip(2)], -1),
            lambda a, b, n: torch.cat([a, b.flip(0)], -1),
        ),
    ),
    Misconception(
        "the components of the two states take turns",
        "Lay the states end to end with torch.cat along the last axis: stack and reshape put the "
        "first components of both side by side, then the second.",
        lambda a, b, n: _kept(_interleaved(a, _turned(b, n)), n),
        variants=(lambda a, b, n: _interleaved(a, _turned(b, n)),),
    ),
    Misconception(
        "the two states are stacked on an axis of their own",
        "Use torch.cat with dim=-1: it makes one axis of 2D components, where stack adds a new "
        "axis of 2.",
        lambda a, b, n: torch.stack([_kept(a, n), _kept(_turned(b, n), n)], -2),
        variants=(
            lambda a, b, n: torch.stack([_kept(a, n), _kept(_turned(b, n), n)], -1),
            lambda a, b, n: torch.stack([_kept(a, n), _kept(_turned(b, n), n)]),
            lambda a, b, n: torch.stack([a, _turned(b, n)], -2),
        ),
    ),
    Misconception(
        "the forward states are turned round in place of the backward ones",
        "The backward states stand in the order of reading, from the last token on, so it is they "
        "that have to be turned round.",
        lambda a, b, n: _kept(torch.cat([_turned(a, n), b], -1), n),
        variants=(lambda a, b, n: _kept(torch.cat([a.flip(1), b], -1), n),),
    ),
    Misconception(
        "the two are joined along the batch",
        "Say dim=-1: torch.cat joins along the first axis if it is told no other.",
        lambda a, b, n: torch.cat([_kept(a, n), _kept(_turned(b, n), n)]),
        variants=(lambda a, b, n: torch.cat([a, _turned(b, n)]),),
    ),
    Misconception(
        "the two states are averaged or multiplied",
        "Lay them end to end: the result has 2D components, and nothing of either state is lost.",
        lambda a, b, n: _kept((a + _turned(b, n)) / 2, n),
        variants=(lambda a, b, n: _kept(a * _turned(b, n), n),),
    ),
    Misconception(
        "one half is missing",
        "Fill both halves: the first D components with the forward state, the rest with the "
        "backward one.",
        lambda a, b, n: _kept(torch.cat([a, torch.zeros_like(b)], -1), n),
        variants=(
            lambda a, b, n: _kept(torch.cat([torch.zeros_like(a), _turned(b, n)], -1), n),
            lambda a, b, n: _kept(torch.cat([a, a], -1), n),
            lambda a, b, n: _kept(torch.cat([_turned(b, n), _turned(b, n)], -1), n),
        ),
    ),
)
