"""The question: the friend's mask, a leak to be found. It is not graded."""

from lessons.l18_masks.exercises.cases import rising, two_parts

from workbook.exercises import Question

QUESTION = Question(
    name="friends_mask",
    cases=two_parts,
    difficulty=3,
    minutes=6,
    exact_types=True,
    graded=False,
    allows=rising,
)
