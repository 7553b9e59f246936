"""What a way to sentence vectors is worth, by three measures."""

from lessons.l13_sentence_vectors.corpora import Pairs

from collections.abc import Callable, Mapping
from typing import Any

import torch
from jaxtyping import Int
from torch import Tensor

from bertlab.datasets import lee
from bertlab.statistics import bootstrap_interval, paired_bootstrap
from bertlab.vectors.ranking import (
    hits_at_1,
    mean_reciprocal_rank,
    neighbor_ranks,
    spearman_with_interval,
)

Vectors = Tensor
Change = Callable[[Vectors], Vectors]


def ranks_of(
    sets: Mapping[str, tuple[Vectors, Vectors]], change: Change
) -> dict[str, Int[Tensor, " N"]]:
    """Return the ranks of each set's documents, after a change of all vectors."""
    return {
        name: neighbor_ranks(change(queries), change(documents))
        for name, (queries, documents) in sets.items()
    }


def summary(ranks: Int[Tensor, " N"], pairs: Pairs) -> dict[str, float]:
    """Return what is found first, and the mean reciprocal rank with an interval over groups."""
    low, high = bootstrap_interval(1 / ranks.double(), seed=0, groups=pairs.groups)
    return {
        "first": round(hits_at_1(ranks), 4),
        "reciprocal": round(mean_reciprocal_rank(ranks), 4),
        "low": round(low, 4),
        "high": round(high, 4),
    }


def agreement(vectors: Vectors) -> dict[str, float]:
    """Return how well vectors of the ``lee`` documents agree with people."""
    people = torch.from_numpy(lee().similarities.copy())
    found = spearman_with_interval(vectors, people, seed=0, draws=400)
    return {"value": round(found.mean, 4), "low": round(found.low, 4), "high": round(found.high, 4)}


def lead(ours: Int[Tensor, " N"], theirs: Int[Tensor, " N"], pairs: Pairs) -> dict[str, float]:
    """Return by how much the mean reciprocal rank is higher, with its interval over groups."""
    first, second = (1 / ranks.double() for ranks in (ours, theirs))
    mean, low, high = paired_bootstrap(first, second, groups=pairs.groups)
    return {"value": mean, "low": low, "high": high}


def judged(
    sets: Mapping[str, tuple[Vectors, Vectors]],
    documents: Vectors,
    pairs: Mapping[str, Pairs],
    change: Change = lambda vectors: vectors,
) -> tuple[dict[str, Any], dict[str, Int[Tensor, " N"]]]:
    """Return the summaries of one way, by measure, and its ranks by set."""
    ranks = ranks_of(sets, change)
    found: dict[str, Any] = {name: summary(each, pairs[name]) for name, each in ranks.items()}
    return found | {"lee": agreement(change(documents))}, ranks
