"""The reference of ``attend_one``."""

from jaxtyping import Float
from torch import Tensor


def attend_one(
    query: Float[Tensor, " d"], keys: Float[Tensor, "T d"], values: Float[Tensor, "T d"]
) -> tuple[Float[Tensor, " d"], Float[Tensor, " T"]]:
    """Return the weighted mean of the values that one query finds, and the weights."""
    scores = keys @ query
    weights = scores.softmax(dim=0)
    return weights @ values, weights
