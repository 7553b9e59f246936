"""The question: who sees whom in a sentence with branches."""

from collections.abc import Sequence

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    lists = [
        [0, 0, 1, 1, 1, 0, 0],  # the cello (is an instrument) was heavy
        [0, 0, 1, 1, 2, 2, 2, 0, 0],  # two branches of one word
        [0, 1, 1, 0, 2, 0, 0, 3, 3, 3, 4],
        [0, 1, 2, 2, 0, 3],
        [0, 0, 0],
        [0],
        [0, 1],
    ]
    return [Case((branches,)) for branches in lists]


def _fits(branches: Sequence[int]) -> bool:
    return len(branches) > 0


QUESTION = Question(
    name="visible", cases=_cases, difficulty=3, minutes=9, exact_types=True, allows=_fits
)
