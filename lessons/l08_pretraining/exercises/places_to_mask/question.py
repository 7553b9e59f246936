"""The question: new places in each epoch, whichever process draws them."""

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    return [
        Case((40, 6, 0, 0, 3)),
        Case((40, 6, 0, 2, 3)),  # the same example, two epochs on
        Case((40, 6, 7, 1, 0)),
        Case((61, 9, 7, 3, 12)),
        Case((25, 4, 2, 5, 1)),
        Case((40, 6, 7, 1, 0)),  # asked again: the same places
        Case((30, 11, 3, 4, 2)),  # more than 15%
        Case((25, 4, 0, 0, 3)),  # the first example's three numbers, and other tokens
        Case((300, 45, 1234, 11, 20001)),  # larger numbers
        Case((9, 9, 5, 0, 1)),  # all of them
        Case((12, 1, 5, 2, 4)),
        Case((12, 0, 5, 2, 4)),  # and none
    ]


QUESTION = Question(
    name="places_to_mask",
    cases=_cases,
    difficulty=2,
    minutes=5,
)
