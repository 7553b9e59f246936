"""The question: choose 15% of the tokens, and mask them by the 80/10/10."""

from lessons.l08_pretraining.exercises.cases import masking_cases

from workbook.exercises import Question

QUESTION = Question(
    name="choose_and_mask", cases=masking_cases, difficulty=3, minutes=14, exact_types=True
)
