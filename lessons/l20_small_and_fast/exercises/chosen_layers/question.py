"""The question: which of a teacher's layers a student gets."""

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    sizes = [(12, 6), (6, 4), (6, 3), (12, 1), (5, 5), (7, 3), (11, 8), (24, 9), (1, 1), (10, 2)]
    return [Case(size) for size in sizes]


QUESTION = Question(name="chosen_layers", cases=_cases, difficulty=1, minutes=3)
