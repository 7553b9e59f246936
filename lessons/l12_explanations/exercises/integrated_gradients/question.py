"""The question: integrated gradients, as a sum over the middles of equal pieces of a way."""

from collections.abc import Callable

import torch
from jaxtyping import Float
from torch import Tensor

from workbook.exercises import Case, Question

Slopes = Callable[[Float[Tensor, "T D"]], Float[Tensor, "T D"]]


def _score(generator: torch.Generator, num_tokens: int, size: int) -> Slopes:
    """Draw a score in which tokens act together, and return its slopes.

    It is (v . sum of the vectors)^2 + sum of w x^3: no slope is the same on the whole way.
    """
    v = torch.randn(size, generator=generator, dtype=torch.float64)
    w = torch.randn(num_tokens, size, generator=generator, dtype=torch.float64)

    def slopes_at(vectors: Float[Tensor, "T D"]) -> Float[Tensor, "T D"]:
        return 2 * (vectors.sum(dim=0) @ v) * v + 3 * w * vectors**2

    return slopes_at


def _cases() -> list[Case]:
    generator = torch.Generator().manual_seed(0)
    cases = []
    for T, D, num_steps in ((3, 2, 4), (2, 5, 1), (4, 3, 7), (1, 6, 2)):
        slopes_at = _score(generator, T, D)
        words, masks = torch.randn(2, T, D, generator=generator, dtype=torch.float64)
        if T == 4:
            masks[1] = words[1]  # a [MASK] of the text: no way at all
        cases.append(Case((slopes_at, words, masks, num_steps)))
    return cases


QUESTION = Question(
    name="integrated_gradients",
    cases=_cases,
    difficulty=3,
    minutes=9,
)
