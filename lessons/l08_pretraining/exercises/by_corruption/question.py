"""The question: mean surprisals of hidden, exchanged and kept positions."""

import torch

from workbook.exercises import Case, Question


def _case(corruptions: str, mask_id: int, seed: int) -> Case:
    """Make positions from the first letters of their corruptions."""
    generator = torch.Generator().manual_seed(seed)
    number = len(corruptions)
    answers = torch.randint(10, 40, (number,), generator=generator)
    others = torch.randint(50, 90, (number,), generator=generator)
    shown = torch.tensor(
        [
            {"h": mask_id, "e": int(other), "k": int(answer)}[corruption]
            for corruption, answer, other in zip(corruptions, answers, others, strict=True)
        ]
    )
    surprisals = 6 * torch.rand(number, generator=generator, dtype=torch.float64)
    return Case((shown, answers, mask_id, surprisals))


def _by_hand() -> Case:
    """Make a small vocabulary: pieces are shown at one position and the answer at another."""
    shown = torch.tensor([0, 2, 1, 0, 1, 0, 2])
    answers = torch.tensor([1, 1, 1, 2, 2, 2, 2])
    surprisals = torch.tensor([0.5, 4.0, 0.0, 1.5, 8.0, 2.5, 0.25])
    return Case((shown, answers, 0, surprisals))


def _cases() -> list[Case]:
    return [
        _case("hhehkhhhkhheh", 4, seed=1),
        _case("khheehhhkkhhhhhe", 103, seed=2),
        _case("hek", 4, seed=3),  # one position of each kind
        _case("eekkkheekk", 4, seed=4),  # few are hidden
        _by_hand(),
    ]


QUESTION = Question(name="by_corruption", cases=_cases, difficulty=2, minutes=4)
