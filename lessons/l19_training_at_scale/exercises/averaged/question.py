"""The question: the gradient of a whole batch, from those of the machines that share it."""

import torch

from workbook.exercises import Case, Question


def _case(counts: list[int], *shapes: tuple[int, ...]) -> Case:
    """Draw one gradient for each machine and parameter, about as long as its sum of losses."""
    generator = torch.Generator().manual_seed(sum(counts))

    def drawn(count: int, shape: tuple[int, ...]) -> torch.Tensor:
        return count * torch.randn(shape, generator=generator, dtype=torch.float64)

    return Case(([[drawn(count, shape) for shape in shapes] for count in counts], counts))


def _cases() -> list[Case]:
    return [
        _case([3, 5], (2, 3), (4,)),
        _case([7, 2, 4], (5,), (3, 2), (1,), (2, 1, 4)),
        _case([6, 6], (4, 2)),  # as many on both machines
        _case([9], (2, 5), (3,)),
        _case([1, 8, 3, 5], (6,)),
        _case([4, 0, 2], (3, 4), (2,)),  # a part in which no word is hidden
    ]


def _fits(gradients: list[list[torch.Tensor]], counts: list[int]) -> bool:
    return len(gradients) == len(counts)


QUESTION = Question(name="averaged", cases=_cases, difficulty=2, minutes=7, allows=_fits)
