"""The proportion of right comparisons: ours, and what is wrong with a student's."""

from collections.abc import Callable, Sequence
from itertools import product

from workbook.exercises.tasks import OPEN, task

Count = Callable[[Sequence[float], Sequence[float]], float]
SAME, DIFFERENT = (0.9, 0.5, 0.3), (0.5, 0.4, 0.1, 0.6)  # cosines to try a function on
ADVICE = {  # what a wrong function gives for them, and what it does
    7.5: "This counts the right comparisons. Divide by the number of all comparisons.",
    7.0: "Divide by the number of all comparisons, and count a tie as one half.",
    7 / 12: "A tie counts one half, because a coin would decide it.",
    8 / 12: "A tie counts one half, not one.",
    4.5 / 12: "This counts the wrong ones: it is right if the cosine from same is higher.",
    1.0: "Each cosine of same is compared with one of different. Compare it with all of them.",
    62.5: "Return a proportion from 0 to 1, not a percentage.",
}


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


def checked(count: Count) -> Count:
    """Say what a student's count does; return it if it is right, and ours if not."""
    return task(__name__, "right_comparisons", count, right_comparisons, slip)


def slip(count: Count) -> str:
    """Name the slip in a count; nothing if it has none."""
    found = count(SAME, DIFFERENT)
    if found is None or found is ...:
        return OPEN
    expected = right_comparisons(SAME, DIFFERENT)
    if abs(found - expected) < 1e-6:
        return ""
    for value, advice in ADVICE.items():
        if abs(found - value) < 1e-6:
            return advice
    return f"For {SAME} and {DIFFERENT} it gives {found:.3f}, and {expected:.3f} is right."
