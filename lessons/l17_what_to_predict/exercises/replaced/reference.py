"""The reference of ``replaced``: it stands in until the student is right."""

from jaxtyping import Bool, Int
from torch import Tensor


def replaced(
    ids: Int[Tensor, "B T"], chosen: Bool[Tensor, "B T"], drawn: Int[Tensor, " M"]
) -> tuple[Int[Tensor, "B T"], Int[Tensor, "B T"]]:
    """Return what the detector reads, and 1 for each token that is not the one of the text.

    Args:
        ids: The text.
        chosen: Where the generator had to guess.
        drawn: Its guesses, row by row.
    """
    shown = ids.clone()
    shown[chosen] = drawn
    return shown, (shown != ids).long()
