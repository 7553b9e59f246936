"""The reference of ``moved_weight``: it stands in until the student is right."""

from jaxtyping import Float
from torch import Tensor


def moved_weight(own: Float[Tensor, "H T T"], other: Float[Tensor, "H T T"]) -> Float[Tensor, ""]:
    """Return which proportion of a row's weight has moved, as a mean over all rows."""
    return (own - other).abs().sum(dim=-1).mean() / 2
