"""The reference of ``cloze_score``."""

from jaxtyping import Bool, Float, Int
from torch import Tensor


def cloze_score(
    logits: Float[Tensor, "B T V"],
    shown: Int[Tensor, "B T"],
    ids: Int[Tensor, "B T"],
    chosen: Bool[Tensor, "B T"],
) -> tuple[int, int]:
    """Return how many hidden pieces are guessed, and of how many."""
    hidden = chosen & (shown != ids)
    guesses = logits.argmax(dim=2)
    right = hidden & (guesses == ids)
    return int(right.sum()), int(hidden.sum())
