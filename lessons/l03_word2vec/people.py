"""How well sets of vectors agree with people, and how sure one can be that two of them differ."""

from lessons.l03_word2vec.experiments.word2vec import human_scores, unpack
from lessons.l03_word2vec.rank_correlation import spearman

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from jaxtyping import Float
from scipy.stats import rankdata

from bertlab.datasets import WordPair
from bertlab.predecessors.word2vec.word_vectors import WordVectors

YOURS, SAME = "yours", "gensim, your settings"
DEFAULTS = {
    "negative sampling": "defaults, neg. sampling",
    "hierarchical softmax": "defaults, tree",
}
LARGE = "minilm"
VERSUS = {SAME: "your settings"} | {
    label: f"defaults, {objective.replace('hierarchical softmax', 'tree')}"
    for objective, label in DEFAULTS.items()
}
REPEATS = 500
AT_WORK = (  # occupations, to be placed between "he" and "she"
    *("nurse", "librarian", "teacher", "secretary", "doctor"),
    *("scientist", "lawyer", "captain", "engineer", "carpenter"),
)


class Rated(NamedTuple):
    """The pairs of a list that all sets of vectors know.

    Attributes:
        human: What people say.
        cosines: For each set a row a seed.
    """

    human: Float[np.ndarray, " P"]
    cosines: dict[str, Float[np.ndarray, "S P"]]


class Agreement(NamedTuple):
    """Spearman's correlation with people.

    Attributes:
        seeds: One for each seed.
        low: Where the interval of their mean begins, which holds 95% of the redrawn means.
        high: Where it ends.
    """

    seeds: list[float]
    low: float
    high: float


def rate(
    name: str,
    rated: Sequence[WordPair],
    today: Mapping[str, WordVectors],
    records: tuple[Mapping[str, Any], Mapping[str, Any]],
) -> Rated:
    """Collect the cosines of all sets: those of today, and of recorded seeds.

    Args:
        name: The list.
        rated: Its pairs.
        today: The vectors trained in the lesson, by ``YOURS`` and ``SAME`` and ``LARGE``. The
            first two, if they are given, stand for the first seed of their record.
        records: Results of ``word2vec_yours`` and of ``word2vec``.
    """
    yours, defaults = records
    large = today[LARGE]
    places = [
        place
        for place in yours["places"][name]
        if rated[place].first.lower() in large and rated[place].second.lower() in large
    ]
    pairs = [rated[place] for place in places]
    live = {label: vectors.score_pairs(pairs).cosine[None] for label, vectors in today.items()}
    found = {}
    for label, system in ((YOURS, "yours"), (SAME, "gensim")):
        seeds = _picked(yours[system][name], yours["places"][name], places)
        found[label] = np.concatenate([live[label], seeds[1:]]) if label in live else seeds
    for row in defaults["models"][:2]:
        label = DEFAULTS[row["objective"]]
        found[label] = _picked(row["gensim"][name], defaults["places"][name], places)
    return Rated(human_scores(name, places), {**found, LARGE: live[LARGE]})


def _picked(
    seeds: Sequence[str], known: Sequence[int], places: Sequence[int]
) -> Float[np.ndarray, "S P"]:
    numbers = [list(known).index(place) for place in places]
    return np.array([unpack(seed)[numbers] for seed in seeds]).reshape(-1, len(places))


def redrawn(rated: Rated) -> dict[str, Float[np.ndarray, " repeats"]]:
    """Return for each set its mean correlation, with pairs and seeds drawn anew many times.

    The pairs of a repeat are the same for all sets, so that two sets can be compared (a paired
    bootstrap); the seeds of each set are drawn apart.
    """
    generator, sets = np.random.default_rng(0), rated.cosines
    everything = np.concatenate([rated.human[None], *sets.values()])
    means: dict[str, list[float]] = {label: [] for label in sets}
    for _ in range(REPEATS):
        pairs = generator.integers(0, len(rated.human), len(rated.human))
        human, *rows = rankdata(everything[:, pairs], axis=1)
        found, start = _correlations(human, np.array(rows)), 0
        for label, seeds in sets.items():
            chosen = start + generator.integers(0, len(seeds), len(seeds))
            means[label].append(found[chosen].mean())
            start += len(seeds)
    return {label: np.array(values) for label, values in means.items()}


def _correlations(
    first: Float[np.ndarray, " P"], rows: Float[np.ndarray, "R P"]
) -> Float[np.ndarray, " R"]:
    """Return Pearson's correlation of some values with each row."""
    one, others = first - first.mean(), rows - rows.mean(axis=1, keepdims=True)
    return others @ one / (np.linalg.norm(others, axis=1) * np.linalg.norm(one))


def agreements(rated: Rated) -> dict[str, Agreement]:
    """Return for each set its correlations with people, and the interval of their mean."""
    drawn = redrawn(rated)
    return {
        label: Agreement(
            [spearman(rated.human, row) for row in rows], *np.percentile(drawn[label], [2.5, 97.5])
        )
        for label, rows in rated.cosines.items()
    }


def leads(rated: Rated) -> dict[str, tuple[float, float, float]]:
    """Return how far yours is ahead of each other set: the mean, and the ends of its interval."""
    drawn = redrawn(rated)
    means = {
        label: np.mean([spearman(rated.human, row) for row in rows])
        for label, rows in rated.cosines.items()
    }
    return {
        label: (
            float(means[YOURS] - means[label]),
            *np.percentile(drawn[YOURS] - drawn[label], [2.5, 97.5]).tolist(),
        )
        for label in rated.cosines
        if label != YOURS
    }
