"""What a model offers as the next word, and what it gives to pairs that were never seen."""

from collections.abc import Sequence

import numpy as np

from bertlab.before.ngrams.ngram import NgramModel


def two_zeros(model: NgramModel) -> list[float]:
    """Print what a model gives to two pairs that were never seen; return it."""
    pairs = ("united", "was"), ("los", "born")
    found = [model.probability(second, [first]) for first, second in pairs]
    for (first, second), value in zip(pairs, found, strict=True):
        print(f"P({second} | {first}) = {value:.6f}")
    return found


def likely(model: NgramModel, history: Sequence[int], most: int = 6) -> dict[str, float]:
    """Return the most probable next words; a keyboard cannot offer the special ones."""
    distribution = model.distribution(history)
    best = 3 + np.argsort(-distribution[3:], kind="stable")[:most]
    return dict(zip(model.vocabulary.decode(best), distribution[best].tolist(), strict=True))
