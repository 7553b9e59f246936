"""The reference of ``context_mean``: it stands in until the student is right."""

from jaxtyping import Float, Int
from torch import Tensor


def context_mean(
    vectors: Float[Tensor, "V D"], context: Int[Tensor, "B C"]
) -> Float[Tensor, "B D"]:
    """Return the mean vector of the words of each context; -1 is no word."""
    seen = (context != -1)[:, :, None]  # (B, C, 1)
    return (vectors[context] * seen).sum(dim=1) / seen.sum(dim=1)
