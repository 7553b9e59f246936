"""The question: how probable each length of a span is."""

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    rows = [(0.2, 10), (0.5, 3), (0.3, 6), (0.8, 4), (0.25, 2), (0.1, 12), (0.6, 5)]
    return [Case(row) for row in rows]


QUESTION = Question(name="span_lengths", cases=_cases, difficulty=2, minutes=6)
