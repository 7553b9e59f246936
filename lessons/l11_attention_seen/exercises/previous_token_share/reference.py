"""The reference of ``previous_token_share``: it stands in until the student is right."""

from jaxtyping import Float
from torch import Tensor


def previous_token_share(weights: Float[Tensor, "H T T"], length: int) -> Float[Tensor, " H"]:
    """Measure how much of its weight each head gives to the token before.

    Args:
        weights: Attention weights of one text; row i of a head says how token i looks, (H, T, T).
        length: The number of tokens, 2 or more; behind them come rows and columns of padding.

    Returns:
        The weight that a token gives to the one before it, averaged over all tokens that have one,
        (H,).
    """
    return weights.diagonal(-1, dim1=1, dim2=2)[:, : length - 1].mean(dim=1)
