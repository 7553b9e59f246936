"""A right answer is accepted, whatever its style."""

from lessons.l17_what_to_predict import exercises
from tests.exercise_checks import check_right_answers, loaded
from tests.lessons.l17_what_to_predict.right_answers import RIGHT


def test_right_answers_in_other_styles_are_right():
    check_right_answers(loaded(exercises), RIGHT)
