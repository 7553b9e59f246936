"""The reference of ``follows``."""

from jaxtyping import Float, Int
from torch import Tensor


def follows(p: Float[Tensor, "N two L H"]) -> Int[Tensor, "L H"]:
    """Count for each head the pairs in which p falls by 0.1 or more from ending to ending."""
    return (p[:, 0] - p[:, 1] >= 0.1).sum(dim=0)
