"""The reference of ``next_word_scores``: it stands in until the student is right."""

import torch
from jaxtyping import Float
from torch import Tensor


def next_word_scores(
    features: Float[Tensor, "B N"],
    hidden_weight: Float[Tensor, "D N"],
    hidden_bias: Float[Tensor, " D"],
    output_weight: Float[Tensor, "V D"],
    output_bias: Float[Tensor, " V"],
    direct_weight: Float[Tensor, "V N"],
) -> Float[Tensor, "B V"]:
    """Return y = b + W x + U tanh(d + H x) for each row x of the features."""
    hidden = torch.tanh(hidden_bias + features @ hidden_weight.T)
    return output_bias + features @ direct_weight.T + hidden @ output_weight.T
