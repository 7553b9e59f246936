"""The question: the learning rate's factor in an update."""

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    runs = {(100, 10): (0, 4, 9, 10, 55, 99), (250, 25): (0, 24, 25, 137, 249), (12, 4): range(12)}
    return [Case((step, *run)) for run, updates in runs.items() for step in updates]


def _allows(step: int, steps: int, warmup: int) -> bool:
    return 0 <= step < steps and 0 < warmup < steps


QUESTION = Question(name="factor", cases=_cases, difficulty=2, minutes=4, allows=_allows)
