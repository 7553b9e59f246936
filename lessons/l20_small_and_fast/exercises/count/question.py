"""The question: how many numbers a model has, in its table and in its layers."""

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    return [
        Case((30_000, 768, 12)),
        Case((30_000, 768, 12), {"E": 128, "shared": True}),
        Case((50, 6, 4)),
        Case((50, 6, 4), {"E": 3}),
        Case((50, 6, 4), {"shared": True}),
        Case((70, 8, 5, 11, True)),  # a table that is wider than the layers
        Case((20, 9, 1, 2)),
        Case((1, 7, 3, 5, False)),
    ]


QUESTION = Question(name="count", cases=_cases, difficulty=1, minutes=6)
