"""The question: multi-head self-attention with padding."""

from lessons.l07_bert.exercises.cases import layer_case

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    right = layer_case((3, 5), tokens=6, heads=3, head_size=4, intermediate=7)
    hidden, mask, layer, heads = layer_case((2, 4, 1), 5, heads=4, head_size=2, intermediate=7)
    return [Case(right), Case((hidden, mask.flip(1), layer, heads))]  # padding may come first


QUESTION = Question(
    name="self_attention",
    cases=_cases,
    difficulty=4,
    minutes=12,
    tolerance=1e-5,
)
