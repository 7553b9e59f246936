"""Search by vectors: the nearest of many, and a second look by a model that reads both texts."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.nn.functional import normalize

from bertlab.finetuning.labelled_texts import LabelledTexts
from bertlab.model.tasks import BertForSequenceClassification
from bertlab.text.wordpiece import WordPieceTokenizer

BLOCK = 1024  # queries that are compared at once

Score = Callable[[Sequence[tuple[str, str]]], Float[Tensor, " N"]]


class Nearest(NamedTuple):
    """What a search found for each query, best first.

    Attributes:
        cosines: (Q, k).
        places: (Q, k), rows of the documents.
    """

    cosines: Float[Tensor, "Q k"]
    places: Int[Tensor, "Q k"]


def nearest(
    queries: Float[Tensor, "Q D"], documents: Float[Tensor, "N D"], k: int, block: int = BLOCK
) -> Nearest:
    """Return the k documents with the largest cosine to each query, best first.

    The queries are taken in blocks, so that memory grows with a block times N, not with Q times N.

    Raises:
        ValueError: If k is not in [1, N], or the block is below 1.
    """
    if not 1 <= k <= len(documents) or block < 1:
        raise ValueError(
            f"expected k in [1, {len(documents)}] and a block of at least 1, got {k} and {block}"
        )
    targets = normalize(documents, dim=1).T
    found = [
        (normalize(queries[start : start + block], dim=1) @ targets).topk(k, dim=1)
        for start in range(0, len(queries), block)
    ]
    cosines, places = zip(*found, strict=True)
    return Nearest(torch.cat(cosines), torch.cat(places))


def reranked(
    queries: Sequence[str], documents: Sequence[str], found: Int[Tensor, "Q k"], score: Score
) -> Int[Tensor, "Q k"]:
    """Order what a search found by a score that reads query and document together.

    What the search did not find stays unfound: the order of k documents is all that changes.

    Args:
        queries: The texts that were searched for.
        documents: All texts.
        found: For each query, rows of the documents.
        score: Returns a number for each (query, document), the larger the better.

    Raises:
        ValueError: If the queries are not as many as the rows of ``found``.
    """
    if len(queries) != len(found):
        raise ValueError(f"expected a query for each of {len(found)} rows, got {len(queries)}")
    pairs = [
        (query, documents[place])
        for query, row in zip(queries, found.tolist(), strict=True)
        for place in row
    ]
    scores = score(pairs).reshape(found.shape)
    return found.gather(1, scores.argsort(dim=1, descending=True, stable=True))


def cross_scores(
    model: BertForSequenceClassification,
    tokenizer: WordPieceTokenizer,
    pairs: Sequence[tuple[str, str]],
    label: int = 1,
    max_length: int = 128,
    batch_size: int = 64,
) -> Float[Tensor, " N"]:
    """Return how much a cross-encoder favors a label for each pair: one forward pass a pair.

    Returns:
        The label's logit less the mean of the others': for two labels, the log odds in nats.
    """
    first, second = ([pair[side] for pair in pairs] for side in (0, 1))
    classes = len(model.labels)
    data = LabelledTexts(first, [0] * len(pairs), tokenizer, classes, max_length, second)
    logits = torch.empty(len(pairs), classes)
    was_training = model.training
    model.eval()
    try:
        with torch.no_grad():
            for places in data.in_order_of_length(batch_size):
                logits[torch.as_tensor(places)] = model(*data.batch(places).inputs)
    finally:
        model.train(was_training)
    others = (logits.sum(dim=1) - logits[:, label]) / (classes - 1)
    return logits[:, label] - others
