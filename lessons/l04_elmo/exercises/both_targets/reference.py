"""The reference of ``both_targets``: it stands in until the student is right."""

from jaxtyping import Int
from torch import Tensor


def both_targets(tokens: Int[Tensor, "B T"]) -> tuple[Tensor, Tensor]:
    """Give the forward and the backward target of each token, -100 where there is none."""
    forward = tokens.roll(-1, dims=1)
    backward = tokens.roll(1, dims=1)
    forward[:, -1] = -100  # the target that torch's cross-entropy leaves out
    backward[:, 0] = -100
    return forward, backward
