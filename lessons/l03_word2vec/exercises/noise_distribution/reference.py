"""The reference of ``noise_distribution``: it stands in until the student is right."""

from jaxtyping import Float, Int
from torch import Tensor


def noise_distribution(counts: Int[Tensor, " V"], power: float) -> Float[Tensor, " V"]:
    """Return the probability of each word as noise: its count to a power, normalized."""
    powers = counts.double() ** power
    return powers / powers.sum()
