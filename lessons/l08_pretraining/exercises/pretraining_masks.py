"""Exercise of the pre-training lesson: choose 15% of the tokens, and mask them by the 80/10/10."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from bertlab.exercises.definition import Case, Exercise, Misconception


class MaskedText(NamedTuple):
    """What the exercise returns; a plain tuple of the three is as good."""

    input_ids: Int[Tensor, " T"]
    places: Int[Tensor, " M"]
    targets: Int[Tensor, " M"]


def _choose_and_mask(
    ids: Int[Tensor, " T"],
    maskable: Bool[Tensor, " T"],
    mask_id: int,
    scores: Float[Tensor, " T"],
    fates: Float[Tensor, " T"],
    random_ids: Int[Tensor, " T"],
) -> MaskedText:
    """Choose the tokens to guess and hide most of them.

    Args:
        ids: A sequence with its specials and padding, (T,).
        maskable: False at [CLS], [SEP] and [PAD], (T,).
        mask_id: The piece [MASK].
        scores: A number in [0, 1) for each token, (T,). Of the maskable tokens 15% are chosen,
            rounded, but at least one: those with the smallest scores.
        fates: A number in [0, 1) for each token, (T,). A chosen one below 0.8 becomes [MASK], from
            0.8 to below 0.9 its piece of ``random_ids``, from 0.9 on it stays.
        random_ids: A random piece for each token, (T,).

    Returns:
        The sequence as the model sees it, the chosen places, rising, and what stood there.
    """
    candidates = maskable.nonzero().flatten()
    number = max(1, round(0.15 * len(candidates)))
    places = candidates[scores[candidates].argsort()[:number]].sort().values
    shown = ids.clone()
    fate = fates[places]
    shown[places[fate < 0.8]] = mask_id
    swapped = places[(fate >= 0.8) & (fate < 0.9)]
    shown[swapped] = random_ids[swapped]
    return MaskedText(shown, places, ids[places])


CLS, SEP, MASK, PAD = 2, 3, 4, 0


def _case(first: int, second: int, padding: int, fates: tuple[float, ...], seed: int) -> Case:
    """Make a pair in which the smallest scores are those of specials and padding.

    Args:
        first: Tokens of the first text.
        second: Tokens of the second.
        padding: [PAD]s at the end.
        fates: Those of the chosen tokens, by rising place.
        seed: Of everything else.
    """
    generator = torch.Generator().manual_seed(seed)
    words = [
        torch.randint(5, 90, (size,), generator=generator).tolist() for size in (first, second)
    ]
    ids = torch.tensor([CLS, *words[0], SEP, *words[1], SEP] + [PAD] * padding)
    maskable = ids > MASK
    scores = torch.rand(len(ids), generator=generator, dtype=torch.float64)
    scores = torch.where(maskable, 0.01 + 0.99 * scores, 0.01 * scores)
    random_ids = torch.randint(100, 190, (len(ids),), generator=generator)
    all_fates = torch.rand(len(ids), generator=generator, dtype=torch.float64)
    places = _choose_and_mask(ids, maskable, MASK, scores, all_fates, random_ids).places
    all_fates[places] = torch.tensor(fates, dtype=torch.float64)
    return Case((ids, maskable, MASK, scores, all_fates, random_ids))


def _cases() -> list[Case]:
    return [
        _case(11, 15, 9, (0.85, 0.31, 0.93, 0.05), seed=4),  # 26 tokens: 3.9, so 4
        _case(17, 10, 14, (0.72, 0.95, 0.8, 0.02), seed=5),  # 27 tokens: 4.05; 0.8 is the edge
        _case(2, 1, 5, (0.88,), seed=16),  # 3 tokens: at least one
    ]


# --- the slips: the same steps, one of them exchanged ---------------------------------------------

Choose = Callable[[Tensor, Tensor], Tensor]  # (maskable, scores) -> places
Shares = tuple[tuple[float, float], tuple[float, float]]  # fates of [MASK], of a random piece


def _chosen(maskable: Tensor, scores: Tensor, number: int) -> Tensor:
    hidden = scores.masked_fill(~maskable, 2.0)
    return hidden.topk(number, largest=False).indices.sort().values


def _properly(maskable: Tensor, scores: Tensor) -> Tensor:
    return _chosen(maskable, scores, max(1, round(0.15 * int(maskable.sum()))))


def _specials_too(maskable: Tensor, scores: Tensor) -> Tensor:
    return _chosen(torch.ones_like(maskable), scores, max(1, round(0.15 * len(maskable))))


def _specials_but_counted(maskable: Tensor, scores: Tensor) -> Tensor:
    return _chosen(torch.ones_like(maskable), scores, max(1, round(0.15 * int(maskable.sum()))))


def _share_of_all(maskable: Tensor, scores: Tensor) -> Tensor:
    return _chosen(maskable, scores, max(1, round(0.15 * len(maskable))))


def _by_threshold(maskable: Tensor, scores: Tensor) -> Tensor:
    return (maskable & (scores < 0.15)).nonzero().flatten()


def _largest(maskable: Tensor, scores: Tensor) -> Tensor:
    return _properly(maskable, 1.0 - scores)


def _unsorted(maskable: Tensor, scores: Tensor) -> Tensor:
    number = max(1, round(0.15 * int(maskable.sum())))
    return scores.masked_fill(~maskable, 2.0).argsort()[:number]


def _mask(
    ids: Tensor,
    maskable: Tensor,
    mask_id: int,
    scores: Tensor,
    fates: Tensor,
    random_ids: Tensor,
    *,
    choose: Choose = _properly,
    shares: Shares = ((0.0, 0.8), (0.8, 0.9)),
    swap: str = "chosen",
    targets: str = "before",
    aligned: bool = True,
) -> tuple[Tensor, Tensor, Tensor]:
    places = choose(maskable, scores)
    fate = fates[places] if aligned else fates[: len(places)]
    shown = ids.clone()
    (_, masked_to), (low, high) = shares
    shown[places[fate < masked_to]] = mask_id
    swapped = places[(fate >= low) & (fate < high) & (fate >= masked_to)]
    if swap == "all":
        swapped = (maskable & (fates >= low) & (fates < high)).nonzero().flatten()
    shown[swapped] = random_ids[swapped] if aligned else random_ids[: len(swapped)]
    return shown, places, (ids if targets == "before" else shown)[places]


choose_and_mask = Exercise(
    name="choose_and_mask",
    reference=_choose_and_mask,
    cases=_cases,
    misconceptions=(
        Misconception(
            "[CLS], [SEP] and [PAD] may be chosen",
            "Choose among the maskable tokens only: there is nothing to learn from guessing a "
            "[SEP], and without it the model cannot see where a text ends.",
            partial(_mask, choose=_specials_too),
            variants=(partial(_mask, choose=_specials_but_counted),),
        ),
        Misconception(
            "the specials and the padding count when 15% is taken",
            "15% of the maskable tokens: counted with the padding, short texts in long batches "
            "would lose far more words than long ones.",
            partial(_mask, choose=_share_of_all),
        ),
        Misconception(
            "each token is chosen by itself if its score is below 0.15",
            "That gives 15% on average, and sometimes none. Here, as in the paper's code, the "
            "number is fixed: the tokens with the smallest scores.",
            partial(_mask, choose=_by_threshold),
        ),
        Misconception(
            "the tokens with the largest scores are chosen",
            "Here those with the smallest are. It makes no difference to the model, only to the "
            "check.",
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
    ),
    difficulty=3,
    minutes=12,
)
