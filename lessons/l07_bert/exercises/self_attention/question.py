"""The question: multi-head self-attention with padding."""

from lessons.l07_bert.exercises.cases import layer_case

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    right = layer_case((3, 5), tokens=6, heads=3, head_size=4, intermediate=7)
    hidden, mask, layer, heads = layer_case((2, 4, 1), 5, heads=4, head_size=2, intermediate=7)
    in_front = Case((hidden, mask.flip(1), layer, heads))  # padding may come first
    one_text = layer_case((3,), tokens=4, heads=2, head_size=3, intermediate=5)
    one_token = layer_case((1, 1), tokens=1, heads=2, head_size=2, intermediate=3)
    hidden, mask, layer, heads = layer_case((3, 2), tokens=4, heads=1, head_size=3, intermediate=5)
    large = Case((30 * hidden, mask, layer, heads))  # scores of a thousand, where exp overflows
    hidden, mask, layer, heads = layer_case((2, 4, 1), 5, heads=2, head_size=4, intermediate=7)
    around = Case((hidden, mask.roll(1, dims=1), layer, heads))
    return [Case(right), in_front, Case(one_text), Case(one_token), large, around]


QUESTION = Question(
    name="self_attention",
    cases=_cases,
    difficulty=4,
    minutes=12,
    tolerance=1e-5,
)
