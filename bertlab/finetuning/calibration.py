"""What a cloze says without any content, and how to take it away from its scores."""

from jaxtyping import Float
from torch import Tensor


def calibrate(
    scores: Float[Tensor, "N C"], content_free: Float[Tensor, "K C"]
) -> Float[Tensor, "N C"]:
    """Take from each class's log probability what it has without any content.

    Args:
        scores: Of texts.
        content_free: Of texts that say nothing, such as *N/A*.

    Source: Zhao et al. 2021, arXiv 2102.09690, section 5.
    """
    prior = content_free.softmax(dim=1).mean(dim=0)
    return scores.log_softmax(dim=1) - prior.log()


def center_at_median(
    scores: Float[Tensor, "N C"], others: Float[Tensor, "K C"]
) -> Float[Tensor, "N C"]:
    """Move the scores so that the median of other texts, unlabelled ones, is the threshold.

    Of two classes each then gets half of these texts: right where classes are about equally
    frequent.

    Args:
        scores: Of texts.
        others: Of texts like them.
    """
    centered = others - others.mean(dim=1, keepdim=True)
    return scores - centered.median(dim=0).values
