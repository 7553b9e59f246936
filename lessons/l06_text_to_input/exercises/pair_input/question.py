"""The question: ids and token types of one text, or of a pair."""

from workbook.exercises import Case, Question


def _input_cases() -> list[Case]:
    return [
        Case(([2040, 2938], [1996, 4937, 2938], 101, 102)),
        Case(([7592, 2088, 999], None, 101, 102)),
        Case(([11, 12, 13, 14], [15], 2, 3)),
        Case(([5], [], 2, 3)),
        Case(([], [15, 16], 2, 3)),
        Case(([], [], 2, 3)),
        Case(([], None, 2, 3)),
        Case(([4, 0], [0], 2, 3)),
        Case(([5, 6], [5, 6], 0, 1)),
        Case(([5], [6, 7], 2, 0)),
    ]


QUESTION = Question(
    name="pair_input",
    cases=_input_cases,
    difficulty=2,
    minutes=5,
)
