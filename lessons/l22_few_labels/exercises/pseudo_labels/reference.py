"""The reference of ``pseudo_labels``."""

import torch
from jaxtyping import Float, Int
from torch import Tensor


def pseudo_labels(
    scores: Float[Tensor, "M N C"], threshold: float
) -> tuple[Int[Tensor, " S"], Int[Tensor, " S"]]:
    """Return which texts several models together are sure about, and their class.

    Args:
        scores: Of M models for N texts and C classes, as logarithms, not normalized.
        threshold: The lowest mean probability of the best class that is enough.

    Returns:
        The indices of these texts, in order, and the class of each.

    Source:
        After Schick and Schütze 2021, arXiv 2001.07676 (PET), section 3.3; theirs are soft labels.
    """
    means = scores.softmax(dim=2).mean(dim=0)  # (N, C)
    highest, labels = means.max(dim=1)
    (indices,) = torch.where(highest >= threshold)
    return indices, labels[indices]
