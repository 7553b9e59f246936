"""Two sides of a comparison must agree before their times are compared (``bertlab.timing``)."""

from collections.abc import Sequence

import torch
from torch import Tensor


def check_close(what: str, ours: Tensor, theirs: Tensor, tolerance: float) -> float:
    """Return the largest difference of two tensors.

    Raises:
        ValueError: If shapes differ, or an element by more than the tolerance (or is no number).
    """
    if ours.shape != theirs.shape:
        raise ValueError(f"{what}: expected equal shapes, got {ours.shape} and {theirs.shape}")
    with torch.no_grad():
        difference = (ours - theirs).abs().max().item()
    if not difference <= tolerance:
        raise ValueError(
            f"{what}: both sides must agree to {tolerance:g}, got a difference of {difference:g}"
        )
    return difference


def check_equal(what: str, ours: Sequence[object], theirs: Sequence[object]) -> None:
    """Check that two lists are equal.

    Raises:
        ValueError: If their lengths differ, or an element; it names the first.
    """
    if len(ours) != len(theirs):
        raise ValueError(f"{what}: expected equally many, got {len(ours)} and {len(theirs)}")
    for index, (one, other) in enumerate(zip(ours, theirs, strict=True)):
        if one != other:
            raise ValueError(f"{what}: number {index} differs: {one!r:.60} and {other!r:.60}")
