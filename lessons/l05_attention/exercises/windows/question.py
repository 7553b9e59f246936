"""The question: a long text in windows that overlap."""

from workbook.exercises import Case, Question

QUESTION = Question(
    name="windows",
    cases=lambda: [
        Case((list(range(100, 123)), 8, 5)),
        Case((list(range(200, 218)), 6, 4)),
        Case((list(range(300, 305)), 7, 3)),
        Case((list(range(400, 414)), 9, 2)),
        Case(([500], 4, 2)),
        Case((list(range(600, 606)), 6, 3)),
        Case(([0] * 11, 4, 4)),  # no overlap, equal windows
        Case(([9, 4, 9, 4, 6], 3, 1)),
        Case(([8, 3, 8], 1, 1)),
    ],
    difficulty=2,
    minutes=6,
)
