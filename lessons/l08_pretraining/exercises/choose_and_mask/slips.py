"""Slips of the exercise on choosing and masking: the same steps, one of them changed."""

from collections.abc import Callable

import torch
from torch import Tensor

Choose = Callable[[Tensor, Tensor, int], Tensor]  # (maskable, scores, number) -> places
Shares = tuple[tuple[float, float], tuple[float, float]]  # fates of [MASK], of a random piece
Index = Callable[[Tensor, Tensor], Tensor]  # (places, maskable) -> where their draws are read


def smallest(maskable: Tensor, scores: Tensor, number: int) -> Tensor:
    """Choose the maskable tokens with the smallest scores."""
    hidden = scores.masked_fill(~maskable, 2.0)
    return hidden.topk(number, largest=False).indices.sort().values


def specials_too(maskable: Tensor, scores: Tensor, number: int) -> Tensor:
    """Choose among all tokens."""
    return smallest(torch.ones_like(maskable), scores, number)


def specials_dropped(maskable: Tensor, scores: Tensor, number: int) -> Tensor:
    """Choose among all tokens, then drop the specials."""
    places = specials_too(maskable, scores, number)
    return places[maskable[places]]


def unsorted(maskable: Tensor, scores: Tensor, number: int) -> Tensor:
    """Choose rightly, and leave the places as they come."""
    return scores.masked_fill(~maskable, 2.0).argsort()[:number]


def aligned(places: Tensor, maskable: Tensor) -> Tensor:
    """Read the draws at the places."""
    return places


def from_the_start(places: Tensor, maskable: Tensor) -> Tensor:
    """Read the draws of the first tokens."""
    return torch.arange(len(places))


def rank_of(places: Tensor, maskable: Tensor) -> Tensor:
    """Read the draws at the ranks among the maskable tokens."""
    return maskable.cumsum(0)[places] - 1


def masked(
    ids: Tensor,
    maskable: Tensor,
    mask_id: int,
    scores: Tensor,
    fates: Tensor,
    random_ids: Tensor,
    *,
    counted: Callable[[Tensor], int] = lambda maskable: int(maskable.sum()),
    rounded: Callable[[float], int] = round,
    least: int = 1,
    choose: Choose = smallest,
    shares: Shares = ((0.0, 0.8), (0.8, 0.9)),
    everywhere: tuple[bool, bool] = (False, False),
    among: Callable[[Tensor], Tensor] = lambda maskable: maskable,
    targets: Callable[[Tensor, Tensor, Tensor], Tensor] = lambda ids, shown, places: ids[places],
    fate_of: Index = aligned,
    piece_of: Index = aligned,
    given: Callable[[Tensor, Tensor], Tensor] = lambda places, maskable: places,
) -> tuple[Tensor, Tensor, Tensor]:
    """Choose and mask; each keyword puts a slip in."""
    places = choose(maskable, scores, max(least, rounded(0.15 * counted(maskable))))
    fate, pieces = fates[fate_of(places, maskable)], random_ids[piece_of(places, maskable)]
    shown = ids.clone()
    (least_hit, most_hit), (low, high) = shares
    hit = (fate >= least_hit) & (fate < most_hit)
    swap = (fate >= low) & (fate < high) & ~hit
    shown[places[hit]] = mask_id
    shown[places[swap]] = pieces[: int(swap.sum())] if piece_of is from_the_start else pieces[swap]
    hidden, swapped = among(maskable) & (fates < 0.8), (fates >= 0.8) & (fates < 0.9)
    if everywhere[0]:
        shown[hidden] = mask_id
    if everywhere[1]:
        shown[swapped & among(maskable)] = random_ids[swapped & among(maskable)]
    return shown, given(places, maskable), targets(ids, shown, places)


FROM_THE_OTHER_END: tuple[Shares, ...] = (  # [MASK] from 0.2 on
    ((0.2, 1.0), (0.1, 0.2)),
    ((0.2, 1.0), (0.0, 0.1)),
)
OTHER_FATES: tuple[Shares, ...] = (
    ((0.1, 0.9), (0.0, 0.1)),
    ((0.1, 0.9), (0.9, 1.0)),
    ((0.8, 0.9), (0.0, 0.8)),
    ((0.0, 0.0), (0.0, 0.9)),
)
UP = 0.8 + 1e-9, 0.9 + 1e-9  # where 0.8 and 0.9 themselves are below


def minus_100(ids: Tensor, shown: Tensor, places: Tensor) -> Tensor:
    """Give each token a target, -100 where nobody asks."""
    return torch.full_like(ids, -100).index_copy(0, places, ids[places])


def chosen_are_true(places: Tensor, maskable: Tensor) -> Tensor:
    """Give the places as truth values."""
    return torch.zeros_like(maskable).index_fill(0, places, True)
