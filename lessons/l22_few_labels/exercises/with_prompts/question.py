"""The question: vectors that are trained, in the slots of a pattern."""

from lessons.l22_few_labels.exercises.gradients import and_gradient

from typing import Any

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from workbook.exercises import Case, Question


def tried(
    function: Any,
    vectors: Float[Tensor, "B T D"],
    slots: Bool[Tensor, "B T"],
    prompts: Float[Tensor, "S D"],
) -> Any:
    """Return the new vectors and the gradient of the prompts."""
    trained = prompts.clone().requires_grad_()
    return and_gradient(function(vectors, slots, trained), trained)


def _case(B: int, T: int, D: int, S: int) -> Case:
    generator = torch.Generator().manual_seed(1000 * B + 100 * T + 10 * D + S)
    order = torch.rand(B, T, generator=generator).argsort(dim=1)
    vectors = torch.randn(B, T, D, generator=generator, dtype=torch.float64)
    prompts = torch.randn(S, D, generator=generator, dtype=torch.float64)
    return Case((vectors, order < S, prompts))


def _cases() -> list[Case]:
    return [
        _case(2, 6, 4, 3),
        _case(3, 7, 5, 2),
        _case(1, 5, 3, 2),
        _case(4, 5, 3, 1),
        _case(5, 8, 2, 6),
        _case(3, 1, 2, 1),  # nothing but a slot
        _full(2, 5, 3),
    ]


def _full(B: int, T: int, D: int) -> Case:
    """Make texts whose slots are all but the last token."""
    vectors, _, prompts = _case(B, T, D, T - 1).args
    return Case((vectors, (torch.arange(T) < T - 1).repeat(B, 1), prompts))


def _allows(vectors: Tensor, slots: Tensor, prompts: Tensor) -> bool:
    return bool((slots.sum(dim=1) == len(prompts)).all())


QUESTION = Question(
    name="with_prompts", tried=tried, cases=_cases, difficulty=3, minutes=9, allows=_allows
)
