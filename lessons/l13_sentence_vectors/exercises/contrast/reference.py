"""The reference of ``contrast``: it stands in until the student is right."""

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn.functional import cross_entropy, normalize


def contrast(
    first: Float[Tensor, "B D"], second: Float[Tensor, "B D"], temperature: float
) -> Float[Tensor, ""]:
    """Return the mean loss of finding each sentence's second vector among those of the batch.

    Args:
        first: A vector for each sentence.
        second: Another one for each; row i belongs to row i of ``first``.
        temperature: The cosines are divided by it.

    Returns:
        A number in nats.
    """
    scores = normalize(first, dim=1) @ normalize(second, dim=1).T / temperature  # (B, B)
    return cross_entropy(scores, torch.arange(len(first)))
