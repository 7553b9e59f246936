"""The question: what a detector reads, and what it is asked."""

import torch

from workbook.exercises import Case, Question


def _case(B: int, T: int, M: int, seed: int, right: float = 0.4) -> Case:
    """Return a case with M chosen places, in which the generator guesses a part of them right."""
    generator = torch.Generator().manual_seed(seed)
    ids = torch.randint(5, 40, (B, T), generator=generator)
    chosen = torch.zeros(B * T, dtype=torch.bool)
    chosen[torch.randperm(B * T, generator=generator)[:M]] = True
    other = torch.randint(5, 40, (B, T), generator=generator)
    same = torch.rand(B, T, generator=generator) < right
    chosen = chosen.view(B, T)
    return Case((ids, chosen, torch.where(same, ids, other)[chosen]))


def _cases() -> list[Case]:
    ids = torch.tensor([[11, 12, 13, 14, 15]])
    chosen = torch.tensor([[False, True, False, True, True]])
    several = torch.tensor([[7, 7, 8, 9], [8, 7, 9, 6]])
    return [
        Case((ids, chosen, torch.tensor([30, 14, 31]))),  # the second guess is right
        Case((several, several == 7, torch.tensor([7, 8, 9]))),
        _case(2, 5, 4, 1),
        _case(3, 4, 5, 2),
        _case(1, 7, 3, 3),
        _case(3, 1, 2, 5),  # texts of one token
        _case(4, 6, 9, 4, right=1.0),  # all guesses are right
        Case((ids, torch.zeros_like(chosen), torch.zeros(0, dtype=torch.long))),
    ]


QUESTION = Question(
    name="replaced",
    cases=_cases,
    difficulty=2,
    minutes=6,
    allows=lambda ids, chosen, drawn: len(drawn) == chosen.sum(),
)
