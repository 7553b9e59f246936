"""All arms of a run, each with every seed."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from torch import Tensor

from workbook.records import one_thread

Arm = TypeVar("Arm", str, float)
Part = tuple[dict[str, Any], dict[str, Tensor]]  # what is recorded, and what is kept beside it


def of_arms(arms: Iterable[Arm], seeds: Iterable[int], part: Callable[[Arm, int], Part]) -> Part:
    """Return what every arm gave with every seed, on one thread.

    Args:
        arms: What is compared: names, or rates.
        seeds: Of each arm.
        part: Returns what one arm and seed gave.

    Returns:
        For each arm a list over seeds, and what is kept, by ``"ARM/SEED/NAME"``.
    """
    arms = list(arms)
    found: dict[str, Any] = {str(arm): [] for arm in arms}
    kept: dict[str, Tensor] = {}
    with one_thread():
        for seed in seeds:
            for arm in arms:
                entries, tensors = part(arm, seed)
                found[str(arm)].append(entries)
                kept |= {f"{arm}/{seed}/{name}": tensor for name, tensor in tensors.items()}
    return found, kept
