"""The question: how many bytes a machine sends in one step, in a ring."""

from workbook.exercises import Case, Question


def _fits(numbers: int, P: int, size: int = 4) -> bool:
    return numbers % P == 0  # all pieces have the same size


def _cases() -> list[Case]:
    given = [(1200, 4), (70, 2), (110_000_000, 50), (90, 3, 2), (44, 11, 1), (12, 1)]
    return [*map(Case, given), Case((35, 5), {"size": 8})]


QUESTION = Question(name="wire_bytes", cases=_cases, difficulty=1, minutes=4, allows=_fits)
