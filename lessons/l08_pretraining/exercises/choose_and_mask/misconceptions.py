"""The misconceptions about ``choose_and_mask``, each a wrong function with advice."""

from lessons.l08_pretraining.exercises.choose_and_mask import slips

import math
from functools import partial

import torch

from workbook.exercises import Misconception

MISCONCEPTIONS = (
    Misconception(
        "15% is rounded down or up, not to the nearest number",
        "Use round: int(...) and // leave out up to a whole token, and ceil adds one, so that more "
        "or fewer than 15% are asked.",
        partial(slips.masked, rounded=int),
        variants=(partial(slips.masked, rounded=math.ceil),),
    ),
    Misconception(
        "a text with few tokens may have none chosen",
        "Take at least one, max(1, ...): 15% of three tokens is less than half a token, and an "
        "example without a question teaches nothing.",
        partial(slips.masked, least=0),
    ),
    Misconception(
        "[CLS], [SEP] and [PAD] may be chosen",
        "Choose among the maskable tokens only: there is nothing to learn from guessing a "
        "[SEP], and without it the model cannot see where a text ends.",
        partial(slips.masked, choose=slips.specials_too, counted=len),
        variants=(partial(slips.masked, choose=slips.specials_too),),
    ),
    Misconception(
        "the specials are left out only after the smallest scores were taken",
        "Choose among the maskable tokens: if specials take some of the places and are dropped "
        "afterwards, fewer than 15% are asked.",
        partial(slips.masked, choose=slips.specials_dropped),
    ),
    Misconception(
        "the specials and the padding count when 15% is taken",
        "15% of the maskable tokens: counted with the padding, short texts in long batches "
        "would lose far more words than long ones.",
        partial(slips.masked, counted=len),
    ),
    Misconception(
        "the specials count when 15% is taken",
        "15% of the maskable tokens: [CLS] and [SEP] are no padding, but are not asked either.",
        partial(slips.masked, counted=lambda maskable: int(maskable.sum()) + 3),
    ),
    Misconception(
        "15% is rounded half up, unlike Python's round",
        "Use round: it takes 4.5 to the even number, 4, and int(x + 0.5) takes it to 5. All who "
        "want the same masks have to round alike.",
        partial(slips.masked, rounded=lambda share: int(share + 0.5)),
    ),
    Misconception(
        "each token is chosen by itself if its score is below 0.15",
        "That gives 15% on average, and sometimes none. Here, as in the paper's code, the "
        "number is fixed: the tokens with the smallest scores.",
        partial(
            slips.masked, choose=lambda mask, scores, n: (mask & (scores < 0.15)).nonzero()[:, 0]
        ),
        variants=(
            partial(slips.masked, choose=lambda mask, scores, n: (scores < 0.15).nonzero()[:, 0]),
        ),
    ),
    Misconception(
        "the tokens with the largest scores are chosen",
        "Here those with the smallest are. It makes no difference to the model, only to the check.",
        partial(
            slips.masked,
            choose=lambda maskable, scores, number: slips.smallest(maskable, -scores, number),
        ),
    ),
    Misconception(
        "ranks among the candidates are taken for places in the text",
        "scores[candidates].argsort() counts the candidates: look the places up with it, "
        "candidates[rank]. The draws of a token stand at its place, too.",
        partial(
            slips.masked, choose=lambda mask, scores, n: scores[mask].argsort()[:n].sort().values
        ),
        variants=(partial(slips.masked, fate_of=slips.rank_of, piece_of=slips.rank_of),),
    ),
    Misconception(
        "a fate of exactly 0.8 or 0.9 falls on the wrong side",
        "Below 0.8 is < 0.8: 0.8 itself becomes a random piece, and 0.9 itself stays.",
        partial(slips.masked, shares=((0.0, slips.UP[0]), slips.UP)),
        variants=tuple(
            partial(slips.masked, shares=((0.0, end), rest))
            for end, rest in (
                (slips.UP[0], (0.8, 0.9)),
                (0.8, (0.8, slips.UP[1])),
                (0.8, (slips.UP[0], 0.9)),
            )
        ),
    ),
    Misconception(
        "[MASK], random piece and staying belong to other fates than they should",
        "Below 0.8 comes [MASK], from 0.8 to below 0.9 the random piece (elif, or it overwrites "
        "[MASK]), and from 0.9 on the token stays.",
        partial(slips.masked, shares=((0.0, 0.8), (0.9, 1.0))),
        variants=tuple(partial(slips.masked, shares=shares) for shares in slips.OTHER_FATES),
    ),
    Misconception(
        "the fates are dealt from the other end, so the small ones stay or go random",
        "Below 0.8 comes [MASK], from 0.8 to below 0.9 the random piece, and from 0.9 on the token "
        "stays. Any order would serve the model, but all who want the same masks have to keep one.",
        partial(slips.masked, shares=slips.FROM_THE_OTHER_END[0]),
        variants=tuple(
            partial(slips.masked, shares=shares) for shares in slips.FROM_THE_OTHER_END[1:]
        ),
    ),
    Misconception(
        "all chosen tokens become [MASK]",
        "Only 80% of them. [MASK] never occurs in fine-tuning: the other 20% make the model "
        "keep a good vector for every token, not only for [MASK].",
        partial(slips.masked, shares=((0.0, 1.0), (1.0, 1.0))),
    ),
    Misconception(
        "no chosen token stays as it is",
        "The fates from 0.9 on are left alone: the model must not conclude that a word it sees "
        "at a chosen place is always wrong.",
        partial(slips.masked, shares=((0.0, 0.8), (0.8, 1.0))),
    ),
    Misconception(
        "no chosen token is exchanged for a random one",
        "The fates from 0.8 to below 0.9 get a random piece. Compare with both ends: a test "
        "for < 0.1 behind one for < 0.8 never comes true.",
        partial(slips.masked, shares=((0.0, 0.8), (0.8, 0.8))),
    ),
    Misconception(
        "of all tokens 10% are exchanged, not of the chosen ones",
        "Look at the fates of the chosen places only. A wrong word that nobody asks about is "
        "noise, and there would be seven times as many of them.",
        partial(slips.masked, everywhere=(False, True)),
        variants=(partial(slips.masked, everywhere=(False, True), among=torch.ones_like),),
    ),
    Misconception(
        "of all tokens 80% are hidden, not of the chosen ones",
        "Look at the fates of the chosen places only: where nobody is asked, the text has to "
        "stay readable.",
        partial(slips.masked, everywhere=(True, True)),
        variants=(partial(slips.masked, everywhere=(True, True), among=torch.ones_like),),
    ),
    Misconception(
        "the targets are taken after masking",
        "Read the targets from the ids as they were: after masking most of them are [MASK], "
        "and the model would learn to answer [MASK].",
        partial(slips.masked, targets=lambda ids, shown, places: shown[places]),
    ),
    Misconception(
        "the third result has an entry for every token, not only for the chosen ones",
        "Return what stood at the chosen places, ids[places]: as many as there are places.",
        partial(slips.masked, targets=lambda ids, shown, places: ids),
        variants=(partial(slips.masked, targets=slips.minus_100),),
    ),
    Misconception(
        "the places are given as True and False for all tokens",
        "Return the numbers of the chosen places: nonzero makes them of a mask.",
        partial(slips.masked, given=slips.chosen_are_true),
    ),
    Misconception(
        "the draws of the first tokens are used for the chosen ones",
        "Fates and random pieces belong to tokens: index them by the places, fates[places], "
        "not from the start.",
        partial(slips.masked, fate_of=slips.from_the_start, piece_of=slips.from_the_start),
        variants=(
            partial(slips.masked, fate_of=slips.from_the_start),
            partial(slips.masked, piece_of=slips.from_the_start),
            partial(slips.masked, piece_of=lambda places, maskable: torch.arange(len(places))),
        ),
    ),
    Misconception(
        "the places are not in rising order",
        "Sort the places before you read the targets, so that both run through the text from "
        "left to right.",
        partial(slips.masked, choose=slips.unsorted),
        variants=(
            partial(
                slips.masked,
                choose=slips.unsorted,
                given=lambda places, maskable: places.sort().values,
            ),
        ),
    ),
)
