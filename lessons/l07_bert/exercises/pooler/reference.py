"""The reference of ``pooler``: it stands in until the student is right."""

import torch
from jaxtyping import Float
from torch import Tensor


def pooler(
    hidden: Float[Tensor, "B T D"], weight: Float[Tensor, "D D"], bias: Float[Tensor, " D"]
) -> Float[Tensor, "B D"]:
    """Pass the vector of the first token, [CLS], through a dense layer and tanh.

    Args:
        hidden: The last layer's vectors, (B, T, D).
        weight: ``pooler.dense.weight``, stored as (out, in), (D, D).
        bias: ``pooler.dense.bias``, (D,).

    Returns:
        One vector per text, (B, D), in the dtype of ``hidden``.
    """
    return torch.tanh(hidden[:, 0] @ weight.T + bias)
