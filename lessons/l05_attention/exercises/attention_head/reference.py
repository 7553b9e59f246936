"""The reference of ``attention_head``: it stands in until the student is right."""

import math
from typing import NamedTuple

import torch
from jaxtyping import Float, Int
from torch import Tensor


class HeadOutput(NamedTuple):
    """What the exercise returns; a plain tuple of the two is as good."""

    context: Float[Tensor, "B T d"]
    weights: Float[Tensor, "B T T"]


def attention_head(
    query: Float[Tensor, "B T d"],
    key: Float[Tensor, "B T d"],
    value: Float[Tensor, "B T d"],
    attention_mask: Int[Tensor, "B T"],
) -> HeadOutput:
    """Let each token take a weighted mean of the values it may see.

    Args:
        query: What each token asks, (B, T, d).
        key: What each token can be found by, (B, T, d).
        value: What each token gives, (B, T, d).
        attention_mask: 1 for a token, 0 for padding, also in front, (B, T), int64.

    Returns:
        The context (B, T, d) and the weights (B, T, T). Each row of the weights sums to 1; in a
        text that is all padding they are equal.
    """
    scores = query @ key.transpose(-2, -1) / math.sqrt(query.shape[-1])  # (B, T, T)
    is_padding = (attention_mask == 0)[:, None, :]  # (B, 1, T): hides keys
    weights = scores.masked_fill(is_padding, torch.finfo(scores.dtype).min).softmax(dim=-1)
    return HeadOutput(weights @ value, weights)
