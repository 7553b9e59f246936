"""The reference of ``permutation_masks``."""

from jaxtyping import Bool, Int
from torch import Tensor


def permutation_masks(
    order: Int[Tensor, "B T"],
) -> tuple[Bool[Tensor, "B T T"], Bool[Tensor, "B T T"]]:
    """Mark what contents and queries may see, if tokens are guessed in an order of their own.

    Args:
        order: When each token is guessed, a permutation of 0, ..., T - 1, (B, T), int64.

    Returns:
        For contents: True at (b, i, j) where token j is guessed before token i, or is i itself.
        For queries: True where token j is guessed before token i. Each (B, T, T).

    Source:
        Yang et al. (2019), section 2.3.
    """
    mine = order[:, :, None]  # (B, T, 1): when i is guessed
    others = order[:, None, :]  # (B, 1, T): when j is guessed
    content = others <= mine
    query = others < mine
    return content, query
