"""The misconceptions about ``causal_mask``, each a wrong function with advice."""

from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor

from workbook.exercises import Misconception


def _below(tokens: int, diagonal: int = 0) -> Tensor:
    return torch.ones(tokens, tokens, dtype=torch.bool).tril(diagonal)


def _keys(mask: Tensor) -> Tensor:
    return mask.bool()[:, None, :]


def _queries(mask: Tensor) -> Tensor:
    return mask.bool()[:, :, None]


def _from_the_left(mask: Tensor) -> Tensor:
    return (torch.arange(mask.shape[1]) < mask.sum(1, keepdim=True))[:, None, :]


def _join(before: Tensor, keys: Tensor) -> Tensor:
    return before & keys


def _causal(
    mask: Tensor,
    *,
    before: Callable[[int], Tensor] = _below,
    seen: Callable[[Tensor], Tensor] = _keys,
    join: Callable[[Tensor, Tensor], Tensor] = _join,
    finish: Callable[[Tensor], Tensor] = lambda found: found,
) -> Tensor:
    return finish(join(before(mask.shape[1]), seen(mask)))


MISCONCEPTIONS = (
    Misconception(
        "a token does not see itself",
        "Keep the diagonal: token i has been read when its own state is made. Without it the "
        "first token sees nothing at all.",
        partial(_causal, before=lambda T: _below(T, -1)),
    ),
    Misconception(
        "a token sees one token ahead",
        "End at the diagonal: with one more token, a model that predicts the next word finds "
        "the answer in its input.",
        partial(_causal, before=lambda T: _below(T, 1)),
    ),
    Misconception(
        "a token sees what follows, not what comes before",
        "Rows are queries and columns are keys. Token i sees the columns up to i: that is the "
        "lower triangle.",
        partial(_causal, before=lambda T: _below(T).T),
    ),
    Misconception(
        "True marks what is hidden",
        "Return True where a token may look. In many libraries a mask means the opposite, so "
        "read what each of them expects.",
        partial(_causal, finish=torch.logical_not),
        variants=(
            partial(_causal, join=lambda before, keys: ~before & keys),
            partial(_causal, join=lambda before, keys: ~before & ~keys),
        ),
    ),
    Misconception(
        "the mask of the padding is inverted",
        "In attention_mask 1 is a token, which may be seen, and 0 is padding: hide the keys where "
        "it is 0.",
        partial(_causal, seen=lambda mask: ~_keys(mask)),
    ),
    Misconception(
        "the padding can be seen",
        "Two conditions hold at once: j is not after i, and j is no padding.",
        partial(_causal, seen=lambda mask: torch.ones_like(_keys(mask))),
        variants=(partial(_causal, seen=lambda mask: torch.ones(1, 1, 1, dtype=torch.bool)),),
    ),
    Misconception(
        "padding sees itself",
        "Nobody sees padding, not even padding itself: the diagonal is True only where a token "
        "stands.",
        partial(
            _causal,
            join=lambda before, keys: (before & keys) | torch.eye(len(before), dtype=torch.bool),
        ),
    ),
    Misconception(
        "the padding is looked for at the end only",
        "Padding may stand in front as well: ask attention_mask at place j, not how many tokens "
        "a text has.",
        partial(_causal, seen=_from_the_left),
    ),
    Misconception(
        "the padding is hidden from every token, the future is not",
        "Two conditions hold at once: j is no padding, and j is not after i.",
        partial(_causal, before=lambda T: torch.ones(T, T, dtype=torch.bool)),
    ),
    Misconception(
        "the padding is hidden as a query, not as a key",
        "What must not be seen is a key, the last axis: attention_mask[:, None, :].",
        partial(_causal, seen=_queries),
    ),
    Misconception(
        "the padding's own rows are empty",
        "Hide padding as a key only. A row in which nothing may be seen has no weights to "
        "share out, and with -inf it becomes NaN.",
        partial(_causal, seen=lambda mask: _keys(mask) & _queries(mask)),
    ),
    Misconception(
        "the padding's own rows see everything before them",
        "A row of padding follows the same two conditions: it sees the tokens up to its place, "
        "no padding.",
        partial(_causal, seen=lambda mask: _keys(mask) | ~_queries(mask)),
    ),
    Misconception(
        "a row in which nothing may be seen is opened",
        "Leave such a row False throughout: padding in front has no token before it. Who uses the "
        "mask has to live with that, as in exercise 1.",
        partial(_causal, finish=lambda found: found | ~found.any(-1, keepdim=True)),
        variants=(
            partial(
                _causal,
                finish=lambda found: (
                    found
                    | (torch.eye(found.shape[1], dtype=torch.bool) & ~found.any(-1, keepdim=True))
                ),
            ),
        ),
    ),
    Misconception(
        "the padding is hidden only where query and key are padding",
        "A key that is padding stays hidden from each query, a token or not.",
        partial(_causal, seen=lambda mask: _keys(mask) | _queries(mask)),
    ),
    Misconception(
        "one of the two conditions is enough",
        "Join the conditions with &, not with |: a token before you that is padding stays hidden.",
        partial(_causal, join=torch.logical_or),
    ),
    Misconception(
        "one condition holds, not both",
        "Join the conditions with &: an exclusive or (^) is False where both are True.",
        partial(_causal, join=torch.logical_xor),
    ),
    Misconception(
        "the mask has an axis for the heads",
        "Return (B, T, T); who calls it with several heads adds their axis with [:, None].",
        partial(_causal, finish=lambda found: found[:, None]),
    ),
)
