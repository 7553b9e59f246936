"""The question: one whole encoder layer."""

from lessons.l07_bert.exercises.cases import layer_case

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    first = layer_case((3, 5), tokens=6, heads=3, head_size=4, intermediate=7)
    second = layer_case((2, 4, 1), tokens=5, heads=4, head_size=2, intermediate=11)
    return [Case(first), Case(second, {"eps": 0.1})]


QUESTION = Question(
    name="encoder_layer",
    cases=_cases,
    difficulty=3,
    minutes=8,
    tolerance=1e-5,
)
