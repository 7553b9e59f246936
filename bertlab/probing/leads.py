"""By how much one model leads another, with intervals over what was sampled."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from jaxtyping import Bool, Float, Int


class Score(NamedTuple):
    """A score of each seed, with their mean and standard deviation."""

    seeds: tuple[float, ...]
    mean: float
    sd: float


class Lead(NamedTuple):
    """By how much one model is above another, with a 95% interval over what was sampled."""

    mean: float
    low: float
    high: float


def score_of(values: Sequence[float]) -> Score:
    """Return the mean and standard deviation of some seeds' scores."""
    return Score(tuple(values), float(np.mean(values)), float(np.std(values, ddof=1)))


def f1_of(counts: Int[np.ndarray, "*N L 3"]) -> Float[np.ndarray, "*N"]:
    """Return the F1 of all names of all lines together; 0 where nothing is right."""
    right, said, wanted = np.moveaxis(counts.sum(axis=-2), -1, 0)
    return np.asarray(2 * right / np.maximum(said + wanted, 1))


def f1_lead(
    first: Int[np.ndarray, "S L 3"],
    second: Int[np.ndarray, "S L 3"],
    repeats: int = 2000,
    seed: int = 0,
) -> Lead:
    """Return by how much the first's F1 is higher, the mean over seeds, and a 95% interval.

    The interval draws lines anew, the same for both and for all seeds: it says what other lines
    might have given, not what other seeds might.
    """
    lead = float((f1_of(first) - f1_of(second)).mean())
    lines, generator = first.shape[1], np.random.default_rng(seed)
    drawn = generator.multinomial(lines, [1 / lines] * lines, repeats)  # (R, L)
    of_first, of_second = (_weighted(drawn, counts) for counts in (first, second))
    low, high = np.quantile((of_first - of_second).mean(axis=1), [0.025, 0.975])
    return Lead(lead, float(low), float(high))


def _weighted(
    drawn: Int[np.ndarray, "R L"], counts: Int[np.ndarray, "S L 3"]
) -> Float[np.ndarray, "R S"]:
    sums = np.tensordot(drawn.astype(float), counts.astype(float), axes=(1, 1))  # (R, S, 3)
    right, said, wanted = np.moveaxis(sums, -1, 0)
    return 2 * right / np.maximum(said + wanted, 1)


def share_lead(
    first: Bool[np.ndarray, "S M"],
    second: Bool[np.ndarray, "S M"],
    examples: Sequence[int],
    repeats: int = 2000,
    seed: int = 0,
) -> Lead:
    """Return by how much the first's proportion of right guesses is higher, as above.

    Args:
        first: What was right, for each seed and hidden character.
        second: The same for another model.
        examples: The example that each character stands in: these are drawn anew.
        repeats: Draws.
        seed: Of the draws.
    """
    difference = (first.astype(float) - second.astype(float)).mean(axis=0)  # (M,)
    number = max(examples) + 1
    sums = np.bincount(examples, difference, number)
    sizes = np.bincount(examples, minlength=number)
    generator = np.random.default_rng(seed)
    drawn = generator.multinomial(number, [1 / number] * number, repeats)
    low, high = np.quantile((drawn @ sums) / (drawn @ sizes), [0.025, 0.975])
    return Lead(float(difference.mean()), float(low), float(high))
