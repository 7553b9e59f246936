"""How good are vectors of texts? Find each text's partner among many, and agree with people.

A score comes with an interval: the same measurement on units drawn again, with repetition (a
bootstrap). The unit is what was sampled: a query, an article, a document.
"""

from collections.abc import Hashable, Sequence
from typing import NamedTuple

import torch
from jaxtyping import Float, Int
from scipy.stats import spearmanr
from torch import Tensor
from torch.nn.functional import normalize

CHUNK = 1024  # queries that are compared at once


class Interval(NamedTuple):
    """Where a mean lies, from ``low`` to ``high``."""

    low: float
    high: float


class Estimate(NamedTuple):
    """A value, with the interval in which it lies."""

    value: float
    low: float
    high: float


def neighbor_ranks(
    queries: Float[Tensor, "N D"], documents: Float[Tensor, "M D"]
) -> Int[Tensor, " N"]:
    """Return the rank of document i for query i, by cosine; 1 is the first.

    Documents that are exactly as similar as the right one count as before it. So vectors that are
    all equal find nothing.

    Args:
        queries: One vector for each query.
        documents: Those of the documents, M = N; the one that belongs to query i is at i.

    Raises:
        ValueError: If the shapes differ, or there are no texts.
    """
    if queries.shape != documents.shape or queries.ndim != 2 or not len(queries):
        raise ValueError(
            "expected as many queries as documents, (N, D) with N of at least 1, got "
            f"{tuple(queries.shape)} and {tuple(documents.shape)}"
        )
    targets = normalize(documents, dim=1)
    ranks = []
    for start in range(0, len(queries), CHUNK):
        asked = normalize(queries[start : start + CHUNK], dim=1)
        cosines = asked @ targets.T  # (chunk, N)
        right = cosines[torch.arange(len(asked)), start + torch.arange(len(asked))]
        ranks.append((cosines >= right[:, None]).sum(dim=1))
    return torch.cat(ranks)


def first_share(ranks: Int[Tensor, " N"]) -> float:
    """Return the proportion of queries whose document comes first (accuracy at 1)."""
    return (ranks == 1).double().mean().item()


def mean_reciprocal_rank(ranks: Int[Tensor, " N"]) -> float:
    """Return the mean of 1 / rank: 1 if each document comes first, near 0 if all come late."""
    return ranks.double().reciprocal().mean().item()


def bootstrap_interval(
    values: Float[Tensor, " N"] | Sequence[float],
    seed: int,
    draws: int = 1000,
    level: float = 0.95,
    groups: Sequence[Hashable] | None = None,
) -> Interval:
    """Return the interval of a mean over units that are drawn again, with repetition.

    For a comparison of two ways, give the differences, one for each query.

    Args:
        values: One for each query.
        seed: Of the draws.
        draws: How many times the units are drawn.
        level: The proportion of drawn means that lie inside.
        groups: To which unit each value belongs (an article, for instance): values of one
            unit are drawn together. None: each value is a unit.

    Raises:
        ValueError: If there are no values, the groups are not as many, or a number is out of range.
    """
    numbers = torch.as_tensor(values, dtype=torch.float64)
    if not len(numbers) or draws < 1 or not 0 < level < 1:
        raise ValueError(
            "expected values, draws of at least 1 and a level in (0, 1), got "
            f"{len(numbers)} values, {draws} and {level}"
        )
    if groups is not None and len(groups) != len(numbers):
        raise ValueError(f"expected {len(numbers)} groups, got {len(groups)}")
    names = range(len(numbers)) if groups is None else groups
    places = {name: place for place, name in enumerate(dict.fromkeys(names))}
    unit = torch.tensor([places[name] for name in names])
    sums = torch.zeros(len(places), dtype=torch.float64).index_add(0, unit, numbers)
    counts = torch.bincount(unit, minlength=len(places)).double()
    generator = torch.Generator().manual_seed(seed)
    drawn = torch.randint(len(places), (draws, len(places)), generator=generator)
    return _middle(sums[drawn].sum(dim=1) / counts[drawn].sum(dim=1), level)


def spearman_with_interval(
    vectors: Float[Tensor, "N D"],
    people: Float[Tensor, "M M"],
    seed: int,
    draws: int = 1000,
    level: float = 0.95,
) -> Estimate:
    """Return the rank correlation of cosines and people's judgments, over all pairs of documents.

    Args:
        vectors: One for each document.
        people: How similar readers find two documents, M = N; the diagonal is not used.
        seed: Of the draws.
        draws: How many times the documents are drawn; a document never pairs with itself.
        level: The proportion of drawn correlations that lie inside the interval.

    Raises:
        ValueError: If there are fewer than 3 documents, or the judgments do not fit.

    Source: Lee, Pincombe and Welsh 2005, for the judgments of the ``lee`` documents.
    """
    found = _spearman_draws(vectors, people, seed, draws)
    return Estimate(found[0].item(), *_middle(found[1:], level))


def spearman_lead(
    ours: Float[Tensor, "N D"],
    theirs: Float[Tensor, "K E"],
    people: Float[Tensor, "M M"],
    seed: int,
    draws: int = 1000,
    level: float = 0.95,
) -> Estimate:
    """Return by how much vectors agree better with people than others, on the same documents.

    See ``spearman_with_interval``: here both are judged on the same drawn documents.

    Raises:
        ValueError: If there are fewer than 3 documents, or the others or the judgments do not fit.
    """
    if len(ours) != len(theirs):
        raise ValueError(f"expected vectors of the same documents, got {len(ours)}, {len(theirs)}")
    first, second = (
        _spearman_draws(each, people, seed=seed, draws=draws) for each in (ours, theirs)
    )
    gaps = first - second
    return Estimate(gaps[0].item(), *_middle(gaps[1:], level))


def _spearman_draws(
    vectors: Float[Tensor, "N D"], people: Float[Tensor, "M M"], seed: int, draws: int
) -> Float[Tensor, " chosen"]:
    """Return the rank correlation with people on all documents, and on those drawn each time."""
    if len(vectors) < 3 or tuple(people.shape) != (len(vectors), len(vectors)):
        raise ValueError(
            f"expected 3 documents or more and a judgment of each pair, got {len(vectors)} and "
            f"{tuple(people.shape)}"
        )
    unit = normalize(vectors, dim=1)
    cosines = unit @ unit.T
    generator = torch.Generator().manual_seed(seed)
    drawn = torch.randint(len(vectors), (draws, len(vectors)), generator=generator)
    chosen = (torch.arange(len(vectors)), *drawn)
    return torch.tensor([_correlation(cosines, people, each) for each in chosen])


def _correlation(
    cosines: Float[Tensor, "N N"], people: Float[Tensor, "N N"], chosen: Int[Tensor, " n"]
) -> float:
    pairs = torch.combinations(chosen)
    first, second = pairs[pairs[:, 0] != pairs[:, 1]].T
    return float(spearmanr(cosines[first, second], people[first, second]).statistic)


def _middle(found: Float[Tensor, " draws"], level: float) -> Interval:
    """Return the bounds that leave equal tails outside."""
    tail = (1 - level) / 2
    bounds = torch.tensor([tail, 1 - tail], dtype=found.dtype)
    low, high = found.quantile(bounds).tolist()
    return Interval(low, high)
