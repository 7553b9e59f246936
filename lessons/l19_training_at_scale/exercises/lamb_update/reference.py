"""The reference of ``lamb_update``."""

from jaxtyping import Float
from torch import Tensor


def lamb_update(
    weight: Float[Tensor, "*N"], update: Float[Tensor, "*N"], rate: float
) -> Float[Tensor, "*N"]:
    """Return a weight after a step whose length is the rate times its own.

    Args:
        weight: Of any shape.
        update: What AdamW would subtract, before the rate.
        rate: The learning rate.
    """
    length, step = weight.norm(), update.norm()
    ratio = length / step if length > 0 and step > 0 else 1
    return weight - rate * ratio * update
