"""The reference of ``keep_probability``: it stands in until the student is right."""

from jaxtyping import Float, Int
from torch import Tensor


def keep_probability(counts: Int[Tensor, " V"], sample: float) -> Float[Tensor, " V"]:
    """Return the probability of keeping one occurrence of each word: sqrt(t/f) + t/f, at most 1."""
    ratio = sample * counts.sum() / counts.double()  # t / f
    return (ratio.sqrt() + ratio).clamp(max=1)
