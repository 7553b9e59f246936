"""What a model offers as the next word."""

import html
from collections.abc import Mapping, Sequence

import numpy as np

from bertlab.predecessors.ngrams.ngram import NgramModel


def likely(model: NgramModel, history: Sequence[int], most: int = 6) -> dict[str, float]:
    """Return the most probable next words; a keyboard cannot offer the special ones."""
    distribution = model.distribution(history)
    best = 3 + np.argsort(-distribution[3:], kind="stable")[:most]
    return dict(zip(model.vocabulary.decode(best), distribution[best].tolist(), strict=True))


def as_html(model: NgramModel, history: Sequence[int]) -> str:
    """Write the most probable next words below each other, and what unknown words get."""
    begun = html.escape(" ".join(model.vocabulary.decode(history)))
    lines = [
        f"{value:.3f} &nbsp;{begun} <b>{html.escape(word)}</b>"
        for word, value in likely(model, history).items()
    ]
    lines.append(f"{model.distribution(history)[0]:.3f} &nbsp;all unknown words together")
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
