"""The question: whom negative sampling asks, and how wrong the answers are. It is not graded."""

from lessons.l03_word2vec.exercises.negative_sampling_step.question import QUESTION as STEP

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    return [Case(case.args[:-1]) for case in STEP.cases()]  # a step has a rate, too


QUESTION = Question(name="errors", cases=_cases, difficulty=3, minutes=5, graded=False)
