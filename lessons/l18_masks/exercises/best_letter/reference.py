"""The reference of ``best_letter``."""

from jaxtyping import Float
from torch import Tensor


def best_letter(probabilities: Float[Tensor, "G V"], tried: set[int]) -> int:
    """Return the letter that most probably stands in at least one gap, of those not tried.

    Args:
        probabilities: How probable each letter is in each gap, a to z, (G, 26).
        tried: The indices of the letters that were tried; at least one letter is left.

    Returns:
        Its index; of equals the first.
    """
    nowhere = (1 - probabilities).prod(dim=0)  # (26,)
    chances = 1 - nowhere
    chances[list(tried)] = -1
    return int(chances.argmax())
