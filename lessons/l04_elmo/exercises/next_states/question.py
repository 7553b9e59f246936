"""The question: one layer of both readers. It is not graded."""

import torch
from jaxtyping import Float
from torch import Tensor, nn

from workbook.exercises import Case, Question


class Reader(nn.Module):
    """Is called like an LSTM, and is simpler: a state has the sum of what was read before it."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.cell = nn.Linear(size, size, dtype=torch.float64)

    def forward(
        self, states: Float[Tensor, "B T D"], memory: Tensor | None = None
    ) -> tuple[Float[Tensor, "B T D"], Float[Tensor, "B 1 D"]]:
        """Return the new states and the memory after them."""
        sums = self.cell(states).cumsum(dim=1) + (0 if memory is None else memory)
        return sums.tanh(), sums[:, -1:]


def _case(B: int, T: int, D: int, add_input: bool) -> Case:
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(B)
        readers = Reader(D), Reader(D)
        states = torch.randn(2, B, T, D, dtype=torch.float64)
    return Case((*readers, *states, add_input))


def _cases() -> list[Case]:
    sizes = (2, 5, 4), (3, 2, 5), (1, 4, 3)  # B, T, D
    return [_case(*size, add_input) for size in sizes for add_input in (False, True)]


QUESTION = Question(name="next_states", cases=_cases, difficulty=2, minutes=6, graded=False)
