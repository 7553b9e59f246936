"""The question: a sum of squares, of none and of negative numbers too."""

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    return [Case(([3, -1, 2],)), Case(([5],)), Case(([],))]


QUESTION = Question(name="sum_of_squares", cases=_cases, difficulty=1, minutes=2)
