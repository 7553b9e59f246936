"""The question: the window before each word."""

from workbook.exercises import Case, Question

QUESTION = Question(
    name="context_windows",
    cases=lambda: [
        Case((["the", "cat", "sat"], 2)),
        Case((["a", "dog", "ran", "home", "again", "."], 3)),
        Case((["no"], 4)),
        Case(([], 2)),
        Case((["to", "be", ",", "To", "be", "to", "be"], 2)),  # a word, and a window, again
        Case((["to", "be", "to", "be"], 1)),
    ],
    difficulty=2,
    minutes=8,
)
