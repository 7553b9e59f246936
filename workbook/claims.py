"""What every lesson does first, and how it states a claim."""

import random
from collections.abc import Sequence
from statistics import mean, stdev

import numpy as np
import torch

from workbook.exercises.progress import keep_progress
from workbook.figures import use_style


class ClaimError(AssertionError):
    """A claim of a lesson does not hold."""


def begin_lesson(seed: int = 0, num_threads: int = 2, solutions: bool = False) -> None:
    """Make a lesson repeatable: seeds, a fixed number of threads and the figure style.

    Sums depend on how they are split among threads, so a fixed number keeps printed digits equal.

    Args:
        seed: Seed for Python, NumPy and torch.
        num_threads: Threads for torch's CPU operations.
        solutions: Whether this notebook holds solutions: it counts no exercise as yours.
    """
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)
    torch.set_num_threads(num_threads)
    keep_progress(not solutions)
    use_style()


def claim(text: str, holds: object) -> None:
    """Print a claim that holds; stop the lesson at one that does not.

    Args:
        text: The claim, as a sentence a reader can disagree with.
        holds: What decides it: a Python, NumPy or one-element tensor truth value.

    Raises:
        ClaimError: If the claim does not hold.
        ValueError: If ``holds`` is not a single truth value.
    """
    if isinstance(holds, torch.Tensor | np.ndarray | np.generic):
        if holds.shape != ():
            raise ValueError(f"a claim needs one truth value, got shape {tuple(holds.shape)}")
        holds = holds.item()
    if not isinstance(holds, bool):
        raise ValueError(f"a claim needs a truth value, got {type(holds).__name__}")
    if not holds:
        raise ClaimError(f"this claim does not hold: {text}")
    print(f"Claim holds: {text}")


def mean_sd(values: Sequence[float] | np.ndarray, digits: int = 1) -> str:
    """Write a measurement over several seeds: ``"41.2 ± 0.3"``, mean and standard deviation.

    Raises:
        ValueError: If there are fewer than two values.
    """
    if len(values) < 2:
        raise ValueError(f"a deviation needs two values or more, got {len(values)}")
    return f"{mean(values):.{digits}f} ± {stdev(values):.{digits}f}"
