"""The question: the masked-word loss plus the next-sentence loss."""

import torch

from workbook.exercises import Case, Question


def _case(
    chosen: list[list[int]], tokens: int, pieces: int, labels: list[int], least: int = 1
) -> Case:
    generator = torch.Generator().manual_seed(tokens)
    B = len(chosen)
    logits = 2 * torch.randn(B, tokens, pieces, generator=generator, dtype=torch.float64)
    ids = torch.randint(least, pieces, (B, tokens), generator=generator)
    mask = torch.zeros(B, tokens, dtype=torch.bool)
    for row, places in enumerate(chosen):
        mask[row, places] = True
    next_logits = 2 * torch.randn(B, 2, generator=generator, dtype=torch.float64)
    return Case((logits, ids, mask, next_logits, torch.tensor(labels)))


def _cases() -> list[Case]:
    return [
        _case([[1, 4], [0, 2, 5, 6], [3]], tokens=7, pieces=9, labels=[0, 1, 0]),
        _case([[2], [1, 3, 5, 7, 8], [0, 6], [4, 5, 9]], 10, 6, labels=[1, 0, 1, 1]),
        _case([[1, 3]], tokens=4, pieces=5, labels=[1]),  # one text
        _case([[0], [0], [0]], tokens=1, pieces=4, labels=[0, 1, 1]),  # texts of one token
        _case([[0, 1, 2, 3, 4]], tokens=6, pieces=3, labels=[0], least=0),  # id 0 as well
    ]


QUESTION = Question(
    name="pretraining_loss",
    cases=_cases,
    difficulty=3,
    minutes=10,
)
