"""The reference of ``right_comparisons``: it stands in until the student is right."""

from collections.abc import Sequence
from itertools import product


def right_comparisons(same: Sequence[float], different: Sequence[float]) -> float:
    """Return how often a cosine of one list is higher than one of the other, over all pairs.

    Args:
        same: Cosines of pairs with one meaning.
        different: Cosines of pairs with two meanings.

    Returns:
        A proportion: 1/2 by chance, 1 at best; a tie counts one half. (The area under the ROC
        curve.)
    """
    right = sum((a > b) + 0.5 * (a == b) for a, b in product(same, different))
    return right / (len(same) * len(different))
