"""Exercise of the attention lesson: one head of scaled dot-product attention, with padding."""

import math
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import torch
from jaxtyping import Float, Int
from torch import Tensor

from bertlab.exercises.definition import Case, Exercise, Misconception


class HeadOutput(NamedTuple):
    """What the exercise returns; a plain tuple of the two is as good."""

    context: Float[Tensor, "B T K"]
    weights: Float[Tensor, "B T T"]


def _attention_head(
    query: Float[Tensor, "B T K"],
    key: Float[Tensor, "B T K"],
    value: Float[Tensor, "B T K"],
    attention_mask: Int[Tensor, "B T"],
) -> HeadOutput:
    """Let each token take a weighted mean of the values it may see.

    Args:
        query: What each token asks, (B, T, K).
        key: What each token can be found by, (B, T, K).
        value: What each token gives, (B, T, K).
        attention_mask: 1 for a token, 0 for padding, (B, T).

    Returns:
        The context (B, T, K) and the weights (B, T, T). No row is NaN, not even in a text that
        is all padding.
    """
    scores = query @ key.transpose(-2, -1) / math.sqrt(query.shape[-1])  # (B, T, T)
    is_padding = (attention_mask == 0)[:, None, :]  # (B, 1, T): hides keys
    weights = scores.masked_fill(is_padding, torch.finfo(scores.dtype).min).softmax(dim=-1)
    return HeadOutput(weights @ value, weights)


def _case(lengths: tuple[int, ...], tokens: int, size: int) -> Case:
    generator = torch.Generator().manual_seed(tokens)
    shape = (3, len(lengths), tokens, size)
    query, key, value = 1.5 * torch.randn(shape, generator=generator, dtype=torch.float64)
    mask = (torch.arange(tokens) < torch.tensor(lengths)[:, None]).long()
    # Where all is hidden, the scores are equal: then each way to hide gives equal weights, but -inf
    # gives NaN.
    query = query * (mask.sum(1) > 0)[:, None, None]
    return Case((query, key, value, mask))


def _cases() -> list[Case]:
    query, key, value, mask = _case((2, 4, 1), tokens=5, size=6).args
    in_front = Case((query, key, value, mask.flip(1)))  # padding may come first
    return [_case((3, 5), tokens=7, size=4), in_front, _case((4, 0), tokens=6, size=3)]


# --- the slips: the same steps, one of them exchanged ---------------------------------------------


def _hide(scores: Tensor, mask: Tensor) -> Tensor:
    return scores.masked_fill(mask[:, None, :] == 0, -1e9)


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
    mix: Callable[[Tensor, Tensor, Tensor], Tensor] = lambda weights, key, value: weights @ value,
) -> tuple[Tensor, Tensor]:
    weights = weigh(query @ key.transpose(-2, -1) / scale(query), attention_mask)
    return mix(weights, key, value), weights


attention_head = Exercise(
    name="attention_head",
    reference=_attention_head,
    cases=_cases,
    misconceptions=(
        Misconception(
            "the scores are not divided",
            "Divide by sqrt(K): the variance of a sum of K products grows like K, and large scores "
            "leave nearly all the weight to one key.",
            partial(_attend, scale=lambda query: 1.0),
        ),
        Misconception(
            "the scores are divided by K",
            "Divide by its square root: a variance of K is a spread of sqrt(K).",
            partial(_attend, scale=lambda query: query.shape[-1]),
        ),
        Misconception(
            "the scores are divided by the root of the number of tokens",
            "A score is a sum over the K components of a query, not over tokens: divide by "
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
        ),
        Misconception(
            "the mask hides queries instead of keys",
            "Nobody may look at padding, so the mask belongs to the last axis of the scores: "
            "attention_mask[:, None, :].",
            partial(_attend, weigh=_queries_hidden(-1e9)),
            variants=(partial(_attend, weigh=_queries_hidden(-math.inf)),),
        ),
        Misconception(
            "the padding is taken out after the softmax",
            "Hide it before the softmax: afterwards the weights of the tokens that are left no "
            "longer sum to 1.",
            partial(_attend, weigh=lambda s, mask: s.softmax(-1) * mask[:, None, :]),
        ),
        Misconception(
            "the scores are multiplied by the mask",
            "A score of 0 still gets weight, for the softmax of 0 is not 0. Give padding a hugely "
            "negative score.",
            partial(_attend, weigh=lambda s, mask: (s * mask[:, None, :]).softmax(-1)),
        ),
        Misconception(
            "a row where everything is hidden becomes NaN",
            "Fill with a huge but finite number, such as torch.finfo(scores.dtype).min: the "
            "softmax of a row of -inf is 0 / 0.",
            partial(
                _attend,
                weigh=lambda s, mask: s.masked_fill(mask[:, None, :] == 0, -math.inf).softmax(-1),
            ),
        ),
        Misconception(
            "the weights are applied to the keys",
            "Keys decide who is heard, values are what is said: the context is weights @ value.",
            partial(_attend, mix=lambda weights, key, value: weights @ key),
        ),
        Misconception(
            "the weights are transposed before they meet the values",
            "Row i of the weights says what token i gathers: weights @ value. Transposed, token i "
            "gets what the others give away, and its weights do not sum to 1.",
            partial(_attend, mix=lambda weights, key, value: weights.transpose(-2, -1) @ value),
        ),
    ),
    difficulty=3,
    minutes=10,
)
