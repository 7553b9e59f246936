"""The reference of ``mean_pair_cosine``: it stands in until the student is right."""

import torch
from jaxtyping import Float
from torch import Tensor


def mean_pair_cosine(vectors: Float[Tensor, "N D"]) -> Float[Tensor, ""]:
    """Return the mean cosine of all pairs of different vectors.

    Args:
        vectors: Two or more, none of length 0.

    Returns:
        A number in [-1, 1], in the dtype of ``vectors``.
    """
    unit = vectors / vectors.norm(dim=1, keepdim=True)
    cosines = unit @ unit.T  # (N, N)
    number = len(vectors)
    return (cosines.sum() - torch.trace(cosines)) / (number * (number - 1))
