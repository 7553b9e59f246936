"""The question: a deletion curve and its area."""

from collections.abc import Callable

from workbook.exercises import Case, Question

Score = Callable[[list[bool]], float]


def _games() -> list[tuple[Score, list[float]]]:
    """Scores in which tokens help and hinder each other; the ranks are no places."""

    def first(present: list[bool]) -> float:
        a, b, c, d, e = (float(shown) for shown in present)
        return 1.5 + 2.0 * a - 1.25 * b + 0.5 * c * d - 3.0 * a * e + 0.75 * d

    def second(present: list[bool]) -> float:
        a, b, c = (float(shown) for shown in present)
        return -0.5 + 1.0 * a + 4.0 * b * c - 0.25 * c

    def third(present: list[bool]) -> float:
        return 0.25 - 1.5 * float(present[0])

    return [(first, [0.3, -0.9, 0.7, 0.1, -0.4]), (second, [0.2, 1.1, -2.0]), (third, [0.6])]


def _cases() -> list[Case]:
    return [Case((score, values)) for score, values in _games()]


QUESTION = Question(
    name="deletion_curve",
    cases=_cases,
    difficulty=3,
    minutes=10,
)
