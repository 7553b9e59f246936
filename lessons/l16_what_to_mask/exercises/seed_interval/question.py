"""The question: a difference between two variants, with an interval over seeds."""

from collections.abc import Sequence
from random import Random
from typing import Any

from workbook.exercises import Case, Question


def _drawn(seeds: int, t: float, seed: int) -> Case:
    generator = Random(seed)
    base = [generator.uniform(50, 60) for _ in range(seeds)]
    return Case(([one + generator.gauss(1, 2) for one in base], base, t))


def _cases() -> list[Case]:
    return [
        Case(([53.0, 56.0, 57.0], [50.0, 54.0, 53.0], 4.303)),
        Case(([50.0, 61.0, 70.0], [51.0, 62.0, 72.0], 4.303)),  # seeds differ more than variants
        Case(([54.0, 51.5], [52.5, 52.0], 12.706)),
        _drawn(5, 2.776, seed=1),
        _drawn(8, 2.365, seed=2),
    ]


def _allows(ours: Sequence[float], base: Sequence[float], **_: Any) -> bool:
    return len(ours) == len(base) > 1


QUESTION = Question(name="seed_interval", cases=_cases, difficulty=2, minutes=9, allows=_allows)
