"""The question, with its cases.

Take pieces from the end of the longer text until both fit with [CLS] and two [SEP]s.
"""

from workbook.exercises import Case, Question


def _fit_cases() -> list[Case]:
    def case(lengths: tuple[int, int], max_length: int) -> Case:
        first, second = (list(range(k * 100, k * 100 + n)) for k, n in enumerate(lengths, 1))
        return Case((first, second, max_length))

    # The room is even, so there is one answer; an odd one could go to either text.
    return [
        case((9, 4), 13),
        case((3, 10), 11),
        case((8, 13), 13),
        case((14, 9), 9),
        case((2, 4), 9),
        case((0, 9), 7),
        case((8, 0), 9),
        case((1, 9), 7),
        case((6, 1), 9),
        case((2, 3), 3),
        case((4, 3), 9),
        Case(([5, 0, 5, 5, 0, 7, 5], [0, 5], 9)),
        Case(([4, 5, 6], [4, 5, 6], 7)),
    ]


QUESTION = Question(
    name="shorten_pair",
    cases=_fit_cases,
    difficulty=3,
    minutes=6,
)
