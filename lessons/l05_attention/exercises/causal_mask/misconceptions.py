"""The misconceptions about ``causal_mask``, each a wrong function with advice."""

import torch
from torch import Tensor

from workbook.exercises import Misconception


def _below(mask: Tensor, diagonal: int = 0) -> Tensor:
    return torch.ones(mask.shape[1], mask.shape[1], dtype=torch.bool).tril(diagonal)


def _keys(mask: Tensor) -> Tensor:
    return mask.bool()[:, None, :]


def _queries(mask: Tensor) -> Tensor:
    return mask.bool()[:, :, None]


MISCONCEPTIONS = (
    Misconception(
        "a token does not see itself",
        "Keep the diagonal: token i has been read when its own state is made. Without it the "
        "first token sees nothing at all.",
        lambda mask: _below(mask, -1) & _keys(mask),
    ),
    Misconception(
        "a token sees one token ahead",
        "End at the diagonal: with one more token, a model that predicts the next word finds "
        "the answer in its input.",
        lambda mask: _below(mask, 1) & _keys(mask),
    ),
    Misconception(
        "a token sees what follows, not what comes before",
        "Rows are queries and columns are keys. Token i sees the columns up to i: that is the "
        "lower triangle.",
        lambda mask: _below(mask).T & _keys(mask),
    ),
    Misconception(
        "True marks what is hidden",
        "Return True where a token may look. In many libraries a mask means the opposite, so "
        "read what each of them expects.",
        lambda mask: ~(_below(mask) & _keys(mask)),
        variants=(lambda mask: ~_below(mask) & _keys(mask),),
    ),
    Misconception(
        "the padding can be seen",
        "Two conditions hold at once: j is not after i, and j is no padding.",
        lambda mask: _below(mask).expand(len(mask), -1, -1),
    ),
    Misconception(
        "the padding is hidden from every token, the future is not",
        "Two conditions hold at once: j is no padding, and j is not after i.",
        lambda mask: _keys(mask).expand(-1, mask.shape[1], -1),
    ),
    Misconception(
        "the padding is hidden as a query, not as a key",
        "What must not be seen is a key, the last axis: attention_mask[:, None, :].",
        lambda mask: _below(mask) & _queries(mask),
    ),
    Misconception(
        "the padding's own rows are empty",
        "Hide padding as a key only. A row in which nothing may be seen has no weights to "
        "share out, and with -inf it becomes NaN.",
        lambda mask: _below(mask) & _keys(mask) & _queries(mask),
    ),
    Misconception(
        "one of the two conditions is enough",
        "Join the conditions with &, not with |: a token before you that is padding stays hidden.",
        lambda mask: _below(mask) | _keys(mask),
    ),
)
