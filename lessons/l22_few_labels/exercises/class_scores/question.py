"""The question: what the words in a gap say about classes."""

from lessons.l22_few_labels.exercises.gradients import and_gradient

from collections.abc import Sequence
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor

from workbook.exercises import Case, Question


def tried(function: Any, logits: Float[Tensor, "B V"], words: Sequence[Sequence[int]]) -> Any:
    """Return the scores of the classes and the gradient of the logits."""
    learned = logits.clone().requires_grad_()
    return and_gradient(function(learned, words), learned)


def _case(B: int, V: int, words: Sequence[Sequence[int]], size: float = 2.0) -> Case:
    generator = torch.Generator().manual_seed(10 * B + V)
    return Case((size * torch.randn(B, V, generator=generator, dtype=torch.float64), words))


def _cases() -> list[Case]:
    return [
        _case(4, 7, [[2, 5], [1, 6, 3]]),
        _case(3, 6, [[4], [0], [2]]),  # one word each
        _case(2, 9, [[8, 1, 2, 7], [0]]),
        _case(1, 8, [[3, 5], [6, 0], [1, 2], [7]]),
        _case(5, 8, [[6, 2], [3, 1]], size=2000.0),  # most probabilities are 0
        _case(4, 5, [[0, 1, 2], [3, 4]]),  # the whole vocabulary
    ]


def _allows(logits: Tensor, words: Sequence[Sequence[int]]) -> bool:
    return len(words) > 1 and all(words) and logits.shape[1] > max(i for ids in words for i in ids)


QUESTION = Question(
    name="class_scores", tried=tried, cases=_cases, difficulty=2, minutes=8, allows=_allows
)
