"""The reference of ``calibrated``."""

from jaxtyping import Float
from torch import Tensor


def calibrated(scores: Float[Tensor, "N C"], empty: Float[Tensor, "K C"]) -> Float[Tensor, "N C"]:
    """Take from each class's log probability what it has without any content.

    Args:
        scores: Of texts, as logarithms that need not be normalized, (N, C).
        empty: Of texts that say nothing, (K, C).

    Source:
        Zhao et al. 2021, arXiv 2102.09690, section 5.
    """
    prior = empty.softmax(dim=1).mean(dim=0)  # (C,)
    return scores.log_softmax(dim=1) - prior.log()
