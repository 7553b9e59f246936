"""The reference of ``without_direction``: it stands in until the student is right."""

from jaxtyping import Float
from torch import Tensor
from torch.nn.functional import normalize


def without_direction(
    row: Float[Tensor, " m"], others: Float[Tensor, "n m"]
) -> Float[Tensor, " m"]:
    """Return what remains of a row without its part along the mean of others."""
    u = normalize(others.mean(dim=0), dim=0)
    return row - (row @ u) * u
