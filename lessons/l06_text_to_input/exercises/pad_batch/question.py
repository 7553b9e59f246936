"""The question: texts of different lengths in one batch."""

from workbook.exercises import Case, Question


def _batch_cases() -> list[Case]:
    return [
        Case(([[101, 7592, 102], [101, 2040, 2938, 2045, 1029, 102]], 0)),
        Case(([[2, 0, 9, 8, 3], [2, 5, 3], [2, 3]], 1)),
        Case(([[4, 6, 0, 0], [4, 9, 8, 7, 0]], 99)),
        Case(([[101, 5, 6, 102]], 0)),
        Case(([[2, 5], [40_000, 7, 8, 9], [2, 5]], 3)),  # the longest is neither first nor last
    ]


QUESTION = Question(
    name="pad_batch",
    cases=_batch_cases,
    difficulty=2,
    minutes=5,
    exact_types=True,
)
