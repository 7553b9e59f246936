"""The reference of ``best_order``: it stands in until the student is right."""

from itertools import pairwise, permutations

from jaxtyping import Float
from torch import Tensor


def best_order(scores: Float[Tensor, "N N"]) -> list[int]:
    """Return the order of sentences whose neighbors fit best.

    Args:
        scores: Row i, column j: the log odds that sentence i stands before sentence j,
            if the two are neighbors.

    Returns:
        The numbers of the sentences. Of several best orders, the first one in the order of numbers.
    """
    orders = [list(order) for order in permutations(range(len(scores)))]
    return max(orders, key=lambda order: sum(float(scores[i, j]) for i, j in pairwise(order)))
