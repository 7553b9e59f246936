"""The reference of ``interval``."""

from jaxtyping import Num
from scipy import stats
from torch import Tensor


def interval(differences: Num[Tensor, "D N"]) -> tuple[float, float, float]:
    """Return the mean difference of two methods, and its 95% interval over draws of the labels.

    Args:
        differences: A row for each draw, a column for each test text: method A is right, minus
            method B is right.

    Raises:
        ValueError: If there are fewer than two draws.
    """
    D = len(differences)
    if D < 2:
        raise ValueError(f"expected at least 2 draws, got {D}")
    means = differences.double().mean(dim=1)  # (D,)
    reach = stats.t.ppf(0.975, D - 1) * means.std().item() / D**0.5
    mean = means.mean().item()
    return mean, mean - reach, mean + reach
