"""A right answer is accepted, whatever its style."""

from lessons.l15_what_bert_knows import exercises
from tests.exercise_checks import check_right_answers, loaded
from tests.lessons.l15_what_bert_knows.right_answers import RIGHT


def test_right_answers_in_other_styles_are_right():
    check_right_answers(loaded(exercises), RIGHT)
