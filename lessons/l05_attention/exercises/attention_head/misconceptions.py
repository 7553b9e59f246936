"""The misconceptions about ``attention_head``, each a wrong function with advice."""

import math
from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor

from workbook.exercises import Misconception


def _hide(scores: Tensor, mask: Tensor) -> Tensor:
    return scores.masked_fill(mask[:, None, :] == 0, -1e9)


def _filled(value: float) -> Callable[[Tensor, Tensor, Tensor], Tensor]:
    return lambda weights, s, mask: s.masked_fill(mask[:, None, :] == 0, value)


def _filling(value: float) -> Callable[[Tensor, Tensor], Tensor]:
    return lambda s, mask: s.masked_fill(mask[:, None, :] == 0, value).softmax(-1)


def _hidden_twice(value: float) -> Callable[[Tensor, Tensor], Tensor]:
    def weigh(s: Tensor, mask: Tensor) -> Tensor:
        return s.masked_fill(mask[:, None, :] * mask[:, :, None] == 0, value).softmax(-1)

    return weigh


def _not_normalized(s: Tensor, mask: Tensor) -> Tensor:
    return s.exp().masked_fill(mask[:, None, :] == 0, 0)


def _none_where_all_is_hidden(scores: Tensor, mask: Tensor) -> Tensor:
    return _hide(scores, mask).softmax(-1) * mask.any(dim=1)[:, None, None]


def _queries_hidden(value: float) -> Callable[[Tensor, Tensor], Tensor]:
    return lambda s, mask: s.masked_fill(mask[:, :, None] == 0, value).softmax(-1)


def _attend(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attention_mask: Tensor,
    *,
    weigh: Callable[[Tensor, Tensor], Tensor] = lambda s, mask: _hide(s, mask).softmax(-1),
    scale: Callable[[Tensor], float] = lambda query: math.sqrt(query.shape[-1]),
    score: Callable[[Tensor, Tensor], Tensor] = lambda query, key: query @ key.transpose(-2, -1),
    see: Callable[[Tensor, Tensor], Tensor] = lambda value, mask: value,
    mix: Callable[[Tensor, Tensor, Tensor], Tensor] = lambda weights, key, value: weights @ value,
    give: Callable[[Tensor, Tensor, Tensor], Tensor] = lambda weights, scores, mask: weights,
) -> tuple[Tensor, Tensor]:
    scores = score(query, key) / scale(query)
    weights = weigh(scores, attention_mask)
    return mix(weights, key, see(value, attention_mask)), give(weights, scores, attention_mask)


MISCONCEPTIONS = (
    Misconception(
        "the scores are not divided",
        "Divide by sqrt(d): the variance of a sum of d products grows like d, and large scores "
        "leave nearly all the weight to one key.",
        partial(_attend, scale=lambda query: 1.0),
    ),
    Misconception(
        "the scores are divided by d",
        "Divide by its square root: a variance of d is a spread of sqrt(d).",
        partial(_attend, scale=lambda query: query.shape[-1]),
    ),
    Misconception(
        "the scores are divided by the root of the number of tokens",
        "A score is a sum over the d components of a query, not over tokens: divide by "
        "sqrt(query.shape[-1]).",
        partial(_attend, scale=lambda query: math.sqrt(query.shape[-2])),
    ),
    Misconception(
        "the softmax runs over the queries",
        "Each query spreads a weight of 1 over the keys, so each row sums to 1: softmax over "
        "the last axis.",
        partial(_attend, weigh=lambda s, mask: _hide(s, mask).softmax(-2)),
        variants=(
            partial(_attend, weigh=lambda s, mask: (s - 1e4 * (1 - mask)[:, None]).softmax(-2)),
            partial(
                _attend,
                weigh=lambda s, mask: s.masked_fill(mask[:, None] == 0, -math.inf).softmax(-2),
            ),
        ),
    ),
    Misconception(
        "the padding is not hidden",
        "Give the keys that are padding a hugely negative score before the softmax: what "
        "stands there is no word.",
        partial(_attend, weigh=lambda s, mask: s.softmax(-1)),
    ),
    Misconception(
        "the mask is inverted",
        "In attention_mask 1 is a token and 0 is padding: hide the keys where it is 0.",
        partial(_attend, weigh=lambda s, mask: _hide(s, 1 - mask).softmax(-1)),
        variants=(
            partial(
                _attend,
                weigh=lambda s, mask: s.masked_fill(mask[:, None] == 1, -math.inf).softmax(-1),
            ),
        ),
    ),
    Misconception(
        "the mask hides queries instead of keys",
        "Nobody may look at padding, so the mask belongs to the last axis of the scores: "
        "attention_mask[:, None, :].",
        partial(_attend, weigh=_queries_hidden(-1e9)),
        variants=(partial(_attend, weigh=_queries_hidden(-math.inf)),),
    ),
    Misconception(
        "the mask hides queries as well as keys",
        "Hide the keys alone: a row of padding looks at the tokens like any other row, and nobody "
        "reads what it finds.",
        partial(_attend, weigh=_hidden_twice(-1e9)),
        variants=(
            partial(_attend, weigh=_hidden_twice(-math.inf)),
            partial(_attend, weigh=lambda s, mask: _hide(s, mask).softmax(-1) * mask[:, :, None]),
        ),
    ),
    Misconception(
        "the padding is taken out after the softmax",
        "Hide it before the softmax: afterwards the weights of the tokens that are left no "
        "longer sum to 1.",
        partial(_attend, weigh=lambda s, mask: s.softmax(-1) * mask[:, None, :]),
    ),
    Misconception(
        "the padding is taken out of the values, not of the scores",
        "Hide it in the scores, before the softmax: here padding still takes weight, which the "
        "tokens then lack.",
        partial(
            _attend,
            weigh=lambda s, mask: s.softmax(-1),
            see=lambda value, mask: value * mask[:, :, None],
        ),
    ),
    Misconception(
        "the scores of padding are not low enough",
        "A score of 0 still gets weight, for the softmax of 0 is not 0. Give padding a hugely "
        "negative score.",
        partial(_attend, weigh=lambda s, mask: (s * mask[:, None, :]).softmax(-1)),
        variants=(
            partial(_attend, weigh=lambda s, mask: (s + mask[:, None, :]).softmax(-1)),
            partial(_attend, weigh=_filling(-1.0)),
            partial(_attend, weigh=_filling(-10.0)),
            partial(_attend, weigh=_filling(1e9)),
        ),
    ),
    Misconception(
        "the weights are not divided by their sum",
        "Softmax is exp and then a division by the row's sum, so that each row sums to 1.",
        partial(_attend, weigh=_not_normalized),
    ),
    Misconception(
        "the division by sqrt(d) comes after the softmax",
        "Divide the scores, before the softmax: afterwards the rows no longer sum to 1.",
        lambda query, key, value, mask: _attend(
            query,
            key,
            value,
            mask,
            scale=lambda query: 1.0,
            weigh=lambda s, mask: _hide(s, mask).softmax(-1) / math.sqrt(query.shape[-1]),
        ),
    ),
    Misconception(
        "query and key are exchanged",
        "Rows of the scores belong to queries and columns to keys: query @ key transposed.",
        partial(_attend, score=lambda query, key: key @ query.transpose(-2, -1)),
    ),
    Misconception(
        "the scores are multiplied by sqrt(d)",
        "Divide by it: the scores should come down to a variance of 1.",
        partial(_attend, scale=lambda query: query.shape[-1] ** -0.5),
    ),
    Misconception(
        "the softmax runs over the texts of the batch",
        "Axis 0 counts texts. Each query spreads a weight of 1 over the keys: the last axis.",
        partial(_attend, weigh=lambda s, mask: _hide(s, mask).softmax(0)),
        variants=(
            partial(
                _attend,
                weigh=lambda s, mask: s.masked_fill(mask[:, None] == 0, -math.inf).softmax(0),
            ),
        ),
    ),
    Misconception(
        "a row where everything is hidden becomes NaN",
        "Fill with a huge but finite number, such as torch.finfo(scores.dtype).min: the "
        "softmax of a row of -inf is 0 / 0.",
        partial(
            _attend,
            weigh=_filling(-math.inf),
        ),
    ),
    Misconception(
        "a row where everything is hidden gets no weight at all",
        "Each row of the weights sums to 1, there too: fill with a huge but finite number before "
        "the softmax. -inf and nan_to_num(0) only cover the 0 / 0 up.",
        partial(_attend, weigh=_none_where_all_is_hidden),
    ),
    Misconception(
        "the scores are returned instead of the weights",
        "The second result is what the softmax gives: weights between 0 and 1, each row with the "
        "sum 1, the same that are multiplied with the values.",
        partial(_attend, give=lambda weights, s, mask: s),
        variants=(
            *(
                partial(_attend, give=_filled(value))
                for value in (-1e4, -1e9, -1e10, torch.finfo(torch.float64).min)
            ),
            partial(_attend, give=lambda weights, s, mask: s - 1e4 * (1 - mask)[:, None]),
            partial(_attend, give=lambda weights, s, mask: s - 1e9 * (1 - mask)[:, None]),
            partial(_attend, weigh=_filling(-math.inf), give=_filled(-math.inf)),
        ),
    ),
    Misconception(
        "the weights are applied to the keys",
        "Keys decide who is heard, values are what is said: the context is weights @ value.",
        partial(_attend, mix=lambda weights, key, value: weights @ key),
    ),
    Misconception(
        "the weights are applied to the queries",
        "A query only asks; what the tokens give are the values: the context is weights @ value.",
        lambda query, key, value, mask: _attend(
            query, key, value, mask, mix=lambda weights, key, value: weights @ query
        ),
    ),
    Misconception(
        "the context of padding is set to 0",
        "Return weights @ value for each place: the mask has done its work in the scores.",
        lambda query, key, value, mask: _attend(
            query, key, value, mask, mix=lambda w, key, value: w @ value * mask[:, :, None]
        ),
    ),
    Misconception(
        "the weights are transposed before they meet the values",
        "Row i of the weights says what token i gathers: weights @ value. Transposed, token i "
        "gets what the others give away, and its weights do not sum to 1.",
        partial(_attend, mix=lambda weights, key, value: weights.transpose(-2, -1) @ value),
    ),
)
