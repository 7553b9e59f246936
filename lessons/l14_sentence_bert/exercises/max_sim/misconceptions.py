"""The misconceptions about ``max_sim``, each a wrong function with advice."""

import torch
from torch import Tensor

from workbook.exercises import Misconception


def _cosines(query: Tensor, documents: Tensor) -> Tensor:
    return torch.einsum("qd,ntd->nqt", query, documents)


def _hidden(query: Tensor, documents: Tensor, mask: Tensor, value: float = -torch.inf) -> Tensor:
    return _cosines(query, documents).masked_fill(mask[:, None, :] == 0, value)


def _mean(query: Tensor, documents: Tensor, mask: Tensor) -> Tensor:
    total = (_cosines(query, documents) * mask[:, None, :]).sum(2)
    return total / mask.sum(1, keepdim=True)


MISCONCEPTIONS = (
    Misconception(
        "padding is matched as well",
        "Padding has vectors too, and one of them may fit by chance: set its cosines to minus "
        "infinity before the maximum.",
        lambda query, documents, mask: _cosines(query, documents).amax(2).sum(1),
    ),
    Misconception(
        "the cosines of padding are set to 0",
        "0 is larger than a negative cosine, so that padding wins where nothing fits: use minus "
        "infinity.",
        lambda query, documents, mask: _hidden(query, documents, mask, 0.0).amax(2).sum(1),
    ),
    Misconception(
        "the mean over the document's tokens is taken",
        "Take the maximum: each token of the query needs one good match, and the other tokens of "
        "the document do not count against it.",
        lambda query, documents, mask: _mean(query, documents, mask).sum(1),
        variants=(lambda query, documents, mask: _cosines(query, documents).mean(2).sum(1),),
    ),
    Misconception(
        "the maximum is taken over the query's tokens",
        "Each token of the query looks for its best match in the document: the maximum is over "
        "the document's tokens, and the sum over the query's.",
        lambda query, documents, mask: (_cosines(query, documents).amax(1) * mask).sum(1),
        variants=(lambda query, documents, mask: _cosines(query, documents).amax(1).sum(1),),
    ),
    Misconception(
        "the matches are averaged, not added",
        "Return the sum over the query's tokens.",
        lambda query, documents, mask: _hidden(query, documents, mask).amax(2).mean(1),
    ),
    Misconception(
        "only the best pair of tokens counts",
        "Each token of the query has a match of its own: sum over the query's tokens after the "
        "maximum.",
        lambda query, documents, mask: _hidden(query, documents, mask).amax(dim=(1, 2)),
    ),
    Misconception(
        "the matches of all documents are added up",
        "Return one score for each document, (N,).",
        lambda query, documents, mask: _hidden(query, documents, mask).amax(2).sum(),
    ),
    Misconception(
        "the matches are not added up",
        "Sum over the query's tokens: one score for each document, (N,).",
        lambda query, documents, mask: _hidden(query, documents, mask).amax(2),
    ),
    Misconception(
        "the mask is inverted",
        "In the mask 1 is a token and 0 is padding; this matches the padding alone.",
        lambda query, documents, mask: (
            _cosines(query, documents).masked_fill(mask[:, None, :] == 1, -torch.inf).amax(2).sum(1)
        ),
    ),
)
