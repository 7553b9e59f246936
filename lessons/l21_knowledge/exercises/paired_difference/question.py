"""The question: how sure is a difference between two that answered the same questions?"""

from collections.abc import Sequence
from random import Random
from typing import Any

from workbook.exercises import Case, Question


def _drawn(n: int, rates: tuple[float, float], alike: float, seed: int, **given: float) -> Case:
    """Make answers of two that agree on many questions."""
    generator = Random(seed)
    model, counting = [], []
    for _ in range(n):
        ease = generator.random()
        other = ease if generator.random() < alike else generator.random()
        model.append(int(ease < rates[0]))
        counting.append(int(other < rates[1]))
    return Case((model, counting), given)


def _cases() -> list[Case]:
    return [
        Case(([1, 1, 0, 1, 1, 0], [0, 1, 0, 1, 0, 0])),
        Case(([0, 1, 0, 0, 1], [1, 1, 0, 1, 0], 2.776)),
        Case(([1, 0, 1], [1, 0, 1])),  # the same on all questions
        Case(([1, 0], [0, 0]), {"t": 12.706}),
        Case(([1], [0])),  # no deviation of a single difference
        Case(([], [])),
        Case(([1, 1, 1, 1], [0, 0, 0, 0])),
        _drawn(40, (0.7, 0.5), 0.8, seed=1),
        _drawn(65, (0.6, 0.65), 0.5, seed=2, t=1.998),
    ]


def _allows(model: Sequence[int], counting: Sequence[int], **_: Any) -> bool:
    return len(model) == len(counting)


QUESTION = Question(
    name="paired_difference",
    cases=_cases,
    difficulty=2,
    minutes=8,
    tolerance=1e-5,
    allows=_allows,
)
