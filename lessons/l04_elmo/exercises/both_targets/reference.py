"""The reference of ``both_targets``: it stands in until the student is right."""

from jaxtyping import Int
from torch import Tensor

NOTHING = -100  # the target that torch's cross-entropy leaves out


def both_targets(tokens: Int[Tensor, "B T"]) -> tuple[Tensor, Tensor]:
    """Give the forward and the backward target of each token, -100 where there is none."""
    return shift(tokens, 1), shift(tokens, -1)


def shift(tokens: Tensor, step: int, missing: int | None = NOTHING) -> Tensor:
    """Give the token ``step`` places on; ``missing`` behind the end, or None to wrap around."""
    targets = tokens.roll(-step, dims=1)
    if missing is not None:
        targets[:, -1 if step > 0 else 0] = missing
    return targets
