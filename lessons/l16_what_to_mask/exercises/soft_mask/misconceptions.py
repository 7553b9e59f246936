"""The misconceptions about ``soft_mask``, each a wrong function with advice."""

import torch
from jaxtyping import Float
from torch import Tensor

from workbook.exercises import Misconception

Rows = Float[Tensor, "T D"]
Row = Float[Tensor, " D"]
Each = Float[Tensor, " T"]


def _blend(words: Rows, mask: Row, p: Tensor) -> Rows:
    return p * mask + (1 - p) * words


def _one(words: Rows, mask: Row, wrong: Each) -> Rows:
    worst = torch.zeros_like(wrong)
    worst[wrong.argmax()] = 1
    return _blend(words, mask, worst[:, None])


MISCONCEPTIONS = (
    Misconception(
        "the word and [MASK] have changed places",
        "A word that is certainly wrong (1) must be hidden completely, a right one (0) not at all.",
        lambda words, mask, wrong: _blend(words, mask, 1 - wrong[:, None]),
    ),
    Misconception(
        "a threshold decides",
        "That is a hard mask: it has no slope, so the detector learns nothing from the corrector. "
        "Mix the two vectors.",
        lambda words, mask, wrong: _blend(words, mask, (wrong[:, None] > 0.5).float()),
        variants=(lambda words, mask, wrong: _blend(words, mask, wrong[:, None].round()),),
    ),
    Misconception(
        "[MASK] is added, and the word stays as it is",
        "What is certainly wrong must not be seen any more: the word has to fade as [MASK] comes.",
        lambda words, mask, wrong: words + wrong[:, None] * mask,
    ),
    Misconception(
        "the word fades, and nothing comes in its place",
        "A vector of zeros is not [MASK]: add the vector of [MASK] as the word fades.",
        lambda words, mask, wrong: (1 - wrong[:, None]) * words,
    ),
    Misconception(
        "only the most suspicious place is hidden",
        "There may be two errors, or none. Each place has a probability of its own.",
        _one,
    ),
    Misconception(
        "all places share one probability",
        "Each place has a probability of its own: it belongs to a row, so give it a second axis "
        "with wrong[:, None].",
        lambda words, mask, wrong: _blend(words, mask, wrong.mean()),
    ),
    Misconception(
        "a sigmoid is taken once more",
        "The probabilities are between 0 and 1 already. A second sigmoid makes 0 to a half.",
        lambda words, mask, wrong: _blend(words, mask, wrong.sigmoid()[:, None]),
    ),
)
