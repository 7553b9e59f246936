"""How good are vectors of texts? Find each text's partner among many, and agree with people.

Agreement comes with an interval: the same measurement on documents drawn again, with repetition (a
bootstrap); ``bertlab.statistics`` has that of a mean over queries.
"""

import torch
from jaxtyping import Float, Int
from scipy.stats import spearmanr
from torch import Tensor
from torch.nn.functional import normalize

from bertlab.statistics import Estimate, percentile_interval

CHUNK = 1024  # queries that are compared at once


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


def hits_at_1(ranks: Int[Tensor, " N"]) -> float:
    """Return the proportion of queries whose document comes first (accuracy at 1)."""
    return (ranks == 1).double().mean().item()


def mean_reciprocal_rank(ranks: Int[Tensor, " N"]) -> float:
    """Return the mean of 1 / rank: 1 if each document comes first, near 0 if all come late."""
    return ranks.double().reciprocal().mean().item()


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
    return Estimate(found[0].item(), *percentile_interval(found[1:], level))


def spearman_difference(
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
    return Estimate(gaps[0].item(), *percentile_interval(gaps[1:], level))


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
