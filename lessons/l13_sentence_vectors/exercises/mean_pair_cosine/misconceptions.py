"""The misconceptions about ``mean_pair_cosine``, each a wrong function with advice."""

import torch
from torch import Tensor
from torch.nn.functional import normalize

from workbook.exercises import Misconception


def _cosines(vectors: Tensor) -> Tensor:
    unit = normalize(vectors, dim=1)
    return unit @ unit.T


def _off_diagonal(square: Tensor) -> Tensor:
    return square[~torch.eye(len(square), dtype=torch.bool)]


MISCONCEPTIONS = (
    Misconception(
        "each vector is compared with itself as well",
        "The diagonal holds ones that say nothing: leave it out, and divide by N(N - 1).",
        lambda vectors: _cosines(vectors).mean(),
    ),
    Misconception(
        "the diagonal is left out of the sum, but counted",
        "Without the diagonal there are N(N - 1) cosines, not N squared.",
        lambda vectors: _off_diagonal(_cosines(vectors)).sum() / len(vectors) ** 2,
    ),
    Misconception(
        "each pair is added once, but counted twice",
        "Above the diagonal there are N(N - 1) / 2 cosines: divide by their number.",
        lambda vectors: (
            _cosines(vectors).triu(diagonal=1).sum() / (len(vectors) * (len(vectors) - 1))
        ),
    ),
    Misconception(
        "dot products are averaged, not cosines",
        "Divide each vector by its length first, or long vectors decide everything.",
        lambda vectors: _off_diagonal(vectors @ vectors.T).mean(),
    ),
    Misconception(
        "the columns are divided by their lengths, not the vectors",
        "A vector is a row: its length is a norm over dim=1.",
        lambda vectors: _off_diagonal(
            normalize(vectors, dim=0) @ normalize(vectors, dim=0).T
        ).mean(),
    ),
    Misconception(
        "the dimensions are compared, not the vectors",
        "Rows are vectors: vectors @ vectors.T is (N, N), vectors.T @ vectors is (D, D).",
        lambda vectors: _off_diagonal(_cosines(vectors.T)).mean(),
    ),
    Misconception(
        "the vectors are centered first",
        "Centering is a way to repair them; here we want to see how bad it is.",
        lambda vectors: _off_diagonal(_cosines(vectors - vectors.mean(dim=0))).mean(),
    ),
    Misconception(
        "each vector is compared with the mean vector",
        "Compare each two vectors with each other: all pairs, not the pairs with the mean.",
        lambda vectors: torch.cosine_similarity(vectors, vectors.mean(dim=0)[None]).mean(),
    ),
    Misconception(
        "signs are lost",
        "Cosines below 0 count as they are: opposite directions are the contrary of alike.",
        lambda vectors: _off_diagonal(_cosines(vectors)).abs().mean(),
    ),
    Misconception(
        "only neighboring rows are compared",
        "All pairs are asked for, not only each row with the next one.",
        lambda vectors: torch.cosine_similarity(vectors[:-1], vectors[1:]).mean(),
    ),
)
