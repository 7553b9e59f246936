"""The misconceptions about ``contrast``, each a wrong function with advice."""

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy, normalize

from workbook.exercises import Misconception


def _scores(first: Tensor, second: Tensor, temperature: float) -> Tensor:
    return normalize(first, dim=1) @ normalize(second, dim=1).T / temperature


def _on_diagonal(scores: Tensor, reduction: str = "mean") -> Tensor:
    return cross_entropy(scores, torch.arange(len(scores)), reduction=reduction)


def _without_own(first: Tensor, second: Tensor, temperature: float) -> Tensor:
    scores = _scores(first, second, temperature)
    others = scores.masked_fill(torch.eye(len(scores), dtype=torch.bool), -torch.inf)
    return (others.logsumexp(dim=1) - scores.diagonal()).mean()


MISCONCEPTIONS = (
    Misconception(
        "the right one is left out of the denominator",
        "The sum runs over all sentences of the batch, the right one too: it is a softmax.",
        _without_own,
    ),
    Misconception(
        "the temperature is missing",
        "Divide the cosines by the temperature. Cosines lie between -1 and 1, and a softmax over "
        "them alone is nearly flat.",
        lambda first, second, temperature: _on_diagonal(_scores(first, second, 1.0)),
    ),
    Misconception(
        "the cosines are multiplied by the temperature",
        "Divide by it: a low temperature makes differences larger.",
        lambda first, second, temperature: _on_diagonal(_scores(first, second, 1 / temperature)),
    ),
    Misconception(
        "the vectors are not divided by their lengths",
        "Compare cosines: divide each vector by its length, or long vectors win.",
        lambda first, second, temperature: _on_diagonal(first @ second.T / temperature),
        variants=(
            lambda first, second, temperature: _on_diagonal(
                normalize(first, dim=1) @ second.T / temperature
            ),
            lambda first, second, temperature: _on_diagonal(
                first @ normalize(second, dim=1).T / temperature
            ),
        ),
    ),
    Misconception(
        "the columns are divided by their lengths, not the vectors",
        "A vector is a row: its length is a norm over dim=1.",
        lambda first, second, temperature: _on_diagonal(
            normalize(first, dim=0) @ normalize(second, dim=0).T / temperature
        ),
    ),
    Misconception(
        "each second vector looks for its first",
        "Row i has the scores of first vector i with all second vectors, and the softmax is over "
        "them: first @ second.T, not second @ first.T.",
        lambda first, second, temperature: _on_diagonal(_scores(second, first, temperature)),
    ),
    Misconception(
        "the first vectors are compared with each other",
        "The candidates are the second vectors; among the first ones each would find itself.",
        lambda first, second, temperature: _on_diagonal(_scores(first, first, temperature)),
    ),
    Misconception(
        "the loss is added up over the batch",
        "Return the mean over the sentences.",
        lambda first, second, temperature: _on_diagonal(
            _scores(first, second, temperature), reduction="sum"
        ),
    ),
    Misconception(
        "the softmax is taken twice",
        "cross_entropy takes scores and does the softmax itself.",
        lambda first, second, temperature: _on_diagonal(
            _scores(first, second, temperature).softmax(dim=1)
        ),
    ),
    Misconception(
        "the logarithm of the probability is returned without its minus",
        "A loss is to become small when the probability is large: take the negative logarithm.",
        lambda first, second, temperature: -_on_diagonal(_scores(first, second, temperature)),
    ),
    Misconception(
        "the others of the batch have no part in it",
        "If only the two vectors of a sentence have to be near each other, all vectors may become "
        "equal. The others in the batch push them apart.",
        lambda first, second, temperature: (
            (1 - torch.cosine_similarity(first, second)).mean() / temperature
        ),
        variants=(
            lambda first, second, temperature: (
                -torch.cosine_similarity(first, second).mean() / temperature
            ),
            lambda first, second, temperature: (1 - torch.cosine_similarity(first, second)).mean(),
            lambda first, second, temperature: -torch.cosine_similarity(first, second).mean(),
        ),
    ),
)
