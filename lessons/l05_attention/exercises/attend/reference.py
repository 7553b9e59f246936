"""The reference of ``attend``."""

import torch
from jaxtyping import Float
from torch import Tensor


def attend(
    query: Float[Tensor, "*batch T d"],
    key: Float[Tensor, "*batch T d"],
    value: Float[Tensor, "*batch T d"],
    mask: Tensor,
) -> tuple[Float[Tensor, "*batch T d"], Float[Tensor, "*batch T T"]]:
    """Return what each token takes from those it may look at, and the weights.

    Args:
        query: What each token looks for.
        key: What each token can be found by.
        value: What each token hands over.
        mask: True where token i may look at token j; bools that broadcast to the weights.

    Source: Vaswani et al. 2017, equation 1.
    """
    scores = query @ key.transpose(-2, -1) / query.shape[-1] ** 0.5
    scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(dim=-1)
    return weights @ value, weights
