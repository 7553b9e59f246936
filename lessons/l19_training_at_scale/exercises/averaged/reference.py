"""The reference of ``averaged``."""

from collections.abc import Sequence

from torch import Tensor


def averaged(gradients: Sequence[Sequence[Tensor]], counts: Sequence[int]) -> list[Tensor]:
    """Return the gradients of the mean over all losses of all machines.

    Args:
        gradients: Of each machine, those of its sum of losses: one tensor for each parameter.
        counts: How many losses are in the sum of each machine.
    """
    total = sum(counts)
    return [sum(parts) / total for parts in zip(*gradients, strict=True)]
