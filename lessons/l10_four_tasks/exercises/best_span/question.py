"""The question: from two logits a piece to an answer, or to none."""

import torch
from torch import Tensor

from workbook.exercises import Case, Question


def _case(
    question: int,
    passage: int,
    padding: int,
    max_pieces: int,
    threshold: float,
    best: tuple[int, int],
    margin: float,
    seed: int,
    level: float = 0.0,
) -> Case:
    """Make logits of an input [CLS] question [SEP] passage [SEP] [PAD]s.

    Args:
        question: Its pieces.
        passage: Its pieces.
        padding: How many [PAD]s.
        max_pieces: The longest answer.
        threshold: That of the case.
        best: The first and the last piece of the best span, found with a right answer.
        margin: By how much the score of no answer exceeds that of the best span.
        seed: Of the logits.
        level: What is added to all logits.
    """
    T = question + passage + padding + 3
    generator = torch.Generator().manual_seed(seed)
    start, end = 3 * torch.randn(2, T, generator=generator, dtype=torch.float64) + level
    inside = torch.zeros(T, dtype=torch.bool)
    inside[question + 2 : question + 2 + passage] = True
    start[0] += start[best[0]] + end[best[1]] + margin - start[0] - end[0]
    return Case((start, end, inside, max_pieces, threshold))


def _edge() -> Case:
    """Make whole logits, so that scores are exact: 5 for the best span, (3, 4), 6 for no answer."""
    start = torch.tensor([6.0, 9.0, 0.0, 3.0, 1.0, 0.0], dtype=torch.float64)
    end = torch.tensor([0.0, 9.0, 0.0, 1.0, 2.0, 9.0], dtype=torch.float64)
    inside = torch.tensor([False, False, False, True, True, False])
    return Case((start, end, inside, 4, 1.0))


def _last_piece() -> Case:
    """Make an answer of the passage's last piece, whose logit of being the last is below 0."""
    start = torch.tensor([1.0, 2.0, 0.0, -3.0, 5.0, 0.0, 3.0], dtype=torch.float64)
    end = torch.tensor([1.0, 0.0, 3.0, -2.0, -1.0, 4.0, 1.0], dtype=torch.float64)
    inside = torch.tensor([False, False, False, True, True, False, False])
    return Case((start, end, inside, 2, 0.5))


def _one_piece(start_0: float, end_0: float, threshold: float, padding: int) -> Case:
    """Make an answer of one piece, 4, amid the passage: 7 for (4, 4), 6 for (4, 6)."""
    starts = [start_0, 9.0, 0.0, -1.0, 4.0, 0.0, 0.5, 3.0] + [0.0] * padding
    ends = [end_0, 9.0, 0.0, 0.0, 3.0, 1.0, 2.0, 2.0] + [0.0] * padding
    start, end = torch.tensor([starts, ends], dtype=torch.float64)
    inside = torch.tensor([False] * 3 + [True] * 4 + [False] * (1 + padding))
    return Case((start, end, inside, 3, threshold))


def _to_the_edges() -> Case:
    """Make a passage from place 1 to the end: all of it is the answer, and more is allowed."""
    start = torch.tensor([2.0, 4.0, 1.0, 2.5, 0.0], dtype=torch.float64)
    end = torch.tensor([1.0, 0.5, 0.0, 1.25, 3.0], dtype=torch.float64)
    inside = torch.tensor([False, True, True, True, True])
    return Case((start, end, inside, 50, 0.0))


def _of_one_piece() -> Case:
    """Make low logits where an answer has one piece at most; two pieces would score more."""
    start = torch.tensor([-64.0, -50.0, -60.0, -58.0, -61.0, *[-50.0] * 7], dtype=torch.float64)
    end = torch.tensor([-62.0, -50.0, -63.0, -64.0, -59.0, *[-50.0] * 7], dtype=torch.float64)
    inside = torch.tensor([False] * 2 + [True] * 3 + [False] * 7)
    return Case((start, end, inside, 1, 0.0))


def _low_start() -> Case:
    """Make a long passage whose best answer has the lowest start logits, and the highest end."""
    T = 38
    start = torch.linspace(4.0, 6.0, T, dtype=torch.float64)
    end = torch.linspace(1.0, -1.0, T, dtype=torch.float64).roll(5)
    inside = torch.zeros(T, dtype=torch.bool)
    inside[5:36] = True
    start[20], start[21], end[21] = 1.5, 1.0, 15.0
    return Case((start, end, inside, 2, torch.inf))


def _cases() -> list[Case]:
    return [
        _case(4, 11, 3, max_pieces=3, threshold=0.0, best=(12, 14), margin=-2.0, seed=0),
        _case(6, 17, 2, max_pieces=4, threshold=1.5, best=(12, 15), margin=1.0, seed=37),
        _case(3, 14, 5, max_pieces=5, threshold=1.0, best=(8, 9), margin=2.5, seed=10),
        _case(5, 9, 1, max_pieces=2, threshold=-1.0, best=(11, 12), margin=-0.5, seed=9),
        _case(
            7, 15, 4, max_pieces=4, threshold=-2.0, best=(11, 14), margin=-3.0, seed=0, level=-12.0
        ),
        _case(2, 19, 6, max_pieces=6, threshold=1.5, best=(6, 11), margin=-1.0, seed=8),
        _edge(),  # no answer is better by exactly the threshold: that does not exceed it
        _last_piece(),
        _one_piece(start_0=1.0, end_0=1.0, threshold=0.0, padding=0),
        _one_piece(
            start_0=-0.5, end_0=9.0, threshold=1.0, padding=1
        ),  # no answer, by the end of [CLS]
        _one_piece(start_0=9.0, end_0=-0.5, threshold=1.0, padding=2),  # and by its start
        _to_the_edges(),
        _of_one_piece(),
        _low_start(),
    ]


def _allows(start: Tensor, end: Tensor, passage: Tensor, max_pieces: int, threshold: float) -> bool:
    """Tell whether the passage begins after index 0, and one span alone has the best score."""
    spans = (passage[:, None] & passage).triu().tril(max_pieces - 1)
    scores = (start[:, None] + end)[spans]
    return len(scores) > 0 and not passage[0] and int((scores == scores.amax()).sum()) == 1


QUESTION = Question(
    name="best_span",
    cases=_cases,
    difficulty=3,
    minutes=12,
    exact_types=True,
    allows=_allows,
)
