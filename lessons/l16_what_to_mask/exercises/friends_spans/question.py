"""The question: the friend's spans, two bugs to be found. It is not graded."""

from collections.abc import Sequence
from random import Random
from typing import Any

from workbook.exercises import Case, Question


def _case(length: int, draws: dict[tuple[int, int], float], seed: int) -> Case:
    """Make a text with spans, and the draw at the first position of each."""
    generator = Random(seed)
    ids, others = (generator.sample(range(a, a + 90), length) for a in (10, 100))
    all_draws = [generator.random() for _ in ids]
    for (start, _), draw in draws.items():
        all_draws[start] = draw
    return Case((ids, list(draws), 4, all_draws, others))


def _cases() -> list[Case]:
    return [
        _case(9, {(1, 4): 0.3, (6, 8): 0.85}, seed=1),
        _case(12, {(8, 12): 0.95, (0, 3): 0.8, (4, 6): 0.1}, seed=2),
        _case(15, {(2, 7): 0.9, (9, 10): 0.79, (11, 14): 0.8999, (7, 9): 0.0}, seed=3),
        _case(1, {(0, 1): 0.5}, seed=4),
        _case(5, {}, seed=5),
        _case(20, {(1, 6): 0.88, (7, 11): 0.99, (12, 19): 0.6}, seed=6),
    ]


def _allows(ids: Sequence[int], spans: Sequence[tuple[int, int]], **_: Any) -> bool:
    return all(0 <= start < end <= len(ids) for start, end in spans)


QUESTION = Question(
    name="friends_spans", cases=_cases, difficulty=2, minutes=4, graded=False, allows=_allows
)
