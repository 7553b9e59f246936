"""The reference of ``paired_interval``: it stands in until the student is right."""

import torch
from jaxtyping import Float, Int
from torch import Tensor


def paired_interval(
    right_a: Float[Tensor, " N"], right_b: Float[Tensor, " N"], draws: Int[Tensor, "R N"]
) -> tuple[float, float]:
    """Give the 95% interval of a gain that was measured on the same texts.

    Args:
        right_a: For each text, 1 if model A is right, else 0.
        right_b: The same of model B, on the same texts in the same order.
        draws: In each row the numbers of as many texts, drawn with replacement.

    Returns:
        The lower and the upper end, in points: how far B is above A in the middle 95% of the rows.
    """
    gains = 100 * (right_b - right_a)  # (N,)
    means = gains[draws].mean(dim=1)  # (R,)
    ends = torch.tensor([0.025, 0.975], dtype=means.dtype)
    low, high = means.quantile(ends).tolist()
    return low, high
