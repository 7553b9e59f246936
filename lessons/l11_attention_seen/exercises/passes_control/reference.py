"""The reference of ``passes_control``: it stands in until the student is right."""

from jaxtyping import Bool, Float
from torch import Tensor


def passes_control(weights: Float[Tensor, "H T T"], i: int, j: int) -> Bool[Tensor, " H"]:
    """Return for each head whether token i gives more to j than every other token, (H,)."""
    others = [token for token in range(weights.shape[-1]) if token not in (i, j)]
    return weights[:, i, j] > weights[:, others, j].amax(dim=1)
