"""The misconceptions about ``nearest_others``, each a wrong function with advice."""

import torch
from torch import Tensor
from torch.nn.functional import normalize

from workbook.exercises import Misconception


def _cosines(vectors: Tensor) -> Tensor:
    unit = normalize(vectors, dim=1)
    return unit @ unit.T


def _without_self(scores: Tensor, value: float = -torch.inf) -> Tensor:
    return scores.masked_fill(torch.eye(len(scores), dtype=torch.bool), value)


def _best(scores: Tensor, k: int) -> Tensor:
    return scores.argsort(dim=1, descending=True, stable=True)[:, :k]


MISCONCEPTIONS = (
    Misconception(
        "each text finds itself",
        "A text has a cosine of 1 with itself, so it always comes first: take it out before you "
        "look for the largest, for instance by setting the diagonal to minus infinity.",
        lambda vectors, k: _best(_cosines(vectors), k),
    ),
    Misconception(
        "the first one found is dropped, whoever it is",
        "Of two equal texts either may come first, and then the twin is dropped and the text "
        "itself stays: take the diagonal out instead.",
        lambda vectors, k: _best(_cosines(vectors), k + 1)[:, 1:],
        (lambda vectors, k: _cosines(vectors).topk(k + 1, dim=1).indices[:, 1:],),
    ),
    Misconception(
        "dot products are compared",
        "Divide each vector by its length first: else long vectors are near to everything.",
        lambda vectors, k: _best(_without_self(vectors @ vectors.T), k),
    ),
    Misconception(
        "the farthest texts are returned",
        "The largest cosine belongs to the nearest text: sort in descending order.",
        lambda vectors, k: _without_self(_cosines(vectors), torch.inf).argsort(dim=1)[:, :k],
    ),
    Misconception(
        "the cosines are returned, not the places",
        "Return which texts they are: the indices of topk, not its values.",
        lambda vectors, k: _without_self(_cosines(vectors)).topk(k, dim=1).values,
    ),
    Misconception(
        "the diagonal is set to 0",
        "0 is not the smallest cosine: where the others point the other way, the text finds "
        "itself again. Use minus infinity.",
        lambda vectors, k: _best(_without_self(_cosines(vectors), 0.0), k),
    ),
    Misconception(
        "the worst of the k comes first",
        "Best first: do not turn the order around.",
        lambda vectors, k: _best(_without_self(_cosines(vectors)), k).flip(1),
    ),
    Misconception(
        "places are counted without the text itself",
        "If you take the text out of the row, the places after it move by one: add it back, or "
        "keep the row as long as it is.",
        lambda vectors, k: torch.stack(
            [
                _best(torch.cat([row[:i], row[i + 1 :]])[None], k)[0]
                for i, row in enumerate(_cosines(vectors))
            ]
        ),
    ),
    Misconception(
        "texts and answers have changed places",
        "Return a row for each text, (N, k).",
        lambda vectors, k: _best(_without_self(_cosines(vectors)), k).T,
    ),
)
