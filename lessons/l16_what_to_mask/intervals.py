"""By how much one arm leads another: 95% intervals that draw the test text and the seeds again."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Bool, Float, Int

from bertlab.probing.leads import Lead, f1_of

REPEATS = 2000


def over_seeds(leads: Float[np.ndarray, "R S"], seed: int = 0) -> tuple[float, float]:
    """Return a 95% interval of the mean over seeds, with the seeds drawn anew in each row.

    S seeds drawn from S have, on average, only (S - 1) / S of the variance of new ones, so what
    the drawing adds to the plain mean is stretched by the root of S / (S - 1).

    Args:
        leads: For each drawing of the test text the lead with each seed.
        seed: Draws the seeds.
    """
    repeats, seeds = leads.shape
    shares = np.full((repeats, seeds), 1 / seeds)
    if seeds > 1:
        generator = np.random.default_rng([16, seed])
        drawn = generator.multinomial(seeds, shares[0], repeats) / seeds
        shares = shares + (drawn - shares) * np.sqrt(seeds / (seeds - 1))
    low, high = np.quantile((leads * shares).sum(axis=1), [0.025, 0.975])
    return float(low), float(high)


def f1_lead(first: Int[np.ndarray, "S L 3"], second: Int[np.ndarray, "S L 3"]) -> Lead:
    """Return by how much the first's F1 is higher, the mean over seeds, and its interval."""
    drawn = _drawn(first.shape[1])
    of_first, of_second = (_drawn_f1(drawn, counts) for counts in (first, second))
    return Lead(float((f1_of(first) - f1_of(second)).mean()), *over_seeds(of_first - of_second))


def share_lead(
    first: Bool[np.ndarray, "S M"], second: Bool[np.ndarray, "S M"], examples: Sequence[int]
) -> Lead:
    """Return by how much the first's proportion of right guesses is higher, and its interval.

    Args:
        first: What was right, for each seed and hidden character.
        second: The same for another model.
        examples: The example that each character stands in: these are drawn anew.
    """
    apart, number = first.astype(float) - second.astype(float), max(examples) + 1
    sums = np.stack([np.bincount(examples, row, number) for row in apart], axis=1)  # (E, S)
    sizes = np.bincount(examples, minlength=number)
    drawn = _drawn(number)
    return Lead(float(apart.mean()), *over_seeds((drawn @ sums) / (drawn @ sizes)[:, None]))


def _drawn(number: int) -> Float[np.ndarray, "R N"]:
    """Return how often each of some lines or examples is drawn, the same for all arms."""
    counts = np.random.default_rng(0).multinomial(number, [1 / number] * number, REPEATS)
    return counts.astype(float)


def _drawn_f1(
    drawn: Float[np.ndarray, "R L"], counts: Int[np.ndarray, "S L 3"]
) -> Float[np.ndarray, "R S"]:
    sums = np.tensordot(drawn, counts.astype(float), axes=(1, 1))  # (R, S, 3)
    right, said, wanted = np.moveaxis(sums, -1, 0)
    return 2 * right / np.maximum(said + wanted, 1)
