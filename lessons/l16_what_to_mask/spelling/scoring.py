"""How well errors are mended, counted by characters."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

Rows = Sequence[Sequence[int]]  # sentences of ids
COUNTS = ("wrong", "flagged", "mended")


class SpellingScores(NamedTuple):
    """What a corrector is worth; a character is flagged where it writes another one.

    Attributes:
        precision: The proportion of flags where the right character is written.
        recall: The proportion of errors that are mended.
        f1: Their harmonic mean.
        false_alarms: The proportion of sentences without an error in which something is flagged.
    """

    precision: float
    recall: float
    f1: float
    false_alarms: float


def count(right: Rows, shown: Rows, answered: Rows) -> np.ndarray:
    """Count for each sentence the errors, the flags, and the mended errors.

    Args:
        right: What should be written, S sentences of ids.
        shown: What was written.
        answered: What the corrector writes.

    Returns:
        (S, 3) whole numbers, in the order of ``COUNTS``.

    Raises:
        ValueError: If the sentences are not as many, or not as long.
    """
    lengths = [[len(row) for row in rows] for rows in (right, shown, answered)]
    if not lengths[0] == lengths[1] == lengths[2]:
        raise ValueError(
            "expected as many sentences of the same lengths in all three, got "
            f"{', '.join(f'{len(one)} with {sum(one)} ids' for one in lengths)}"
        )
    counts = np.zeros((len(right), len(COUNTS)), dtype=int)
    for index, rows in enumerate(zip(right, shown, answered, strict=True)):
        wanted, written, given = (np.array(row, dtype=int) for row in rows)
        wrong, flagged = written != wanted, given != written
        counts[index] = [x.sum() for x in (wrong, flagged, wrong & (given == wanted))]
    return counts


def score(counts: np.ndarray) -> SpellingScores:
    """Return the scores of counted sentences, (S, 3) or several draws of them (..., S, 3).

    Rates without a flag, or without an error, are 0. For several draws each is an array.
    """
    wrong, flagged, mended = np.moveaxis(counts, -1, 0)
    hits, flags, errors = (each.sum(axis=-1) for each in (mended, flagged, wrong))
    clean = wrong == 0
    return SpellingScores(
        _divided(hits, flags),
        _divided(hits, errors),
        _divided(2 * hits, flags + errors),
        _divided((clean & (flagged > 0)).sum(-1), clean.sum(-1)),
    )


def _divided(above: Any, below: Any) -> Any:
    return np.where(below > 0, above / np.maximum(below, 1), 0.0)[()]
