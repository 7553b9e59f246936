"""The question: the window before each word."""

from workbook.exercises import Case, Question

QUESTION = Question(
    name="context_windows",
    cases=lambda: [
        Case((["the", "cat", "sat"], 2)),
        Case((["a", "dog", "ran", "home", "again", "."], 3)),
        Case((["no"], 4)),
        Case(([], 2)),
    ],
    difficulty=2,
    minutes=8,
)
