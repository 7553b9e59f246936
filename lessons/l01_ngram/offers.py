"""What a model offers as the next word, and what it gives to pairs that were never seen."""

import html
from collections.abc import Mapping, Sequence

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


def as_html(model: NgramModel, history: Sequence[int]) -> str:
    """Write the most probable next words below each other, with their probabilities."""
    begun = html.escape(" ".join(model.vocabulary.decode(history)))
    lines = [
        f"{value:.3f} &nbsp;{begun} <b>{html.escape(word)}</b>"
        for word, value in likely(model, history).items()
    ]
    return f"<p>{'<br>'.join(lines)}</p>"


def after(
    model: NgramModel, pairs: Mapping[tuple[int, int], int], names: Sequence[str], history: str
) -> dict[str, tuple[int, int, float]]:
    """Return for each name how often it occurs, how often after a word, and its probability."""
    words = model.vocabulary
    found = {}
    for name in names:
        at = words.index(name)
        together = pairs.get((words.index(history), at), 0)
        found[name] = int(words.counts[at]), together, model.probability(name, [history])
    return found
