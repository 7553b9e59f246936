"""The reference of ``largest_differences``: it stands in until the student is right."""

from collections.abc import Sequence

from jaxtyping import Float, Int
from torch import Tensor


def largest_differences(
    mine: Sequence[Float[Tensor, "B T D"]],
    theirs: Sequence[Float[Tensor, "B T D"]],
    attention_mask: Int[Tensor, "B T"],
) -> list[float]:
    """Return the largest absolute difference of two programs' vectors after each step.

    Args:
        mine: The vectors of one program, after each step.
        theirs: Those of the other one, after the same steps.
        attention_mask: 1 for a token, 0 for padding, where any numbers may stand, even NaN.

    Returns:
        One number for each step, over the tokens of all texts.
    """
    tokens = attention_mask == 1
    return [
        (one - other)[tokens].abs().max().item() for one, other in zip(mine, theirs, strict=True)
    ]
