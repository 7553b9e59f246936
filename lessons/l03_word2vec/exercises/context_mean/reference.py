"""The reference of ``context_mean``: it stands in until the student is right."""

from jaxtyping import Float, Int
from torch import Tensor

from bertlab.before.word2vec.model import mean_vectors


def context_mean(
    vectors: Float[Tensor, "V D"], context: Int[Tensor, "B C"]
) -> Float[Tensor, "B D"]:
    """Return the mean vector of the words of each context; -1 is no word."""
    return mean_vectors(context, vectors)
