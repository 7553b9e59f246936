"""The question: the first part both ways, the second from left to right."""

from lessons.l18_masks.exercises.cases import rising, two_parts

from workbook.exercises import Question

QUESTION = Question(
    name="prefix_mask",
    cases=two_parts,
    difficulty=2,
    minutes=7,
    exact_types=True,
    allows=rising,
)
