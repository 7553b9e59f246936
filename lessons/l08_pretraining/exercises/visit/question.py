"""The question: one visit of Gibbs sampling. It is not graded."""

import torch
from torch import Tensor

from workbook.exercises import Case, Question

MASK, PIECES = 4, 9


def _scores_of(ids: Tensor) -> Tensor:
    """Return scores that depend on every piece of a text and on the place, (N, T, V)."""
    text = (ids.double() * torch.arange(3, 3 + ids.shape[1])).sum(dim=1)[:, None, None]
    places = torch.arange(ids.shape[1])[None, :, None]
    return 3 * torch.sin(text + 5 * places + 2 * torch.arange(PIECES)[None, None])


def _drawn(probabilities: Tensor) -> Tensor:
    """Return for each row the piece at which the sum of probabilities passes two thirds."""
    return (probabilities.cumsum(dim=1) > 2 / 3).long().argmax(dim=1)


def _cases() -> list[Case]:
    ids = torch.tensor([[2, 5, 6, 7, 3], [2, 8, 7, 5, 3], [2, 6, 6, 6, 3]])
    return [
        Case((texts, place, MASK, _scores_of, _drawn))
        for texts, place in ((ids, 1), (ids, 3), (ids[:2, 1:], 2), (ids[:1], 2))
    ]


QUESTION = Question(name="visit", cases=_cases, difficulty=3, minutes=5, graded=False)
