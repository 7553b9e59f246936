"""The question: the proportion of pairs that a model tells."""

from lessons.l08_pretraining.exercises.cases import SmallBert
from lessons.l08_pretraining.exercises.update.question import PIECES, batch_of

from collections.abc import Sequence
from typing import Any

from torch import Tensor

from workbook.exercises import Case, Question


def tried(function: Any, batches: Sequence[tuple[Tensor, ...]]) -> Any:
    """Return what a function says of a small model."""
    return function(SmallBert(PIECES, 24, 0.3), list(batches))


def _batches(numbers: Sequence[int], seed: int) -> Case:
    """Make batches of these numbers of pairs."""
    return Case(
        (
            [
                batch_of([2 + (7 * i + seed) % 9 for i in range(number)], 10 * seed + place)
                for place, number in enumerate(numbers)
            ],
        )
    )


def _cases() -> list[Case]:
    return [
        _batches((30,), seed=1),
        _batches((40, 9), seed=2),
        _batches((3, 50, 1), seed=3),
        _batches((1,), seed=4),
    ]


QUESTION = Question(
    name="pair_accuracy", tried=tried, cases=_cases, difficulty=2, minutes=9, exact_types=True
)
