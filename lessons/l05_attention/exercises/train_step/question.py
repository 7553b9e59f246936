"""The question: one step of training."""

from typing import Any

import torch
from jaxtyping import Bool, Int
from torch import Tensor, nn

from workbook.exercises import Case, Question


class Small(nn.Module):
    """A model of two matrices that reads only what the mask allows.

    Args:
        weights: Of the words, (V, D), and of the mix, (D, D).
    """

    def __init__(self, *weights: Tensor) -> None:
        super().__init__()
        self.word = nn.Embedding.from_pretrained(weights[0].clone(), freeze=False)
        self.mix = nn.Parameter(weights[1].clone())

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        """Return the vectors (B, T, D): sums of those to the left that may be looked at."""
        seen = self.word(ids) * mask[:, 0, :, None]
        return seen.cumsum(dim=1) @ self.mix


def tried(
    function: Any, ids: Int[Tensor, "B T"], answers: Tensor, mask: Bool[Tensor, "B _ T"]
) -> tuple[list[Any], Tensor]:
    """Return the losses of three steps, and the parameters after them."""
    generator = torch.Generator().manual_seed(ids.shape[1])
    words, mix = (torch.randn(n, 5, generator=generator).double() / 2 for n in (9, 5))
    model = Small(words, mix)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    losses = [function(model, optimizer, ids, answers, mask) for _ in range(3)]
    return losses, model.word.weight.detach().clone()


def _cases() -> list[Case]:
    cases = []
    for B, T in ((4, 6), (3, 7), (2, 8)):
        generator = torch.Generator().manual_seed(T)
        ids = torch.randint(9, (B, T), generator=generator)
        mask = torch.ones(B, 1, T, dtype=torch.bool)
        mask[0, 0, 1] = False
        cases.append(Case((ids, torch.randint(9, (B,), generator=generator), mask)))
    return cases


QUESTION = Question(
    name="train_step", tried=tried, cases=_cases, difficulty=2, minutes=9, exact_types=True
)
