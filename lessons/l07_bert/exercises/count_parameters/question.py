"""The question: the number of parameters from the formula."""

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    base = (30522, 768, 12, 3072, 512, 2)
    large = (30522, 1024, 24, 4096, 512, 2)
    small = (1000, 96, 3, 250, 70, 5)
    odd = (7, 25, 1, 10, 90, 1)  # one layer, one token type, F below D, more positions than pieces
    return [Case(base), Case(large), Case(small), Case(odd)]


QUESTION = Question(
    name="count_parameters",
    cases=_cases,
    difficulty=2,
    minutes=5,
)
