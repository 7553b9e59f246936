"""The question: between which numbers a mean lies, from a few differences."""

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    return [
        Case(([0.5, 2.0, -0.25],)),
        Case(([-1.5, -3.0, -2.25, -0.5, -4.0], 2.776)),
        Case(([4.0, 1.0], 12.706)),
        Case(([1.25, 1.25, 1.25],)),  # no spread
        Case(([3.0, 0.5, 2.5, 7.0],), {"t": 3.182}),
        Case(([-0.75, 6.0, 0.125],)),
    ]


QUESTION = Question(name="interval", cases=_cases, difficulty=3, minutes=7, tolerance=1e-5)
