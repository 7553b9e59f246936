"""The reference of ``span_lengths``: it stands in until the student is right."""

import torch
from jaxtyping import Float
from torch import Tensor


def span_lengths(p: float, longest: int) -> Float[Tensor, " L"]:
    """Return the probability of a span of 1, 2 ... ``longest`` words.

    Args:
        p: The probability that a span ends after a word.
        longest: A span with more words is drawn again.
    """
    weights = p * (1 - p) ** torch.arange(longest)
    return weights / weights.sum()
