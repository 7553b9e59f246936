"""The question: which tokens see which, in a window."""

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    sizes = [(6, 4), (7, 5), (5,), (4, 1), (3, 20), (1, 3)]
    return [*map(Case, sizes), Case((8,), {"window": 2})]


QUESTION = Question(name="window_mask", cases=_cases, difficulty=1, minutes=5)
