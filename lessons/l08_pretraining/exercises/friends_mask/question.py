"""The question: the friend's masks, four bugs to be found. It is not graded."""

from lessons.l08_pretraining.exercises.cases import masking_cases

from workbook.exercises import Question

QUESTION = Question(
    name="friends_mask",
    cases=masking_cases,
    difficulty=3,
    minutes=9,
    exact_types=True,
    graded=False,
)
