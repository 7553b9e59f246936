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

    def fourth(present: list[bool]) -> float:
        a, b, c, d = present
        return (
            2.0 * present.count(True)
            + (1.5 if b else -4.0)
            + (3.0 if a or d else 0.5)
            - c
            + 0.25 * d
        )

    # A value of 0, one far below, two side by side; an even number of tokens.
    extremes = (fourth, [0.501, 0.0, -1200.0, 0.502])
    return [
        (first, [0.3, -0.9, 0.7, 0.1, -0.4]),
        (second, [0.2, 1.1, -2.0]),
        (third, [0.6]),
        extremes,
    ]


def _cases() -> list[Case]:
    return [Case((score, values)) for score, values in _games()]


QUESTION = Question(
    name="deletion_curve",
    cases=_cases,
    difficulty=3,
    minutes=10,
)
