"""The misconceptions about ``choose_and_mask``, each a wrong function with advice."""

import math
from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor

from workbook.exercises import Misconception

Choose = Callable[[Tensor, Tensor, int], Tensor]  # (maskable, scores, number) -> places
Shares = tuple[tuple[float, float], tuple[float, float]]  # fates of [MASK], of a random piece
Index = Callable[[Tensor, Tensor], Tensor]  # (places, maskable) -> where their draws are read


def _smallest(maskable: Tensor, scores: Tensor, number: int) -> Tensor:
    hidden = scores.masked_fill(~maskable, 2.0)
    return hidden.topk(number, largest=False).indices.sort().values


def _specials_too(maskable: Tensor, scores: Tensor, number: int) -> Tensor:
    return _smallest(torch.ones_like(maskable), scores, number)


def _specials_dropped(maskable: Tensor, scores: Tensor, number: int) -> Tensor:
    places = _specials_too(maskable, scores, number)
    return places[maskable[places]]


def _unsorted(maskable: Tensor, scores: Tensor, number: int) -> Tensor:
    return scores.masked_fill(~maskable, 2.0).argsort()[:number]


def _aligned(places: Tensor, maskable: Tensor) -> Tensor:
    return places


def _from_the_start(places: Tensor, maskable: Tensor) -> Tensor:
    return torch.arange(len(places))


def _rank_of(places: Tensor, maskable: Tensor) -> Tensor:
    return maskable.cumsum(0)[places] - 1


def _mask(
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
    choose: Choose = _smallest,
    shares: Shares = ((0.0, 0.8), (0.8, 0.9)),
    everywhere: tuple[bool, bool] = (False, False),
    among: Callable[[Tensor], Tensor] = lambda maskable: maskable,
    targets: Callable[[Tensor, Tensor, Tensor], Tensor] = lambda ids, shown, places: ids[places],
    fate_of: Index = _aligned,
    piece_of: Index = _aligned,
    given: Callable[[Tensor, Tensor], Tensor] = lambda places, maskable: places,
) -> tuple[Tensor, Tensor, Tensor]:
    places = choose(maskable, scores, max(least, rounded(0.15 * counted(maskable))))
    fate, pieces = fates[fate_of(places, maskable)], random_ids[piece_of(places, maskable)]
    shown = ids.clone()
    (least_hit, most_hit), (low, high) = shares
    hit = (fate >= least_hit) & (fate < most_hit)
    swap = (fate >= low) & (fate < high) & ~hit
    shown[places[hit]] = mask_id
    shown[places[swap]] = pieces[: int(swap.sum())] if piece_of is _from_the_start else pieces[swap]
    hidden, swapped = among(maskable) & (fates < 0.8), (fates >= 0.8) & (fates < 0.9)
    if everywhere[0]:
        shown[hidden] = mask_id
    if everywhere[1]:
        shown[swapped & among(maskable)] = random_ids[swapped & among(maskable)]
    return shown, given(places, maskable), targets(ids, shown, places)


_OTHER_FATES: tuple[Shares, ...] = (
    ((0.2, 1.0), (0.1, 0.2)),
    ((0.1, 0.9), (0.0, 0.1)),
    ((0.8, 0.9), (0.0, 0.8)),
    ((0.0, 0.0), (0.0, 0.9)),
)
_UP = 0.8 + 1e-9, 0.9 + 1e-9  # where 0.8 and 0.9 themselves are below


def _minus_100(ids: Tensor, shown: Tensor, places: Tensor) -> Tensor:
    return torch.full_like(ids, -100).index_copy(0, places, ids[places])


def _chosen_are_true(places: Tensor, maskable: Tensor) -> Tensor:
    return torch.zeros_like(maskable).index_fill(0, places, True)


MISCONCEPTIONS = (
    Misconception(
        "15% is rounded down or up, not to the nearest number",
        "Use round: int(...) and // leave out up to a whole token, and ceil adds one, so that more "
        "or fewer than 15% are asked.",
        partial(_mask, rounded=int),
        variants=(partial(_mask, rounded=math.ceil),),
    ),
    Misconception(
        "a text with few tokens may have none chosen",
        "Take at least one, max(1, ...): 15% of three tokens is less than half a token, and an "
        "example without a question teaches nothing.",
        partial(_mask, least=0),
    ),
    Misconception(
        "[CLS], [SEP] and [PAD] may be chosen",
        "Choose among the maskable tokens only: there is nothing to learn from guessing a "
        "[SEP], and without it the model cannot see where a text ends.",
        partial(_mask, choose=_specials_too, counted=len),
        variants=(partial(_mask, choose=_specials_too),),
    ),
    Misconception(
        "the specials are left out only after the smallest scores were taken",
        "Choose among the maskable tokens: if specials take some of the places and are dropped "
        "afterwards, fewer than 15% are asked.",
        partial(_mask, choose=_specials_dropped),
    ),
    Misconception(
        "the specials and the padding count when 15% is taken",
        "15% of the maskable tokens: counted with the padding, short texts in long batches "
        "would lose far more words than long ones.",
        partial(_mask, counted=len),
    ),
    Misconception(
        "the specials count when 15% is taken",
        "15% of the maskable tokens: [CLS] and [SEP] are no padding, but are not asked either.",
        partial(_mask, counted=lambda maskable: int(maskable.sum()) + 3),
    ),
    Misconception(
        "15% is rounded half up, unlike Python's round",
        "Use round: it takes 4.5 to the even number, 4, and int(x + 0.5) takes it to 5. All who "
        "want the same masks have to round alike.",
        partial(_mask, rounded=lambda share: int(share + 0.5)),
    ),
    Misconception(
        "each token is chosen by itself if its score is below 0.15",
        "That gives 15% on average, and sometimes none. Here, as in the paper's code, the "
        "number is fixed: the tokens with the smallest scores.",
        partial(_mask, choose=lambda mask, scores, n: (mask & (scores < 0.15)).nonzero()[:, 0]),
        variants=(partial(_mask, choose=lambda mask, scores, n: (scores < 0.15).nonzero()[:, 0]),),
    ),
    Misconception(
        "the tokens with the largest scores are chosen",
        "Here those with the smallest are. It makes no difference to the model, only to the check.",
        partial(
            _mask, choose=lambda maskable, scores, number: _smallest(maskable, -scores, number)
        ),
    ),
    Misconception(
        "ranks among the candidates are taken for places in the text",
        "scores[candidates].argsort() counts the candidates: look the places up with it, "
        "candidates[rank]. The draws of a token stand at its place, too.",
        partial(_mask, choose=lambda mask, scores, n: scores[mask].argsort()[:n].sort().values),
        variants=(partial(_mask, fate_of=_rank_of, piece_of=_rank_of),),
    ),
    Misconception(
        "a fate of exactly 0.8 or 0.9 falls on the wrong side",
        "Below 0.8 is < 0.8: 0.8 itself becomes a random piece, and 0.9 itself stays.",
        partial(_mask, shares=((0.0, _UP[0]), _UP)),
        variants=tuple(
            partial(_mask, shares=((0.0, end), rest))
            for end, rest in ((_UP[0], (0.8, 0.9)), (0.8, (0.8, _UP[1])), (0.8, (_UP[0], 0.9)))
        ),
    ),
    Misconception(
        "[MASK], random piece and staying belong to other fates than they should",
        "Below 0.8 comes [MASK], from 0.8 to below 0.9 the random piece (elif, or it overwrites "
        "[MASK]), and from 0.9 on the token stays.",
        partial(_mask, shares=((0.0, 0.8), (0.9, 1.0))),
        variants=tuple(partial(_mask, shares=shares) for shares in _OTHER_FATES),
    ),
    Misconception(
        "all chosen tokens become [MASK]",
        "Only 80% of them. [MASK] never occurs in fine-tuning: the other 20% make the model "
        "keep a good vector for every token, not only for [MASK].",
        partial(_mask, shares=((0.0, 1.0), (1.0, 1.0))),
    ),
    Misconception(
        "no chosen token stays as it is",
        "The fates from 0.9 on are left alone: the model must not conclude that a word it sees "
        "at a chosen place is always wrong.",
        partial(_mask, shares=((0.0, 0.8), (0.8, 1.0))),
    ),
    Misconception(
        "no chosen token is exchanged for a random one",
        "The fates from 0.8 to below 0.9 get a random piece. Compare with both ends: a test "
        "for < 0.1 behind one for < 0.8 never comes true.",
        partial(_mask, shares=((0.0, 0.8), (0.8, 0.8))),
    ),
    Misconception(
        "of all tokens 10% are exchanged, not of the chosen ones",
        "Look at the fates of the chosen places only. A wrong word that nobody asks about is "
        "noise, and there would be seven times as many of them.",
        partial(_mask, everywhere=(False, True)),
        variants=(partial(_mask, everywhere=(False, True), among=torch.ones_like),),
    ),
    Misconception(
        "of all tokens 80% are hidden, not of the chosen ones",
        "Look at the fates of the chosen places only: where nobody is asked, the text has to "
        "stay readable.",
        partial(_mask, everywhere=(True, True)),
        variants=(partial(_mask, everywhere=(True, True), among=torch.ones_like),),
    ),
    Misconception(
        "the targets are taken after masking",
        "Read the targets from the ids as they were: after masking most of them are [MASK], "
        "and the model would learn to answer [MASK].",
        partial(_mask, targets=lambda ids, shown, places: shown[places]),
    ),
    Misconception(
        "the third result has an entry for every token, not only for the chosen ones",
        "Return what stood at the chosen places, ids[places]: as many as there are places.",
        partial(_mask, targets=lambda ids, shown, places: ids),
        variants=(partial(_mask, targets=_minus_100),),
    ),
    Misconception(
        "the places are given as True and False for all tokens",
        "Return the numbers of the chosen places: nonzero makes them of a mask.",
        partial(_mask, given=_chosen_are_true),
    ),
    Misconception(
        "the draws of the first tokens are used for the chosen ones",
        "Fates and random pieces belong to tokens: index them by the places, fates[places].",
        partial(_mask, fate_of=_from_the_start, piece_of=_from_the_start),
        variants=(
            partial(_mask, fate_of=_from_the_start),
            partial(_mask, piece_of=_from_the_start),
            partial(_mask, piece_of=lambda places, maskable: torch.arange(len(places))),
            partial(_mask, fate_of=_from_the_start, piece_of=lambda p, m: torch.arange(len(p))),
        ),
    ),
    Misconception(
        "the places are not in rising order",
        "Sort the places before you read the targets, so that both run through the text from "
        "left to right.",
        partial(_mask, choose=_unsorted),
        variants=(
            partial(_mask, choose=_unsorted, given=lambda places, maskable: places.sort().values),
        ),
    ),
)
