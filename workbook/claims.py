"""What every lesson does first, how it states a claim, and what it checks in silence."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean, stdev

import numpy as np
import torch
from IPython import get_ipython
from IPython.display import display

from workbook.exercises.progress import my_progress, record_progress
from workbook.figures import use_style
from workbook.questions.markup import markup

STYLE = "margin: 0.4em 0; padding: 0.4em 0.8em; border-left: 4px solid #009e73; " + (
    "background: rgba(0, 158, 115, 0.09); font: inherit"
)


class ClaimError(AssertionError):
    """A claim or a check of a lesson does not hold."""


def begin_lesson(seed: int = 0, num_threads: int = 2, solutions: bool = False) -> None:
    """Make a lesson repeatable: seeds, a fixed number of threads and the figure style.

    Sums depend on how they are split among threads, so a fixed number keeps printed digits equal.
    Every notebook can ask for ``my_progress()`` from then on.

    Args:
        seed: Seed for Python, NumPy and torch.
        num_threads: Threads for torch's CPU operations.
        solutions: Whether this notebook holds solutions: it counts no exercise as yours.
    """
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)
    torch.set_num_threads(num_threads)
    record_progress(not solutions)
    getattr(get_ipython(), "user_ns", {}).setdefault("my_progress", my_progress)
    use_style()


@dataclass(frozen=True)
class Claim:
    """A claim that holds, as a notebook shows it: set apart from what a cell prints.

    Attributes:
        text: The claim, as a sentence.
    """

    text: str

    def __repr__(self) -> str:
        """Return the claim as a line of text."""
        return f"Claim holds: {self.text}"

    def _repr_html_(self) -> str:
        """Return the claim with a mark, in a style of its own."""
        return (
            f'<div class="bertlab-claim" style="{STYLE}"><strong>\u2713 Claim holds:</strong> '
            f"{markup(self.text)}</div>"
        )


def claim(text: str, holds: object) -> None:
    """Show a claim that holds; stop the lesson at one that does not.

    Args:
        text: The claim, as a sentence a reader can disagree with and would repeat to a friend.
        holds: What decides it: a Python, NumPy or one-element tensor truth value.

    Raises:
        ClaimError: If the claim does not hold.
        ValueError: If ``holds`` is not a single truth value.
    """
    if not _truth("claim", holds):
        raise ClaimError(f"this claim does not hold: {text}")
    display(Claim(text))


def check(text: str, holds: object) -> None:
    """Say nothing about what holds, such as two ways to one result; stop the lesson else.

    Args:
        text: What is checked, as a sentence.
        holds: What decides it: a Python, NumPy or one-element tensor truth value.

    Raises:
        ClaimError: If it does not hold.
        ValueError: If ``holds`` is not a single truth value.
    """
    if not _truth("check", holds):
        raise ClaimError(f"this check fails: {text}")


def _truth(kind: str, holds: object) -> bool:
    if isinstance(holds, torch.Tensor | np.ndarray | np.generic):
        if holds.shape != ():
            raise ValueError(f"a {kind} needs one truth value, got shape {tuple(holds.shape)}")
        holds = holds.item()
    if not isinstance(holds, bool):
        raise ValueError(f"a {kind} needs a truth value, got {type(holds).__name__}")
    return holds


def mean_sd(values: Sequence[float] | np.ndarray, digits: int = 1) -> str:
    """Write a measurement over several seeds: ``"41.2 ± 0.3"``, mean and standard deviation.

    Raises:
        ValueError: If there are fewer than two values.
    """
    if len(values) < 2:
        raise ValueError(f"a deviation needs two values or more, got {len(values)}")
    return f"{mean(values):.{digits}f} ± {stdev(values):.{digits}f}"
