"""The misconceptions about ``self_attention``, each a wrong function with advice."""

from lessons.l07_bert.exercises.cases import Tensors

import math
from collections.abc import Callable
from functools import partial

from torch import Tensor

from workbook.exercises import Misconception


def _split(projected: Tensor, num_heads: int) -> Tensor:
    return projected.unflatten(-1, (num_heads, -1)).transpose(1, 2)  # (B, H, T, K)


def _split_by_view(projected: Tensor, num_heads: int) -> Tensor:
    batch, tokens, size = projected.shape
    return projected.reshape(batch, num_heads, tokens, size // num_heads)


def _split_interleaved(projected: Tensor, num_heads: int) -> Tensor:
    return projected.unflatten(-1, (-1, num_heads)).permute(0, 3, 1, 2)


def _split_into_sizes(projected: Tensor, num_heads: int) -> Tensor:
    return projected.unflatten(-1, (-1, num_heads)).transpose(1, 2)  # (B, K, T, H)


def _merge(context: Tensor) -> Tensor:
    return context.transpose(1, 2).flatten(2)


def _merge_by_view(context: Tensor) -> Tensor:
    batch, heads, tokens, size = context.shape
    return context.reshape(batch, tokens, heads * size)


def _merge_interleaved(context: Tensor) -> Tensor:
    return context.permute(0, 2, 3, 1).flatten(2)


def _hide(scores: Tensor, padding: Tensor, value: float = -1e9) -> Tensor:
    return scores.masked_fill(padding, value)


def _weights(scores: Tensor, mask: Tensor) -> Tensor:
    return _hide(scores, mask[:, None, None, :] == 0).softmax(-1)


def _inverted(scores: Tensor, mask: Tensor) -> Tensor:
    return _hide(scores, mask[:, None, None, :] == 1).softmax(-1)


def _zeroed(scores: Tensor, mask: Tensor) -> Tensor:
    return scores.softmax(-1) * mask[:, None, None, :]


def _mask_times_scores(scores: Tensor, mask: Tensor) -> Tensor:
    return (scores * mask[:, None, None, :]).softmax(-1)


def _mask_added(scores: Tensor, mask: Tensor) -> Tensor:
    return (scores + mask[:, None, None, :]).softmax(-1)


def _on_both(value: float) -> Callable[[Tensor, Tensor], Tensor]:
    def weigh(scores: Tensor, mask: Tensor) -> Tensor:
        seen = mask[:, None, None, :] * mask[:, None, :, None]
        return _hide(scores, seen == 0, value).softmax(-1)

    return weigh


def _over_queries(scores: Tensor, mask: Tensor) -> Tensor:
    return _hide(scores, mask[:, None, None, :] == 0).softmax(-2)


def _added_over_queries(scores: Tensor, mask: Tensor) -> Tensor:
    return (scores + (1 - mask)[:, None, None, :] * -10000.0).softmax(-2)


def _on_queries(value: float) -> Callable[[Tensor, Tensor], Tensor]:
    return lambda scores, mask: _hide(scores, mask[:, None, :, None] == 0, value).softmax(-1)


def _attend(
    hidden: Tensor,
    mask: Tensor,
    layer: Tensors,
    num_heads: int,
    *,
    split: Callable[[Tensor, int], Tensor] = _split,
    weigh: Callable[[Tensor, Tensor], Tensor] = _weights,
    merge: Callable[[Tensor], Tensor] = _merge,
    scale: Callable[[int, int], float] = lambda size, heads: math.sqrt(size // heads),
    transposed: bool = False,
    biased: tuple[str, ...] = ("query", "key", "value"),
    asks: tuple[str, str] = ("query", "key"),
) -> Tensor:
    def project(name: str) -> Tensor:
        weight, bias = (layer[f"attention.self.{name}.{kind}"] for kind in ("weight", "bias"))
        projected = hidden @ (weight if transposed else weight.T) + bias * (name in biased)
        return split(projected, num_heads)

    scores = project(asks[0]) @ project(asks[1]).transpose(-2, -1)
    scores = scores / scale(hidden.shape[-1], num_heads)
    return merge(weigh(scores, mask) @ project("value"))


MISCONCEPTIONS = (
    Misconception(
        "the heads are split off without a transpose",
        "First view (B, T, D) as (B, T, H, K), then swap the axes T and H. A direct view as "
        "(B, H, T, K) fills each head with features of other tokens.",
        partial(_attend, split=_split_by_view),
        variants=(partial(_attend, split=_split_by_view, merge=_merge_by_view),),
    ),
    Misconception(
        "the heads are merged without a transpose",
        "Swap the axes H and T back before (B, T, H, K) becomes (B, T, D); else one token's "
        "vector holds the contexts of several tokens.",
        partial(_attend, merge=_merge_by_view),
    ),
    Misconception(
        "a head takes every H-th feature",
        "A head's K features are neighbors: view D as (H, K), not as (K, H), or the trained "
        "weights meet the wrong partners.",
        partial(_attend, split=_split_interleaved),
        variants=(partial(_attend, split=_split_interleaved, merge=_merge_interleaved),),
    ),
    Misconception(
        "the mask is inverted",
        "In attention_mask 1 is a token and 0 is padding: hide the keys where it is 0.",
        partial(_attend, weigh=_inverted),
        variants=(
            partial(
                _attend,
                weigh=lambda s, mask: _hide(s, mask[:, None, None] == 1, -math.inf).softmax(-1),
            ),
        ),
    ),
    Misconception(
        "the mask hides queries instead of keys",
        "Nobody may look at padding, so the mask belongs to the keys, the last axis of the "
        "scores: attention_mask[:, None, None, :].",
        partial(_attend, weigh=_on_queries(-1e9)),
        variants=(partial(_attend, weigh=_on_queries(-math.inf)),),
    ),
    Misconception(
        "the mask hides queries as well as keys",
        "Hide the keys alone: a row of padding looks at the tokens like any other row.",
        partial(_attend, weigh=_on_both(-1e9)),
        variants=(
            partial(_attend, weigh=_on_both(-math.inf)),
            partial(_attend, weigh=lambda s, mask: _weights(s, mask) * mask[:, None, :, None]),
        ),
    ),
    Misconception(
        "the padding is not hidden",
        "Give the keys that are padding hugely negative scores. A mask added along the "
        "queries, [:, None, :, None], shifts a whole row, and softmax does not see that.",
        partial(_attend, weigh=lambda scores, mask: scores.softmax(-1)),
    ),
    Misconception(
        "the padding is taken out after the softmax",
        "Hide it before the softmax: afterwards the weights of the tokens no longer sum to 1.",
        partial(_attend, weigh=_zeroed),
    ),
    Misconception(
        "the mask enters the scores as 0 and 1",
        "A score of 0, or one that is smaller by 1, still gets weight. Give padding a hugely "
        "negative score, with masked_fill or (1 - mask) * -10000.",
        partial(_attend, weigh=_mask_times_scores),
        variants=(partial(_attend, weigh=_mask_added),),
    ),
    Misconception(
        "the softmax runs over the queries",
        "Each query spreads a weight of 1 over the keys: softmax over the last axis.",
        partial(_attend, weigh=_over_queries),
        variants=(
            partial(_attend, weigh=_added_over_queries),
            partial(
                _attend,
                weigh=lambda s, mask: _hide(s, mask[:, None, None] == 0, -math.inf).softmax(-2),
            ),
        ),
    ),
    Misconception(
        "the softmax runs over the heads",
        "Axis 1 counts heads. Each query spreads a weight of 1 over the keys: the last axis.",
        partial(_attend, weigh=lambda s, mask: _hide(s, mask[:, None, None] == 0).softmax(1)),
    ),
    Misconception(
        "the scores are divided by the root of the number of heads",
        "A score is a sum over the K features of a head: divide by sqrt(K).",
        partial(_attend, scale=lambda size, heads: math.sqrt(heads)),
    ),
    Misconception(
        "the scores are divided by the head size",
        "Divide by its square root: the variance of a sum of K products is K, so its spread is "
        "sqrt(K).",
        partial(_attend, scale=lambda size, heads: size // heads),
    ),
    Misconception(
        "the scores are divided by the root of the hidden size",
        "A head compares K = D / H features, not all D: divide by sqrt(K).",
        partial(_attend, scale=lambda size, heads: math.sqrt(size)),
    ),
    Misconception(
        "the scores are not divided",
        "Divide by sqrt(K), or large scores let one key take nearly all the weight.",
        partial(_attend, scale=lambda size, heads: 1.0),
    ),
    Misconception(
        "the weights are not transposed",
        "nn.Linear stores a weight as (out, in), so a projection is hidden @ weight.T + bias. "
        "Query, key and value weights are square: the wrong way runs too.",
        partial(_attend, transposed=True),
    ),
    Misconception(
        "the biases are left out",
        "Each projection ends with + bias.",
        partial(_attend, biased=()),
    ),
    Misconception(
        "the bias of one projection is left out",
        "Query, key and value each end with + bias. Only that of the key does not show: it adds "
        "the same to all scores of a row, and the softmax does not see that.",
        partial(_attend, biased=("query", "key")),
        variants=(partial(_attend, biased=("key", "value")),),
    ),
    Misconception(
        "query and key are exchanged",
        "Rows of the scores belong to queries and columns to keys: query @ key transposed. The "
        "softmax then runs over the keys.",
        partial(_attend, asks=("key", "query")),
    ),
    Misconception(
        "num_heads is taken for the size of a head",
        "num_heads is H, the number of heads; each has K = D / H features. Both split the vector "
        "without an error, so the shapes do not show it.",
        partial(_attend, split=_split_into_sizes),
        variants=(
            partial(_attend, split=_split_into_sizes, scale=lambda size, heads: math.sqrt(heads)),
        ),
    ),
)
