"""The reference of ``soft_mask``: it stands in until the student is right."""

from jaxtyping import Float
from torch import Tensor


def soft_mask(
    words: Float[Tensor, "T D"], mask: Float[Tensor, " D"], wrong: Float[Tensor, " T"]
) -> Float[Tensor, "T D"]:
    """Return what the corrector reads: each vector is hidden as much as it is suspected.

    Args:
        words: The vectors of what is written.
        mask: The vector of [MASK].
        wrong: The probability that each is wrong.
    """
    p = wrong[:, None]
    return p * mask + (1 - p) * words
