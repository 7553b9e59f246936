"""The question: which tokens see which, in a window."""

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    return [
        Case((6, 4)),
        Case((7, 5)),  # odd: 2 apart, too
        Case((5,)),
        Case((4, 1)),  # itself alone
        Case((3, 20)),
        Case((8,), {"window": 2}),
        Case((1, 3)),
    ]


QUESTION = Question(name="window_mask", cases=_cases, difficulty=1, minutes=5)
