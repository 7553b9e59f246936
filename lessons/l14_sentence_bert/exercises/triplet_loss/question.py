"""The question: the triplet loss with a margin, in Euclidean distance."""

import torch

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    generator = torch.Generator().manual_seed(1)
    cases = []
    for (B, D), margin, spread in (
        ((5, 3), 1.0, 1.0),
        ((3, 4), 0.5, 0.4),
        ((6, 2), 2.0, 1.0),
        ((1, 3), 1.0, 1.0),
    ):
        anchors = torch.randn(B, D, generator=generator, dtype=torch.float64)
        positives = anchors + spread * torch.randn(B, D, generator=generator, dtype=torch.float64)
        negatives = anchors + torch.randn(B, D, generator=generator, dtype=torch.float64)
        cases.append(Case((anchors, positives, negatives, margin)))
    # In one triple the negative is very far away, in the other it is nearer than the positive.
    anchors = torch.zeros(2, 3, dtype=torch.float64)
    positives = torch.tensor([[3.0, 4.0, 0.0], [0.0, 2.0, 0.0]], dtype=torch.float64)
    negatives = torch.tensor([[30.0, 40.0, 0.0], [1.0, 0.0, 0.0]], dtype=torch.float64)
    cases.append(Case((anchors, positives, negatives)))
    # All negatives are far: nothing is left to learn.
    cases.append(Case((anchors, positives, 9 * negatives + 9)))
    return cases


QUESTION = Question(name="triplet_loss", cases=_cases, difficulty=2, minutes=5)
