"""The question: a threshold learned from all folds but one, and judged on that one."""

import torch
from torch import Tensor

from workbook.exercises import Case, Question


def _case(labels: str, margins: str, k: int) -> Case:
    numbers = [float(margin) for margin in margins.split()]
    return Case((torch.tensor(numbers), torch.tensor([int(label) for label in labels]), k))


def _drawn(number: int, k: int, shift: float, gap: float, positive: float = 0.5) -> Case:
    generator = torch.Generator().manual_seed(number)
    labels = (torch.rand(number, generator=generator) < positive).long()
    margins = shift + gap * labels + torch.randn(number, generator=generator)
    return Case((margins, labels, k))


def _cases() -> list[Case]:
    return [
        _case("010101", "-3 1 -2 4 -1 2", 3),
        _case("00001111", "5 1 2 9 3 8 4 9", 2),  # one class is far from its middle
        _case("0101", "0 4 2 3", 2),  # one on the threshold
        _case("0001", "1 2 9 8", 2),  # too few of a class
        _drawn(16, 4, shift=-3.0, gap=1.0),
        _drawn(16, 2, shift=2.0, gap=0.7),
        _drawn(37, 5, shift=0.5, gap=1.5, positive=0.25),
        _drawn(24, 4, shift=0.0, gap=-1.0),  # the pattern is wrong more often than right
        _drawn(30, 3, shift=-1.0, gap=0.5, positive=0.7),
    ]


def _allows(margins: Tensor, labels: Tensor, k: int) -> bool:
    return k >= 2 and len(margins) == len(labels)


QUESTION = Question(
    name="cross_validated",
    cases=_cases,
    difficulty=3,
    minutes=13,
    allows=_allows,
    exact_types=True,
)
