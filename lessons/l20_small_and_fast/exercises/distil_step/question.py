"""The question: one training step, in which the teacher's answers take the place of labels."""

from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from workbook.exercises import Case, Question

V, D, C = 9, 5, 3


class Toy(nn.Module):
    """A model of ids and a mask, with weights of some size; it says twice as much in training."""

    def __init__(self, seed: int, size: float) -> None:
        super().__init__()
        self.word, self.head = nn.Embedding(V, D), nn.Linear(D, C)
        generator = torch.Generator().manual_seed(seed)
        for parameter in self.double().parameters():
            nn.init.normal_(parameter, std=size, generator=generator)

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        """Return logits (B, C)."""
        seen = (self.word(ids) * mask[..., None]).sum(dim=1)
        return self.head(seen.tanh()) * (2 if self.training else 1)


class Taught(NamedTuple):
    """What three steps leave behind."""

    losses: list[Any]
    student: dict[str, Tensor]
    teacher_has_gradients: bool
    in_training: tuple[bool, bool]


def tried(
    function: Any, inputs: tuple[Tensor, ...], T: int | float, kind: str, size: float, mode: bool
) -> Taught:
    """Make three steps with a student that is in a mode, and a teacher that is in the other."""
    student, teacher = Toy(1, size).train(mode), Toy(2, size).train(not mode)
    optimizer = getattr(torch.optim, kind)(student.parameters(), lr=0.1)
    losses = [function(student, teacher, optimizer, inputs, T) for _ in range(3)]
    parameters = {name: p.detach().clone() for name, p in student.named_parameters()}
    learns = any(p.grad is not None for p in teacher.parameters())
    return Taught(losses, parameters, learns, (student.training, teacher.training))


def _case(B: int, N: int, T: int | float, kind: str, size: float, mode: bool = True) -> Case:
    generator = torch.Generator().manual_seed(N)
    ids = torch.randint(V, (B, N), generator=generator)
    mask = (torch.rand(B, N, generator=generator) < 0.7).long()
    return Case(((ids, mask), T, kind, size, mode))


def _cases() -> list[Case]:
    return [
        _case(2, 6, 2, "SGD", 2.0),  # long gradients
        _case(4, 7, 1, "SGD", 0.2),  # short ones
        _case(5, 4, 4, "AdamW", 1.0, mode=False),
        _case(1, 5, 1.5, "SGD", 1.5, mode=False),
    ]


QUESTION = Question(
    name="distil_step", tried=tried, cases=_cases, difficulty=3, minutes=12, exact_types=True
)
