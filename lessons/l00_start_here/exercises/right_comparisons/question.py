"""The question: in how many comparisons is the pair with one meaning the nearer one?"""

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    lists: list[tuple[list[float], list[float]]] = [
        ([0.9, 0.5, 0.3], [0.5, 0.4, 0.1, 0.6]),  # with a tie
        ([0.2, 0.7, 0.7, 0.4, 0.1], [0.7, 0.3]),  # with two, and the first list is the longer one
        ([0.8, 0.6], [0.1, 0.9, 0.2]),  # with none
        ([0.35], [0.15, 0.35, 0.85]),
        ([0.8, 0.45, 0.2, 0.1], [0.2]),
        ([-0.5, 0.25], [-0.75, 0.25]),  # lists of one length, and cosines below 0
    ]
    return [Case(pair) for pair in lists]


QUESTION = Question(
    name="right_comparisons", cases=_cases, difficulty=2, minutes=4, exact_types=True
)
