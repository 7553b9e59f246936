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
    for row, positions in enumerate(chosen):
        mask[row, positions] = True
    next_logits = 2 * torch.randn(B, 2, generator=generator, dtype=torch.float64)
    return Case((logits, ids, mask, next_logits, torch.tensor(labels)))


def _cases() -> list[Case]:
    logits, ids, chosen, next_logits, labels = _case(
        [[2, 3], [0, 1, 4], [5]], tokens=6, pieces=7, labels=[1, 0, 0]
    ).args
    single = _case([[], [2], []], tokens=5, pieces=7, labels=[1, 0, 1]).args
    return [
        _case([[1, 4], [0, 2, 5, 6], [3]], tokens=7, pieces=9, labels=[0, 1, 0]),
        _case([[2], [1, 3, 5, 7, 8], [0, 6], [4, 5, 9]], 10, 6, labels=[1, 0, 1, 1]),
        _case([[1, 3]], tokens=4, pieces=5, labels=[1]),  # one text
        _case([[0], [0], [0]], tokens=1, pieces=4, labels=[0, 1, 1]),  # texts of one token
        _case([[0, 1, 2, 3, 4]], tokens=6, pieces=3, labels=[0], least=0),  # id 0 as well
        Case(
            (6 * logits, ids, chosen, 3 * next_logits, labels)
        ),  # shares so small that a summand of 1e-8 in the log shows
        # One token in the batch, two texts without any, and float32.
        Case(tuple(t.float() if t.is_floating_point() else t for t in single)),
    ]


QUESTION = Question(
    name="pretraining_loss",
    cases=_cases,
    difficulty=2,
    minutes=4,
    exact_types=True,
)
