"""The misconceptions about ``choose_and_mask``, each a wrong function with advice."""

import math
from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor

from workbook.exercises import Misconception

Choose = Callable[[Tensor, Tensor, int], Tensor]  # (maskable, scores, number) -> places


Shares = tuple[tuple[float, float], tuple[float, float]]  # fates of [MASK], of a random piece


def _smallest(maskable: Tensor, scores: Tensor, number: int) -> Tensor:
    hidden = scores.masked_fill(~maskable, 2.0)
    return hidden.topk(number, largest=False).indices.sort().values


def _specials_too(maskable: Tensor, scores: Tensor, number: int) -> Tensor:
    return _smallest(torch.ones_like(maskable), scores, number)


def _by_threshold(maskable: Tensor, scores: Tensor, number: int) -> Tensor:
    return (maskable & (scores < 0.15)).nonzero().flatten()


def _largest(maskable: Tensor, scores: Tensor, number: int) -> Tensor:
    return _smallest(maskable, 1.0 - scores, number)


def _unsorted(maskable: Tensor, scores: Tensor, number: int) -> Tensor:
    return scores.masked_fill(~maskable, 2.0).argsort()[:number]


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
    swap: str = "chosen",
    targets: str = "before",
    aligned: bool = True,
) -> tuple[Tensor, Tensor, Tensor]:
    places = choose(maskable, scores, max(least, rounded(0.15 * counted(maskable))))
    fate = fates[places] if aligned else fates[: len(places)]
    shown = ids.clone()
    (_, masked_to), (low, high) = shares
    shown[places[fate < masked_to]] = mask_id
    swapped = places[(fate >= low) & (fate < high) & (fate >= masked_to)]
    if swap == "all":
        swapped = (maskable & (fates >= low) & (fates < high)).nonzero().flatten()
    shown[swapped] = random_ids[swapped] if aligned else random_ids[: len(swapped)]
    return shown, places, (ids if targets == "before" else shown)[places]


MISCONCEPTIONS = (
    Misconception(
        "[CLS], [SEP] and [PAD] may be chosen",
        "Choose among the maskable tokens only: there is nothing to learn from guessing a "
        "[SEP], and without it the model cannot see where a text ends.",
        partial(_mask, choose=_specials_too, counted=len),
        variants=(partial(_mask, choose=_specials_too),),
    ),
    Misconception(
        "the specials and the padding count when 15% is taken",
        "15% of the maskable tokens: counted with the padding, short texts in long batches "
        "would lose far more words than long ones.",
        partial(_mask, counted=len),
    ),
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
        "each token is chosen by itself if its score is below 0.15",
        "That gives 15% on average, and sometimes none. Here, as in the paper's code, the "
        "number is fixed: the tokens with the smallest scores.",
        partial(_mask, choose=_by_threshold),
    ),
    Misconception(
        "the tokens with the largest scores are chosen",
        "Here those with the smallest are. It makes no difference to the model, only to the check.",
        partial(_mask, choose=_largest),
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
        partial(_mask, swap="all"),
    ),
    Misconception(
        "the targets are taken after masking",
        "Read the targets from the ids as they were: after masking most of them are [MASK], "
        "and the model would learn to answer [MASK].",
        partial(_mask, targets="after"),
    ),
    Misconception(
        "the draws of the first tokens are used for the chosen ones",
        "Fates and random pieces belong to tokens: index them by the places, fates[places], "
        "not from the start.",
        partial(_mask, aligned=False),
    ),
    Misconception(
        "the places are not in rising order",
        "Sort the places before you read the targets, so that both run through the text from "
        "left to right.",
        partial(_mask, choose=_unsorted),
    ),
)
