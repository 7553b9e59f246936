"""The question: what the words in a gap say about classes."""

from collections.abc import Sequence

import torch
from torch import Tensor

from workbook.exercises import Case, Question


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


QUESTION = Question(name="class_scores", cases=_cases, difficulty=2, minutes=8, allows=_allows)
