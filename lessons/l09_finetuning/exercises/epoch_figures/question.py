"""The question: loss and accuracy of an epoch, from a recipe with flaws."""

import torch
from torch import Tensor

from workbook.exercises import Case, Question


def _case(seed: int, sizes: tuple[int, ...], hidden: int, classes: int, scale: float = 1.0) -> Case:
    """Make an epoch in which the vectors know something about the labels."""
    generator = torch.Generator().manual_seed(seed)

    def draw(*shape: int) -> Tensor:
        return torch.randn(*shape, generator=generator, dtype=torch.float64)

    weight, bias = draw(classes, hidden), draw(classes) - 2
    batches = []
    for size in sizes:
        labels = torch.randint(classes, (size,), generator=generator)
        batches.append((0.5 * weight[labels] + draw(size, hidden), labels))
    return Case((batches, scale * weight, scale * bias))


def _cases() -> list[Case]:
    return [
        _case(5, sizes=(4, 4, 1), hidden=6, classes=5),
        _case(0, sizes=(2, 2, 2, 2, 1), hidden=7, classes=3),
        _case(3, sizes=(5, 9), hidden=4, classes=3),
        _case(4, sizes=(6,), hidden=5, classes=4),
        _case(6, sizes=(3, 8, 3), hidden=5, classes=4),  # the last is not the odd one
        _case(7, sizes=(5, 2), hidden=6, classes=4, scale=6.0),  # shares below 1e-8
    ]


QUESTION = Question(
    name="epoch_figures",
    cases=_cases,
    difficulty=2,
    minutes=8,
    exact_types=True,
)
