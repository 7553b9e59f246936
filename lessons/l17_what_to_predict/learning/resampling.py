"""Leads with intervals over seeds and what was asked: both are drawn anew, together.

Arms that began with the same seed saw the same batches, so a seed is drawn for both of them. Three
seeds are few, and intervals from them are rough, and rather too narrow.
"""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Bool, Float, Int

from bertlab.probing.leads import Lead, f1_of

REPEATS = 2000


def f1_lead(
    first: Int[np.ndarray, "S L 3"], second: Int[np.ndarray, "S L 3"], seed: int = 0
) -> Lead:
    """Return by how much the first's F1 is higher, and a 95% interval over seeds and lines.

    Args:
        first: Names that are right, said and wanted, of each seed and line.
        second: The same for another model; its seeds go with those of the first.
        seed: Of the draws.
    """
    generator = np.random.default_rng(seed)
    lines = _drawn(first.shape[1], generator)
    sums = [np.tensordot(lines, one.astype(float), axes=(1, 1)) for one in (first, second)]
    scores = [2 * each[..., 0] / np.maximum(each[..., 1] + each[..., 2], 1) for each in sums]
    mean = float((f1_of(first) - f1_of(second)).mean())
    return Lead(mean, *_interval(scores[0] - scores[1], generator))


def share_lead(
    first: Bool[np.ndarray, "S M"],
    second: Bool[np.ndarray, "S M"],
    documents: Sequence[int],
    seed: int = 0,
) -> Lead:
    """Return by how much the first is right more often, with an interval over seeds and documents.

    Args:
        first: What was right, for each seed and question.
        second: The same for another model; its seeds go with those of the first.
        documents: The document of each question.
        seed: Of the draws.
    """
    generator = np.random.default_rng(seed)
    number = max(documents) + 1
    drawn = _drawn(number, generator)
    difference = first.astype(float) - second.astype(float)
    sums = np.stack([np.bincount(documents, one, number) for one in difference], axis=1)
    sizes = drawn @ np.bincount(documents, minlength=number)
    return Lead(float(difference.mean()), *_interval(drawn @ sums / sizes[:, None], generator))


def _drawn(number: int, generator: np.random.Generator) -> Float[np.ndarray, "R N"]:
    """Return how often each of some lines is in each draw."""
    return generator.multinomial(number, [1 / number] * number, REPEATS).astype(float)


def _interval(
    leads: Float[np.ndarray, "R S"], generator: np.random.Generator
) -> tuple[float, float]:
    """Draw seeds anew in each draw of lines, and return the quantiles of the means."""
    seeds = generator.integers(leads.shape[1], size=leads.shape)
    means = np.take_along_axis(leads, seeds, axis=1).mean(axis=1)
    low, high = np.quantile(means, [0.025, 0.975])
    return float(low), float(high)
