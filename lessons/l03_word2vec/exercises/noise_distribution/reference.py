"""The reference of ``noise_distribution``: it stands in until the student is right."""

from jaxtyping import Float, Int
from torch import Tensor

from bertlab.before.word2vec import examples as word2vec_examples


def noise_distribution(counts: Int[Tensor, " V"], power: float) -> Float[Tensor, " V"]:
    """Return the probability of each word as noise: its count to a power, normalized."""
    return word2vec_examples.noise_distribution(counts, power)
