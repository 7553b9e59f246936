"""The question: how many hidden pieces are guessed."""

from collections.abc import Sequence

import torch

from workbook.exercises import Case, Question

MASK = 4


def _case(B: int, T: int, V: int, kept: Sequence[tuple[int, int]], seed: int) -> Case:
    """Draw a batch in which many guesses are right: also at kept pieces, and where none is asked.

    Args:
        B: Texts.
        T: Positions; the last of each text but the first is padding.
        V: Pieces.
        kept: Chosen positions that show their own piece.
        seed: Of everything else.
    """
    generator = torch.Generator().manual_seed(seed)
    ids = torch.randint(5, V, (B, T), generator=generator)
    ids[1:, max(1, T - 1) :] = 0
    chosen = (torch.rand(B, T, generator=generator) < 0.5) & (ids != 0)
    other = 5 + (ids - 4) % (V - 5)
    exchanged = torch.rand(B, T, generator=generator) < 0.3
    shown = torch.where(chosen, torch.where(exchanged, other, MASK), ids)
    for row, position in kept:
        chosen[row, position], shown[row, position] = True, ids[row, position]
    logits = torch.randn(B, T, V, generator=generator)
    told = torch.rand(B, T, generator=generator) < 0.5
    logits += 6 * told[..., None] * torch.nn.functional.one_hot(ids, V)
    return Case((logits, shown, ids, chosen))


def _cases() -> list[Case]:
    nothing = _case(2, 3, 8, [], seed=5).args
    return [
        _case(3, 9, 11, [(0, 2), (1, 4)], seed=1),
        _case(5, 7, 13, [(0, 1), (2, 3), (4, 0)], seed=2),
        _case(1, 12, 9, [(0, 5)], seed=3),
        _case(4, 20, 17, [(3, 8), (1, 1), (0, 19)], seed=4),
        _case(3, 1, 10, [(2, 0)], seed=6),  # texts of one position
        Case((*nothing[:3], torch.zeros(2, 3, dtype=torch.bool))),
    ]


QUESTION = Question(name="cloze_score", cases=_cases, difficulty=2, minutes=7)
