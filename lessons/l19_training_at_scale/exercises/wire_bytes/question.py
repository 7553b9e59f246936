"""The question: how many bytes a machine sends in one step, in a ring."""

from workbook.exercises import Case, Question


def allows(numbers: int, P: int, size: int = 4) -> bool:
    """Tell whether a gradient can be cut into pieces of the same size."""
    return P >= 1 and numbers % P == 0


def _cases() -> list[Case]:
    return [
        Case((1200, 4)),
        Case((70, 2)),
        Case((110_000_000, 50)),
        Case((90, 3, 2)),
        Case((35, 5), {"size": 8}),
        Case((12, 1)),  # nobody to send to
        Case((44, 11, 1)),
    ]


QUESTION = Question(name="wire_bytes", cases=_cases, difficulty=1, minutes=4, allows=allows)
