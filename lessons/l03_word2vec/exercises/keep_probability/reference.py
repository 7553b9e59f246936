"""The reference of ``keep_probability``: it stands in until the student is right."""

from jaxtyping import Float, Int
from torch import Tensor

from bertlab.before.word2vec import examples as word2vec_examples


def keep_probability(counts: Int[Tensor, " V"], sample: float) -> Float[Tensor, " V"]:
    """Return the probability of keeping one occurrence of each word: sqrt(t/f) + t/f, at most 1."""
    return word2vec_examples.keep_probability(counts, sample)
