"""The question: when to stop, and which weights to keep."""

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    return [
        Case(([70.0, 75.5, 74.0, 75.0, 73.0, 79.0], 2)),  # stops before the best there would be
        Case(([61.0, 60.0, 64.5, 64.0, 63.0, 66.0, 65.0, 65.5, 65.75, 65.8], 3)),
        Case(([80.0, 82.0, 82.0, 81.0, 82.0, 84.0, 83.0], 3)),  # equal scores
        Case(([55.0, 58.0, 57.0, 59.0, 58.5], 4)),  # the budget ends first
        Case(([77.0, 78.5, 78.0, 79.0], 1)),
        Case(([66.0, 65.0, 67.0, 66.5, 68.0, 67.5, 66.0, 70.0], 2)),
        Case(([71.0, 71.0, 70.0, 69.0], 3)),  # the first two are equal
        Case(([62.0, 64.0, 66.0], 2)),  # the last epoch is the best
        Case(([58.0], 1)),
        Case(([0.0, 0.0, 0.0], 2)),  # nothing right at all
        Case(([70.0, 75.0, 69.0, 80.0, 79.0], 2)),  # lower than two before, one behind the best
        Case(([80.0, 79.0, 80.0, 78.0, 77.0, 90.0], 3)),  # as good as the best, and not better
        Case(([0.5, 0.5, 0.625, 0.625001, 0.62, 0.61, 0.7], 2)),  # shares; the gain may be small
        Case(([99.0, 100.0, 98.0, 97.0, 96.0, 95.0], 3)),  # it goes on behind 100%
        Case(([0.9, 1.0, 0.98, 0.97, 0.96, 0.99], 3)),
    ]


QUESTION = Question(
    name="early_stopping",
    cases=_cases,
    difficulty=2,
    minutes=6,
)
