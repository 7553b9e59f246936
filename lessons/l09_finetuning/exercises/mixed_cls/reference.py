"""The reference of ``mixed_cls``: it stands in until the student is right."""

from collections.abc import Sequence

import torch
from jaxtyping import Float
from torch import Tensor


def mixed_cls(
    hidden_states: Sequence[Float[Tensor, "B T D"]], w: Float[Tensor, "4"]
) -> Float[Tensor, "B D"]:
    """Mix the vectors that the last four layers have for [CLS].

    Args:
        hidden_states: The embeddings, then the output of each layer, each (B, T, D).
        w: A learned number, even in the thousands, for each of the last four layers, the lowest
            first. Their softmax gives the shares of the mixture.

    Returns:
        One vector per text, (B, D).
    """
    cls = torch.stack([layer[:, 0] for layer in hidden_states[-4:]])  # (4, B, D)
    return torch.einsum("l,lbd->bd", w.softmax(dim=0), cls)
