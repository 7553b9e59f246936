"""The question: one whole encoder layer."""

from lessons.l07_bert.exercises.cases import layer_case

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    first = layer_case((3, 5), tokens=6, heads=3, head_size=4, intermediate=7)
    second = layer_case((2, 4, 1), tokens=5, heads=4, head_size=2, intermediate=11)
    one_text = layer_case((3,), tokens=4, heads=2, head_size=3, intermediate=5)
    one_token = layer_case((1, 1), tokens=1, heads=2, head_size=2, intermediate=3)
    hidden, mask, layer, heads = layer_case((2, 4, 1), 5, heads=2, head_size=4, intermediate=7)
    around = Case((hidden, mask.roll(1, dims=1), layer, heads))  # padding in front, too
    return [Case(first), Case(second, {"eps": 0.5}), Case(one_text), Case(one_token), around]


QUESTION = Question(
    name="encoder_layer",
    cases=_cases,
    difficulty=3,
    minutes=8,
    tolerance=1e-5,
)
