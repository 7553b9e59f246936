"""The question: how much each group counts in a Shapley value."""

from workbook.exercises import Case, Question

QUESTION = Question(
    name="group_weights",
    cases=lambda: [Case((4,)), Case((1,)), Case((7,)), Case((2,))],
    difficulty=2,
    minutes=7,
)
